"""The bin of a pad as its page lists it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorepad.store.models import Game
from scorepad.store.page import Page, page_of

# How many games a page shows.
BINNED_AT_A_TIME: Final = 10


@dataclass(frozen=True)
class BinnedGame:
    """What a list of the bin says about a game."""

    number: int
    started: datetime


_IN_BIN: Final = Game.pad_id == bindparam("pad_id"), Game.binned.is_not(None)
_BINNED: Final = (
    select(Game.number, Game.started)
    .where(*_IN_BIN)
    .order_by(Game.number.desc())
    .limit(BINNED_AT_A_TIME + 1)
)
_BINNED_BEFORE: Final = _BINNED.where(Game.number < bindparam("number"))


def bin_page(session: Session, pad_id: int, before: int | None = None) -> Page[BinnedGame]:
    """The games in the pad's bin with a lower number than ``before``, newest first."""
    statement = _BINNED if before is None else _BINNED_BEFORE
    rows = session.connection().execute(statement, {"pad_id": pad_id, "number": before})
    return page_of([BinnedGame(*row) for row in rows], BINNED_AT_A_TIME)


_HAS_BIN: Final = select(Game.id).where(*_IN_BIN).limit(1)


def has_bin(session: Session, pad_id: int) -> bool:
    """Whether there is a game in the pad's bin."""
    return session.connection().scalar(_HAS_BIN, {"pad_id": pad_id}) is not None
