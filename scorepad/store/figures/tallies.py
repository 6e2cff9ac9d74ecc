"""Tallies: what a player's results add up to, and the games in which two players met.

What a game adds is worked out from its results alone, and is taken off again in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from operator import add, attrgetter, itemgetter, neg
from typing import Final, NamedTuple, TypeVar

from sqlalchemy import Connection, bindparam, delete, select

from scorepad.rules.hand_sums import HandSums
from scorepad.rules.results import HandStats
from scorepad.store.base import table
from scorepad.store.batches import batches
from scorepad.store.figure_models import Meeting, Tally
from scorepad.store.figures.rows import Row
from scorepad.store.upserts import upserts


class Sums(NamedTuple):
    """What results add up to: columns of :class:`Tally`, which says more of them."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    places: int = 0
    hands: int = 0
    points: int = 0
    queens: int = 0
    moons: int = 0
    suns: int = 0
    exact_hits: int = 0


class Met(NamedTuple):
    """What the games of two players come to for one of them: columns of :class:`Meeting`."""

    games: int = 0
    wins: int = 0
    hands: int = 0
    ahead: int = 0
    level: int = 0


class TallyKey(NamedTuple):
    """Whose tally it is, and under which agreement."""

    player_id: int
    agreement_id: int


class MeetingKey(NamedTuple):
    """For whom it is that they met the other one, and under which agreement."""

    player_id: int
    other_id: int
    agreement_id: int


# Hands and queens are in both.
SUMMED: Final = tuple(dict.fromkeys((*Sums._fields, *HandSums._fields)))

_Numbers = TypeVar("_Numbers", Sums, HandSums, HandStats, Met)


def plus(one: _Numbers, other: _Numbers) -> _Numbers:
    """The sums of both."""
    return type(one)(*map(add, one, other))


def less(numbers: _Numbers) -> _Numbers:
    """What takes them off again."""
    return type(numbers)(*map(neg, numbers))


class Total(NamedTuple):
    """All that a tally holds."""

    sums: Sums
    hand_sums: HandSums
    by_pass: Mapping[int, HandStats]
    by_seat: Mapping[int, Sums]

    def plus(self, other: Total) -> Total:
        """The sums of both."""
        return Total(
            plus(self.sums, other.sums),
            plus(self.hand_sums, other.hand_sums),
            _joined(self.by_pass, other.by_pass),
            _joined(self.by_seat, other.by_seat),
        )

    def less(self) -> Total:
        """What takes them off again."""
        return Total(
            less(self.sums),
            less(self.hand_sums),
            {offset: less(stats) for offset, stats in self.by_pass.items()},
            {seat: less(sums) for seat, sums in self.by_seat.items()},
        )


def _joined(one: Mapping[int, _Numbers], more: Mapping[int, _Numbers]) -> Mapping[int, _Numbers]:
    joined = dict(one)
    for of, numbers in more.items():
        joined[of] = plus(joined[of], numbers) if of in joined else numbers
    return joined


class Changes:
    """What some results add to the tallies and meetings of their players, or take off."""

    def __init__(self) -> None:
        self.totals: dict[TallyKey, Total] = {}
        self.meetings: dict[MeetingKey, Met] = {}

    def add(self, results: Sequence[Row], *, off: bool = False) -> None:
        """Add the results of one game; ``off``: take them off again."""
        for result in results:
            key = TallyKey(result["player_id"], result["agreement_id"])
            self.add_total(key, total_of(result), off=off)
        finished = [result for result in results if result["place"] is not None]
        for result, other in permutations(finished, 2):
            pair = MeetingKey(result["player_id"], other["player_id"], result["agreement_id"])
            met = Met(
                games=1,
                wins=int(result["winners"] > 0),
                hands=min(result["hands"], other["hands"]),
                ahead=int(result["place"] < other["place"]),
                level=int(result["place"] == other["place"]),
            )
            self.add_meeting(pair, met, off=off)

    def add_total(self, key: TallyKey, total: Total, *, off: bool = False) -> None:
        """Add to the tally of this key."""
        more = total.less() if off else total
        known = self.totals.get(key)
        self.totals[key] = more if known is None else known.plus(more)

    def add_meeting(self, key: MeetingKey, met: Met, *, off: bool = False) -> None:
        """Add what some games of two players come to."""
        more = less(met) if off else met
        known = self.meetings.get(key)
        self.meetings[key] = more if known is None else plus(known, more)

    def store(self, connection: Connection) -> None:
        """Add these to what is stored; what then holds nothing is deleted."""
        dialect = connection.dialect.name
        totals = {}
        # Of one agreement after the other: few of them are asked for at a time.
        for keys in batches(sorted(self.totals, key=attrgetter("agreement_id"))):
            players, agreements = zip(*keys, strict=True)
            asked = {"players": {*players}, "agreements": {*agreements}}
            found = connection.execute(_STORED, asked).mappings()
            stored = {
                TallyKey(row["player_id"], row["agreement_id"]): _total_in(dict(row))
                for row in found
            }
            for key in keys:
                more = self.totals[key]
                totals[key] = stored[key].plus(more) if key in stored else more
        if tallies := [tally_row(*each) for each in totals.items()]:
            connection.execute(_PUT[dialect], tallies)
        if meetings := [meeting_row(*each) for each in self.meetings.items() if any(each[1])]:
            connection.execute(_MEET[dialect], meetings)
        if empty := [row for row in tallies if not row["games"] and not row["hands"]]:
            connection.execute(_DROP, empty)
        if fewer := [row for row in meetings if row["games"] < 0]:
            connection.execute(_DROP_MEETINGS, fewer)


def tally_row(key: TallyKey, total: Total) -> Row:
    """The row that holds this tally."""
    by_pass, by_seat = (
        {str(of): list(numbers) for of, numbers in parts.items() if any(numbers)}
        for parts in (total.by_pass, total.by_seat)
    )
    sums = {**total.hand_sums._asdict(), **total.sums._asdict()}
    return {**key._asdict(), **sums, "by_pass": by_pass, "by_seat": by_seat}


def meeting_row(key: MeetingKey, met: Met) -> Row:
    """The row that holds this meeting."""
    return {**key._asdict(), **met._asdict()}


def by_pass_of(stats: Mapping[str, Sequence[int]]) -> dict[int, HandStats]:
    """What is stored by the offset passed."""
    return {int(offset): HandStats(*numbers) for offset, numbers in stats.items()}


def by_seat_of(sums: Mapping[str, Sequence[int]]) -> dict[int, Sums]:
    """What is stored by the seat."""
    return {int(seat): Sums(*numbers) for seat, numbers in sums.items()}


_SUMS_IN: Final = itemgetter(*Sums._fields)
_HAND_SUMS_IN: Final = itemgetter(*HandSums._fields)
_PLAYED_IN: Final = itemgetter(*HandStats._fields)


def sums_in(row: Row) -> Sums:
    """The sums that a row has in its columns."""
    return Sums._make(_SUMS_IN(row))


def hand_sums_in(row: Row) -> HandSums:
    """The same of the hand sums."""
    return HandSums._make(_HAND_SUMS_IN(row))


def _total_in(row: Row) -> Total:
    return Total(
        sums_in(row),
        hand_sums_in(row),
        by_pass_of(row["by_pass"]),
        by_seat_of(row["by_seat"]),
    )


def total_of(result: Row) -> Total:
    """What one result comes to."""
    place = result["place"]
    finished = (0, 0, 0, 0)
    if place is not None:
        finished = (1, int(result["winners"] > 0), int(result["winners"] > 1), place)
    sums = Sums(*finished, *_PLAYED_IN(result))
    return Total(
        sums,
        hand_sums_in(result),
        by_pass_of(result["stats"]),
        {} if place is None else {result["seat"]: sums},
    )


_STORED: Final = select(*table(Tally).c).where(
    Tally.player_id.in_(bindparam("players", expanding=True)),
    Tally.agreement_id.in_(bindparam("agreements", expanding=True)),
)
_PUT: Final = upserts(Tally, TallyKey._fields, new=(*SUMMED, "by_pass", "by_seat"))
_MEET: Final = upserts(Meeting, MeetingKey._fields, more=Met._fields)
_DROP: Final = delete(Tally).where(
    *(getattr(Tally, name) == bindparam(name) for name in TallyKey._fields)
)
_DROP_MEETINGS: Final = delete(Meeting).where(
    *(getattr(Meeting, name) == bindparam(name) for name in MeetingKey._fields), Meeting.games == 0
)
