"""The bin of a pad as its page lists it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorepad.store.models import Game

# How many games a page shows.
BINNED_AT_A_TIME: Final = 10

_IN_BIN: Final = Game.pad_id == bindparam("pad_id"), Game.binned.is_not(None)
_BINNED: Final = (
    select(Game.number, Game.started)
    .where(*_IN_BIN)
    .order_by(Game.number.desc())
    .limit(BINNED_AT_A_TIME + 1)
)
_BINNED_BEFORE: Final = _BINNED.where(Game.number < bindparam("number"))
_HAS_BIN: Final = select(Game.id).where(*_IN_BIN).limit(1)


@dataclass(frozen=True)
class BinnedGame:
    """What a list of the bin says about a game."""

    number: int
    started: datetime


@dataclass(frozen=True)
class BinPage:
    """One page of a pad's bin, newest first; ``older``: whether there is another page."""

    games: Sequence[BinnedGame]
    older: bool


def bin_page(session: Session, pad_id: int, before: int | None = None) -> BinPage:
    """The games in the pad's bin with a lower number than ``before``, newest first."""
    connection, parameters = session.connection(), {"pad_id": pad_id}
    if before is None:
        rows = connection.execute(_BINNED, parameters).all()
    else:
        rows = connection.execute(_BINNED_BEFORE, {**parameters, "number": before}).all()
    games = [BinnedGame(*row) for row in rows[:BINNED_AT_A_TIME]]
    return BinPage(games, older=len(rows) > BINNED_AT_A_TIME)


def has_bin(session: Session, pad_id: int) -> bool:
    """Whether there is a game in the pad's bin."""
    return session.connection().scalar(_HAS_BIN, {"pad_id": pad_id}) is not None
