"""Upgrades of the tables by Alembic, called directly, one process at a time.

Mostly the tables are up to date, and then Alembic is not imported: it takes as long as SQLAlchemy.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine, inspect, text

from scorepad.assets import assets
from scorepad.store.database.check import known_revisions
from scorepad.store.errors import UnusableError

if TYPE_CHECKING:
    from alembic.config import Config


def upgrade(engine: Engine) -> None:
    """Bring the tables up to date; processes that start at once wait for the first of them.

    Raises :class:`~scorepad.store.errors.UnusableError` for a database that a newer Scorepad has
    changed, and the database's own errors.
    """
    known = known_revisions()
    stored = _revisions(engine)
    if stored == {known[-1]}:
        return
    if not stored.issubset(known):
        raise UnusableError("the database was written by a newer Scorepad: please update this one")
    from alembic import command

    command.upgrade(configuration(engine), "head")


def _revisions(engine: Engine) -> set[str]:
    """The revision of a database's tables; none if it has no tables yet."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return set()
        return set(connection.scalars(text("SELECT version_num FROM alembic_version")))


def configuration(engine: Engine, folder: Path | None = None) -> Config:
    """The configuration of Alembic's commands for this engine's database.

    ``folder``: of the migrations; Scorepad's own if none is given.
    """
    from alembic.config import Config

    folder = folder or assets("migrations")
    config = Config(folder / "alembic.ini", attributes={"engine": engine})
    # Alembic would take a percent sign in the path for one of its own.
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config
