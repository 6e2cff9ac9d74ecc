"""What there is to tell of one game of an evening, and how notable it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Final, TypeAlias

from scorepad.rules import evening_facts as facts
from scorepad.rules.ending import places, tied
from scorepad.rules.hand import Hand
from scorepad.rules.notable import notable
from scorepad.rules.scoring import shooter_of
from scorepad.rules.sheet import Game, Line, Sheet

# From how many on there is something to tell.
_LEAD_CHANGES: Final = 4
_CLEAN_HANDS: Final = 5
_HANDS_OF_A_RUN: Final = 3
_HANDS_OF_A_GAME: Final = 4
_MANY_HEARTS: Final = 5

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


def _lead(at: int, played: Played) -> Iterator[Weighed]:
    """How often the lead changed, and from when on the winner had it."""
    lines = played.lines
    alone = [_alone(line.totals) for line in lines]
    leaders = [seat for seat in alone if seat is not None]
    changes = sum(before != after for before, after in pairwise(leaders))
    if changes >= _LEAD_CHANGES and all(map(played.stayed, range(len(played.final)))):
        yield 5 + (changes - _LEAD_CHANGES) / 2, facts.LeadChanged(at, 0, changes)
    if len(played.sheet.winners) != 1:
        return
    (winner,) = played.sheet.winners
    since = next(index for index in range(len(lines)) if set(alone[index:]) == {winner})
    before = [played.totals_before(index) for index in range(since + 1)]
    if _alone(before[-1]) == winner or not played.stayed(winner, since):
        return
    last = since == len(lines) - 1 and all(
        places(totals)[winner] > 1 or len(set(totals)) == 1 for totals in before
    )
    fact = facts.LedFrom(at, lines[since].number, played.final[winner], last)
    if last and len(lines) >= _HANDS_OF_A_GAME:
        yield 8, fact
    elif len(lines) - since >= _HANDS_OF_A_RUN:
        yield 3 if since else 5, fact


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
        ended = index == len(played.lines) - 1 and played.sheet.ended_by == "target"
        if place > 1 and _alone(line.totals) == line.shooter:
            won = line.shooter in played.sheet.winners and played.stayed(line.shooter, index)
            weight = 10 if won else 8
            yield weight, facts.MoonTurned(at, line.number, player, line.sun, place, won)
        elif ended and line.shooter in played.sheet.winners:
            yield 7 + line.sun, facts.MoonEnded(at, line.number, player, line.sun)
        else:
            yield 6 + 3 * line.sun, facts.Moon(at, line.number, player, line.sun)


def _comeback(at: int, played: Played) -> Iterator[Weighed]:
    found = notable(played.game, played.sheet).comeback
    target = played.game.rules.target
    if found is None or found.behind < target / 4:
        return
    since = next(index for index, line in enumerate(played.lines) if line.number == found.number)
    if played.stayed(found.seat, since):
        weight = min(9, 6 + 4 * found.behind / target)
        yield weight, facts.CameBack(at, found.number, played.final[found.seat], found.behind)


def _exact_hits(at: int, played: Played) -> Iterator[Weighed]:
    for line, _, row in played.hands:
        for player, total, lowered in zip(row, line.totals, line.adjusted, strict=True):
            if lowered:
                yield 7, facts.ExactHit(at, line.number, player, total - lowered, total)


def _played_on(at: int, played: Played) -> Iterator[Weighed]:
    for line, _, row in played.hands[:-1]:
        if level := tied(line.totals, played.game.rules):
            yield 6, facts.PlayedOn(at, line.number, tuple(row[seat] for seat in level))
            return


def _one_short(at: int, played: Played) -> Iterator[Weighed]:
    rules = played.game.rules
    most = rules.hearts - 1
    for line, hand, row in played.hands:
        if most < _MANY_HEARTS or most not in hand.hearts:
            continue
        seat = hand.hearts.index(most)
        whole = tuple(rules.hearts if each == seat else 0 for each in range(rules.players))
        if shooter_of(replace(hand, hearts=whole), rules) == seat:
            yield 5, facts.OneShort(at, line.number, row[seat])


def _clean(at: int, played: Played) -> Iterator[Weighed]:
    """The longest run of hands without a point."""
    longest = facts.Clean(at, 0, 0, 0)
    runs: dict[int, int] = {}
    for line, _, row in played.hands:
        runs = {
            player: 0 if points else runs.get(player, 0) + 1
            for player, points in zip(row, line.points, strict=True)
        }
        player = max(runs, key=runs.__getitem__)
        if runs[player] > longest.hands:
            longest = facts.Clean(at, line.number, player, runs[player])
    if longest.hands >= _CLEAN_HANDS:
        yield 4 + (longest.hands - _CLEAN_HANDS) / 2, longest


def _took_over(at: int, played: Played) -> Iterator[Weighed]:
    for (line, _, before), (_, _, after) in pairwise(played.hands):
        for former, player in zip(before, after, strict=True):
            if former != player:
                yield 4, facts.TookOver(at, line.number, player, former)


def _stopped(at: int, played: Played) -> Iterator[Weighed]:
    if played.sheet.ended_by == "stopped":
        yield 2, facts.Stopped(at, 0)


_KINDS: Final[Sequence[Callable[[int, Played], Iterator[Weighed]]]] = (
    *(_lead, _moons, _comeback, _exact_hits, _played_on, _one_short),
    *(_clean, _took_over, _stopped),
)
