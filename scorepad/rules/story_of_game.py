"""What there is to tell of one game of an evening, and how notable it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from scorepad.rules import evening_facts as facts
from scorepad.rules.ending import places
from scorepad.rules.hand import Hand
from scorepad.rules.notable import from_behind, notable
from scorepad.rules.sheet import Game, Line, Sheet

# From how many on there is something to tell, and up to how many points.
_HANDS_OF_A_GAME: Final = 4
_CLOSE: Final = 3

# How notable a fact is, and the fact.
Weighed: TypeAlias = tuple[float, facts.Fact]


@dataclass(frozen=True)
class Played:
    """A game of the evening that is over. ``sheet`` is its sheet.

    ``players``: for each hand, by seat, the number of the player who sat there, and at last who
    sits there at the end.
    """

    game: Game
    sheet: Sheet
    players: Sequence[Sequence[int]]

    @cached_property
    def hands(self) -> Sequence[tuple[Line, Hand, Sequence[int]]]:
        """The hands that count, each with its line and with who sat there."""
        hands = zip(self.sheet.lines, self.game.hands, self.players, strict=False)
        return [each for each in hands if each[0].counts]

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The lines of the hands that count."""
        return [line for line, _, _ in self.hands]

    @property
    def final(self) -> Sequence[int]:
        """Who sits there at the end, by seat."""
        return self.players[-1]

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """Who sat there in the hands that count, and at the end."""
        return (*self.players[: len(self.lines)], self.final)

    def stayed(self, seat: int, since: int = 0) -> bool:
        """Whether one player sat there from the hand with this index to the end."""
        return len({row[seat] for row in self.rows[since:]}) == 1

    def totals_before(self, at: int) -> tuple[int, ...]:
        """The totals before the hand with this index."""
        return self.lines[at - 1].totals if at else self.game.opening or (0,) * len(self.final)


def facts_of_game(at: int, played: Played) -> Iterator[Weighed]:
    """The facts of the game of this number; none of a game without a hand."""
    if played.lines:
        for of_kind in _KINDS:
            yield from of_kind(at, played)


def _led_from(at: int, played: Played) -> Iterator[Weighed]:
    """Whether the only winner went ahead in the last hand."""
    if len(played.sheet.winners) != 1 or len(played.lines) < _HANDS_OF_A_GAME:
        return
    (winner,) = played.sheet.winners
    last = len(played.lines) - 1
    before = [played.totals_before(index) for index in range(last + 1)]
    never_ahead = all(places(totals)[winner] > 1 or len(set(totals)) == 1 for totals in before)
    if never_ahead and played.stayed(winner, last):
        yield 8, facts.LedFrom(at, played.lines[last].number, played.final[winner])


def _alone(totals: Sequence[int]) -> int | None:
    """The seat that is ahead of all others, if there is one."""
    lowest = min(totals)
    return None if totals.count(lowest) > 1 else totals.index(lowest)


def _moons(at: int, played: Played) -> Iterator[Weighed]:
    for index, (line, _, row) in enumerate(played.hands):
        if line.shooter is None:
            continue
        player = row[line.shooter]
        place = places(played.totals_before(index))[line.shooter]
        if place > 1 and _alone(line.totals) == line.shooter:
            won = line.shooter in played.sheet.winners and played.stayed(line.shooter, index)
            weight = 10 if won else 8
            yield weight, facts.MoonTurned(at, line.number, player, line.sun, place, won)
        else:
            yield 5 + 4 * line.sun, facts.Moon(at, line.number, player, line.sun)


def _comeback(at: int, played: Played) -> Iterator[Weighed]:
    found = notable(played.game, played.sheet).comeback
    target = played.game.rules.target
    if found is None or found.behind < target / 4 or not from_behind(played.sheet, found):
        return
    since = next(index for index, line in enumerate(played.lines) if line.number == found.number)
    if played.stayed(found.seat, since):
        weight = min(9, 6 + 4 * found.behind / target)
        yield weight, facts.CameBack(at, found.number, played.final[found.seat], found.behind)


def _close(at: int, played: Played) -> Iterator[Weighed]:
    lowest, second, *_ = sorted(played.sheet.totals)
    if 0 < second - lowest <= _CLOSE:
        winner = played.final[played.sheet.winners[0]]
        yield 9 - (second - lowest), facts.Close(at, 0, winner, second - lowest)


_KINDS: Final[Sequence[Callable[[int, Played], Iterator[Weighed]]]] = (
    *(_led_from, _moons, _comeback, _close),
)
