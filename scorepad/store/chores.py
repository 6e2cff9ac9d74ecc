"""What a transaction leaves to be done after its commit, written down so that nobody forgets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, Engine, String, delete, func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Mapped, Session, mapped_column

from scorepad.store.base import Base
from scorepad.store.trouble import TroubleError

# The rest of a pad that nobody can reach any more is to be deleted.
DELETE: Final = "delete"
# The first step of a sweep (``database/sweeping.py``): the file is to be rewritten.
REWRITE: Final = "rewrite"
_LEFT: Final = "scorepad_chores_were_left"


class Chore(Base):
    """Something that must be done after a commit, by whoever comes to it, also after a restart.

    ``what``: such as a step of the sweep (``database/sweeping.py``). Ids are never used again.
    """

    __tablename__ = "chores"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012 (as SQLAlchemy declares it)

    id: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(String(20))


# The last one is found by its key; any one would be looked for in the whole table.
_LAST: Final = select(func.max(Chore.id))


def delete_later(session: Session) -> None:
    """Write down that this transaction leaves the rest of a pad to be deleted."""
    _leave(session, DELETE)


def sweep_later(session: Session) -> None:
    """Write down that this transaction deletes names for good."""
    if session.get_bind().dialect.name == "sqlite":
        _leave(session, REWRITE)


def leaves_chores(session: Session) -> bool:
    """Whether a transaction of this session has written down any since this was last asked."""
    return bool(session.info.pop(_LEFT, False))


def is_due(engine: Engine) -> bool:
    """Whether there is a chore, from whenever; false also if that cannot be known."""
    try:
        with engine.connect() as connection:
            return connection.scalar(_LAST) is not None
    except (SQLAlchemyError, TroubleError):
        return False


def deletions_due(connection: Connection) -> Sequence[int]:
    """The chores that say so of a pad."""
    return connection.scalars(select(Chore.id).where(Chore.what == DELETE)).all()


def done(session: Session, chores: Sequence[int]) -> None:
    """Take these off the list, and none that were written down since."""
    session.execute(delete(Chore).where(Chore.id.in_(chores)))


def _leave(session: Session, what: str) -> None:
    session.add(Chore(what=what))
    session.info[_LEFT] = True
