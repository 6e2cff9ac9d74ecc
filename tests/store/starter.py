"""Scorepads that start at the same moment: ``python -m tests.store.starter URI FOLDER…``.

One process for each folder, on the database at the URI or, if that is "-", on the one that the
folder itself is for. Prints every migration that one of them runs, and for each, once it has
started, its secret key; the exit status is the number of those that did not start.
"""

from __future__ import annotations

import logging
import multiprocessing
import sys
from multiprocessing.synchronize import Barrier
from pathlib import Path

import alembic.command  # noqa: F401 (see main)

from scorepad.settings import make_settings
from scorepad.store.database.database import open_database
from tests.support.patience import PATIENCE


def start(folder: str, uri: str | None, together: Barrier) -> None:
    migrations = logging.getLogger("alembic.runtime.migration")
    migrations.setLevel(logging.INFO)
    migrations.addHandler(logging.StreamHandler(sys.stdout))
    together.wait(PATIENCE)
    settings = make_settings(Path(folder), uri)
    database = open_database(settings.database)
    # In one piece: six of them write at once.
    sys.stdout.write(f"started {settings.secret_key}\n")
    sys.stdout.flush()
    database.close()


def main(uri: str, *folders: str) -> int:
    # Forked, so that what takes longest, the imports, is done once and before the start: also that
    # of Alembic, which otherwise comes with the first upgrade.
    forks = multiprocessing.get_context("fork")
    together = forks.Barrier(len(folders))
    processes = [
        forks.Process(target=start, args=(folder, None if uri == "-" else uri, together))
        for folder in folders
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return sum(process.exitcode != 0 for process in processes)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
