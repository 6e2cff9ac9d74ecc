"""Tallies: sums over results. What a game adds is worked out from its results alone, and is taken
off again in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import add, neg
from typing import Final, NamedTuple

from sqlalchemy import Connection, Insert, bindparam, delete
from sqlalchemy.dialects import postgresql, sqlite

from scorepad.rules.hand_sums import HandSums
from scorepad.rules.results import HandStats
from scorepad.store.figures.rows import Row
from scorepad.store.models import Tally


class TallyKey(NamedTuple):
    """Whose tally it is, under which agreement, and over which results (see :class:`Tally`)."""

    player_id: int
    agreement_id: int
    kind: str
    of: int


class Sums(NamedTuple):
    """What a tally holds, in the order of its columns: see :class:`Tally`."""

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
    ahead: int = 0
    level: int = 0
    above: int = 0
    squares: int = 0
    queen_hands: int = 0
    queen_chance: int = 0
    passes: int = 0
    feared: int = 0
    feared_chance: int = 0
    closes: int = 0
    closed: int = 0
    closed_chance: int = 0
    after_queen: int = 0
    bounced: int = 0
    bounced_chance: int = 0
    near_moons: int = 0
    stopped: int = 0
    stopped_chance: int = 0
    leader_passes: int = 0
    spoiled: int = 0
    spoiled_chance: int = 0

    def plus(self, other: Sums) -> Sums:
        """The sums of both."""
        return Sums._make(map(add, self, other))

    def negative(self) -> Sums:
        """What takes it off again."""
        return Sums._make(map(neg, self))


# What rules count hand by hand; hands and queens are counted anyway.
COUNTED_BY_HAND: Final = tuple(name for name in HandSums._fields if name not in HandStats._fields)

Tallies = dict[TallyKey, Sums]


def tallies_of(results: Sequence[Row]) -> Tallies:
    """What the results of one game add to the tallies of its players."""
    return {key: sums for result in results for key, sums in _of_player(result, results)}


def add_to(tallies: Tallies, more: Mapping[TallyKey, Sums]) -> None:
    """Add ``more`` to ``tallies``."""
    for key, sums in more.items():
        known = tallies.get(key)
        tallies[key] = sums if known is None else known.plus(sums)


def subtract_from(tallies: Tallies, fewer: Mapping[TallyKey, Sums]) -> None:
    """Subtract ``fewer`` from ``tallies``."""
    add_to(tallies, {key: sums.negative() for key, sums in fewer.items()})


def _of_player(result: Row, results: Sequence[Row]) -> Iterator[tuple[TallyKey, Sums]]:
    def key(kind: str, of: int = 0) -> TallyKey:
        return TallyKey(result["player_id"], result["agreement_id"], kind, of)

    for offset, stats in result["stats"].items():
        yield key("pass", int(offset)), Sums(0, 0, 0, 0, *stats)
    game = _game(result)
    played = {name: result[name] for name in HandStats._fields}
    if game.games or result["hands"]:
        counted = {name: result[name] for name in COUNTED_BY_HAND}
        yield key("all"), game._replace(**played, **counted)
    if not game.games:
        return
    yield key("seat", result["seat"]), game._replace(**played)
    for other in results:
        if other["player_id"] != result["player_id"] and other["place"] is not None:
            compared = game._replace(
                hands=min(result["hands"], other["hands"]),
                ahead=int(result["place"] < other["place"]),
                level=int(result["place"] == other["place"]),
            )
            yield key("with", other["player_id"]), compared


def _game(result: Row) -> Sums:
    if result["place"] is None:
        return Sums()
    return Sums(
        games=1,
        wins=int(result["winners"] > 0),
        shared=int(result["winners"] > 1),
        places=result["place"],
    )


def _adding(statement: sqlite.Insert | postgresql.Insert) -> Insert:
    more = {name: getattr(Tally, name) + statement.excluded[name] for name in Sums._fields}
    return statement.on_conflict_do_update(index_elements=TallyKey._fields, set_=more)


_ADD: Final = {
    "sqlite": _adding(sqlite.insert(Tally)),
    "postgresql": _adding(postgresql.insert(Tally)),
}
_DROP_EMPTY: Final = delete(Tally).where(
    *(getattr(Tally, name) == bindparam(f"key_{name}") for name in TallyKey._fields),
    Tally.games == 0,
    Tally.hands == 0,
)


def store(connection: Connection, tallies: Mapping[TallyKey, Sums]) -> None:
    """Add these to the stored tallies; those that then hold nothing are deleted."""
    changes = {key: sums for key, sums in tallies.items() if any(sums)}
    if not changes:
        return
    rows = [{**key._asdict(), **sums._asdict()} for key, sums in changes.items()]
    connection.execute(_ADD[connection.dialect.name], rows)
    fewer = [key for key, sums in changes.items() if sums.games < 0 or sums.hands < 0]
    if fewer:
        named = [{f"key_{name}": of for name, of in key._asdict().items()} for key in fewer]
        connection.execute(_DROP_EMPTY, named)
