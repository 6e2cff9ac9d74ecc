"""Upgrades of the tables by Alembic, called directly, one process at a time.

Mostly the tables are up to date, and then Alembic is not imported: it takes as long as SQLAlchemy.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Engine, inspect, text

from scorepad.assets import assets
from scorepad.store.database.check import known_revisions
from scorepad.store.errors import UnusableError

if TYPE_CHECKING:
    from alembic.config import Config

# An arbitrary number that every Scorepad uses.
_SERVER_LOCK: Final = 0x5C02E9AD


def upgrade(engine: Engine, lock: Path) -> None:
    """Bring the tables up to date, while no other process does.

    ``lock``: the file that processes lock for this, unless the database is on a server. Raises
    :class:`~scorepad.store.errors.UnusableError` for a database that a newer Scorepad has changed,
    and the database's own errors.
    """
    known = known_revisions()
    if _revisions(engine) == {known[-1]}:
        return
    from alembic import command

    with one_at_a_time(engine, lock):
        if not _revisions(engine).issubset(known):
            raise UnusableError(
                "the database was written by a newer Scorepad: please update this one"
            )
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


@contextmanager
def one_at_a_time(engine: Engine, lock: Path) -> Iterator[None]:
    """Let several processes that start at once do this one after the other."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            # Held by the connection: it is free again even if this process dies.
            connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _SERVER_LOCK})
            try:
                yield
            finally:
                connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _SERVER_LOCK})
    else:
        from filelock import FileLock

        with FileLock(lock):
            yield
