"""The sheet of a game: one function of the ruleset, the seats and the hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice, repeat
from operator import add, sub
from typing import Literal, NamedTuple

from scorepad.rules import checks
from scorepad.rules.cards import Card
from scorepad.rules.checks import RulesError
from scorepad.rules.hand import Hand, MoonChoice, check_hand, shooter_of
from scorepad.rules.passing import passes
from scorepad.rules.ruleset import Ruleset
from scorepad.rules.scoring import (
    Totals,
    ends,
    lower_exact_hits,
    moon_counted,
    places,
    points_of,
    tied,
)

# Bounds of what is brought from paper, far beyond any sheet: the points of a seat, and the hands.
MOST_OPENING_POINTS = 10_000
MOST_HANDS_BEFORE = 10_000


@dataclass(frozen=True)
class Game:
    """A game as it was played.

    ``dealer``: the seat that dealt the first of ``hands``. ``opening``: totals brought from paper,
    by seat, and ``hands_before``: how many hands that paper held; () and 0 for a game begun here.
    ``stopped``: whether the players stopped by agreement. ``next_passed`` and ``next_dealer``: what
    the players decide for the hand to come, where it departs from the cycle or the round.
    """

    rules: Ruleset
    hands: tuple[Hand, ...] = ()
    dealer: int = 0
    opening: Totals = ()
    hands_before: int = 0
    stopped: bool = False
    next_passed: int | None = None
    next_dealer: int | None = None

    def with_hand(self, index: int, hand: Hand) -> Game:
        """The game with this hand at an index of ``hands``, or after them at their end."""
        return replace(self, hands=(*self.hands[:index], hand, *self.hands[index + 1 :]))


class Line(NamedTuple):
    """One line of the sheet: a hand and what came of it.

    ``points``: of the hand, by seat. ``adjusted``: what an exact hit took off, 0 or negative.
    ``totals``: after both. ``shooter``: the seat that shot the moon; ``moon_counted``: how it
    counted.
    ``counts``: false for a hand recorded after the end; its totals are those at the end.
    """

    number: int
    dealer: int
    passed: int
    points: tuple[int, ...]
    adjusted: tuple[int, ...]
    totals: Totals
    shooter: int | None
    moon_counted: MoonChoice | None
    sun: bool
    counts: bool

    @property
    def places(self) -> tuple[int, ...]:
        """The places after this hand."""
        return places(self.totals)

    @property
    def changes(self) -> tuple[int, ...]:
        """What the hand adds to the totals, by seat: its points, less what an exact hit took."""
        return tuple(map(add, self.points, self.adjusted))


@dataclass(frozen=True)
class NextHand:
    """The hand to come: its number, who deals, what is passed, which card's holder leads."""

    number: int
    dealer: int
    passed: int
    pass_count: int
    leads: Card


@dataclass(frozen=True)
class Sheet:
    """The whole sheet. ``next`` is ``None`` once the game is over, ``winners`` empty until then.

    ``tied``: the seats whose tie for the lowest total is all that keeps the game going. ``played``:
    whether any hand counts, on the paper before it too; a game without one has no result.
    """

    lines: tuple[Line, ...]
    totals: Totals
    ended_by: Literal["target", "stopped"] | None
    next: NextHand | None
    places: tuple[int, ...]
    winners: tuple[int, ...]
    tied: tuple[int, ...]
    played: bool

    @property
    def over(self) -> bool:
        """Whether the game has ended, by reaching its target or by being stopped."""
        return self.ended_by is not None

    @property
    def ahead(self) -> frozenset[int]:
        """The seats with the best place; none while all have what a game begins with."""
        if not self.lines and len(set(self.totals)) == 1:
            return frozenset()
        return frozenset(seat for seat, place in enumerate(self.places) if place == 1)


def sheet(game: Game) -> Sheet:
    """Work out the sheet of a game. Raises :class:`RulesError` with the place of the first fault.

    A hand after the one that ended the game stays on the sheet with its number and its points, but
    does not count: a correction of an earlier hand can bring that about.
    """
    rules = game.rules
    checks.whole("dealer", game.dealer, 0, rules.players - 1)
    for place, departure in (("next_passed", game.next_passed), ("next_dealer", game.next_dealer)):
        if departure is not None:
            checks.whole(place, departure, 0, rules.players - 1)
    totals = _checked_opening(game)
    for index, hand in enumerate(game.hands):
        for fault in check_hand(hand, rules):
            raise fault.within(f"hands[{index}]")

    lines: list[Line] = []
    ended = False
    for index, (hand, (dealer, passed)) in enumerate(zip(game.hands, _turns(game), strict=False)):
        counting = moon_counted(hand, rules, totals)
        if hand.moon_choice is not None and hand.moon_choice != counting:
            raise RulesError(
                f"hands[{index}].moon", "these rules count this moon as {counted}", counted=counting
            )
        points = points_of(hand, rules, counting)
        counts, adjusted = not ended, (0,) * rules.players
        if counts:
            sums = tuple(map(add, totals, points))
            totals = lower_exact_hits(sums, rules)
            adjusted = tuple(map(sub, totals, sums))
            ended = ends(totals, rules)
        lines.append(
            Line(
                number=game.hands_before + index + 1,
                dealer=dealer,
                passed=passed,
                points=points,
                adjusted=adjusted,
                totals=totals,
                shooter=shooter_of(hand, rules),
                moon_counted=counting,
                sun=hand.sun,
                counts=counts,
            )
        )

    over = ended or game.stopped
    current_places = places(totals)
    return Sheet(
        lines=tuple(lines),
        totals=totals,
        ended_by="target" if ended else "stopped" if game.stopped else None,
        next=None if over else hands_to_come(game, 1)[0],
        places=current_places,
        winners=tuple(seat for seat, place in enumerate(current_places) if over and place == 1),
        tied=() if over else tied(totals, rules),
        played=bool(lines or game.hands_before),
    )


def hands_to_come(game: Game, count: int) -> tuple[NextHand, ...]:
    """The hands to come of a game, as many as asked for, if it goes on for so long.

    The first one is :attr:`Sheet.next` of a running game. Cards cannot change who deals and what is
    passed, so this is known before they are played.
    """
    first = len(game.hands)
    turns = islice(_turns(game), first, first + count)
    return tuple(
        NextHand(number, dealer, passed, game.rules.pass_count, game.rules.leads)
        for number, (dealer, passed) in enumerate(turns, start=game.hands_before + first + 1)
    )


def _checked_opening(game: Game) -> Totals:
    checks.whole("hands_before", game.hands_before, 0, MOST_HANDS_BEFORE)
    players = game.rules.players
    if not game.opening:
        return (0,) * players
    if len(game.opening) != players:
        raise RulesError(
            "opening",
            "{given} totals for {players} seats",
            given=len(game.opening),
            players=players,
        )
    return tuple(
        checks.whole(f"opening[{seat}]", total, -MOST_OPENING_POINTS, MOST_OPENING_POINTS)
        for seat, total in enumerate(game.opening)
    )


def dealer_of(game: Game, index: int) -> int:
    """The seat that dealt the hand at an index of ``hands``; at their end, that of the next one."""
    return next(islice(_turns(game), index, None))[0]


def _turns(game: Game) -> Iterator[tuple[int, int]]:
    """Who dealt each hand and what was passed, and after them the hands to come, without end.

    The deal goes round clockwise, from the seat that in fact dealt.
    """
    passed = [*(hand.passed for hand in game.hands), game.next_passed]
    dealt = [*(hand.dealer for hand in game.hands), game.next_dealer]
    due = game.dealer
    offsets = passes(game.rules.pass_cycle, game.hands_before, passed)
    for departure, offset in zip(chain(dealt, repeat(None)), offsets, strict=False):
        dealer = due if departure is None else departure
        yield dealer, offset
        due = (dealer + 1) % game.rules.players
