"""A finished game with who played it: what its results and its story are worked out from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorepad.rules.ending import Totals
from scorepad.rules.hand import Hand
from scorepad.rules.sheet import Game, Line, Sheet


class PlayedHand(NamedTuple):
    """A hand that counts, with its line, its players by seat, and the totals before it."""

    line: Line
    hand: Hand
    players: Sequence[int]
    before: Totals


@dataclass(frozen=True)
class Played:
    """A game that is over, and its sheet.

    ``players``: for each hand, by seat, the number of the player who sat there; last, who sits
    there at the end.
    """

    game: Game
    sheet: Sheet
    players: Sequence[Sequence[int]]

    @cached_property
    def hands(self) -> Sequence[PlayedHand]:
        """The hands that count."""
        lines = [line for line in self.sheet.lines if line.counts]
        opening = self.game.opening or (0,) * self.game.rules.players
        before = [opening, *(line.totals for line in lines)]
        rows = zip(lines, self.game.hands, self.players, before, strict=False)
        return [PlayedHand(*row) for row in rows]

    @property
    def final(self) -> Sequence[int]:
        """The players at the end, by seat."""
        return self.players[-1]
