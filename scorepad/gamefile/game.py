"""The contents of a game file as a value, between the reader and the writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from scorepad.rules import Game

GAME_FORMAT: Final = "scorepad-game"
VERSION: Final = 1


class FormerPlayer(NamedTuple):
    """A player who left a seat to somebody else.

    ``after``: how many hands of the file were played by then.
    """

    seat: int
    player: str
    after: int


@dataclass(frozen=True)
class GameFile:
    """A game file: the game, and the parts of the file that the rules do not need.

    ``options``: the ``rules`` object as it was written. ``id``: which game this is, wherever it is
    kept. ``name`` and ``number``: the pad's name, and the game's number in it. ``players``: who
    sits there now, clockwise; ``left``: who sat there before, in the order in which they left.
    ``recorded``: when each hand was recorded, ``None`` where the file does not say. ``note``
    and ``evening_note``: what somebody wrote about the game, and about the evening that it began.
    """

    game: Game
    players: tuple[str, ...]
    options: Mapping[str, object]
    name: str | None
    started: datetime | None
    stopped: datetime | None
    recorded: tuple[datetime | None, ...]
    left: tuple[FormerPlayer, ...] = ()
    id: str | None = None
    number: int | None = None
    note: str | None = None
    evening_note: str | None = None
