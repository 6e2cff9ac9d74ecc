"""A new migration, as Alembic guesses it: ``python -m tests.support.migration 'what it does'``.

What the models have is compared with the tables that the migrations make. Read what it wrote.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command

from scorepad.store.database.check import known_revisions
from scorepad.store.database.database import open_database
from scorepad.store.database.migrations import configuration


def main(what: str) -> None:
    """Write the next migration into the folder with the others."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with open_database(folder / "new.sqlite") as database:
            command.revision(
                configuration(database.engine),
                what,
                autogenerate=True,
                rev_id=f"{1 + int(known_revisions()[-1]):04}",
            )


if __name__ == "__main__":
    if not any(sys.argv[1:]):
        sys.exit("say what the migration does: make migration M='what it does'")
    main(sys.argv[1])
