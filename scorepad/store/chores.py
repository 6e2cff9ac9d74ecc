"""What a transaction leaves to be done after its commit, written down so that nobody forgets it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import String
from sqlalchemy.orm import Mapped, Session, mapped_column

from scorepad.store.base import Base

# The first step of a sweep (``database/sweeping.py``): the file is to be rewritten.
REWRITE: Final = "rewrite"
_DUE: Final = "scorepad_sweep_is_due"


class Chore(Base):
    """Something that must be done after a commit, by whoever comes to it, also after a restart.

    ``what``: such as a step of the sweep (``database/sweeping.py``). Ids are never used again.
    """

    __tablename__ = "chores"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012 (as SQLAlchemy declares it)

    id: Mapped[int] = mapped_column(primary_key=True)
    what: Mapped[str] = mapped_column(String(20))


def sweep_later(session: Session) -> None:
    """Write down that this transaction deletes names for good."""
    if session.get_bind().dialect.name == "sqlite":
        session.add(Chore(what=REWRITE))
        session.info[_DUE] = True


def begins_sweep(session: Session) -> bool:
    """Whether a transaction of this session has written that down since this was last asked."""
    return bool(session.info.pop(_DUE, False))
