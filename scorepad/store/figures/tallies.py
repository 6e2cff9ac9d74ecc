"""Tallies: sums over results. What a game adds is worked out from its results alone, and is taken
off again in the same way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import add
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Insert, bindparam, delete
from sqlalchemy.dialects import postgresql, sqlite

from scorepad.rules.results import HandStats
from scorepad.store.figures.rows import Row
from scorepad.store.models import Tally
from scorepad.store.snapshot import table

TALLIES: Final = table(Tally)


class Key(NamedTuple):
    """Whose tally it is, under which agreement, and over which results (see :class:`Tally`)."""

    player_id: int
    agreement_id: int
    kind: str
    of: int


class Sums(NamedTuple):
    """What a tally holds, in the order of its columns."""

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

    def plus(self, other: Sums) -> Sums:
        """Both add_to."""
        return Sums(*map(add, self, other))

    def negative(self) -> Sums:
        """What takes it off again."""
        return Sums(*(-each for each in self))


Tallies = dict[Key, Sums]


def tallies_of(results: Sequence[Row]) -> Tallies:
    """What the results of one game add to the tallies of its players."""
    tallies: Tallies = {}
    for result in results:
        for key, sums in _of_player(result, results):
            tallies[key] = tallies.get(key, Sums()).plus(sums)
    return tallies


def add_to(tallies: Tallies, more: Mapping[Key, Sums]) -> None:
    """Add ``more`` to ``tallies``."""
    for key, sums in more.items():
        tallies[key] = tallies.get(key, Sums()).plus(sums)


def subtract_from(tallies: Tallies, fewer: Mapping[Key, Sums]) -> None:
    """Subtract ``fewer`` from ``tallies``."""
    add_to(tallies, {key: sums.negative() for key, sums in fewer.items()})


def _of_player(result: Row, results: Sequence[Row]) -> Iterator[tuple[Key, Sums]]:
    def key(kind: str, of: int = 0) -> Key:
        return Key(result["player_id"], result["agreement_id"], kind, of)

    by_pass = {int(offset): HandStats(*deeds) for offset, deeds in result["deeds"].items()}
    for offset, deeds in by_pass.items():
        yield key("pass", offset), _sums(deeds)
    played = _sums(HandStats(*map(sum, zip(*by_pass.values(), strict=True))))
    if result["place"] is None:
        if by_pass:
            yield key("all"), played
        return
    game = _game(result)
    yield key("all"), game.plus(played)
    yield key("seat", result["seat"]), game.plus(played)
    for other in results:
        if other["player_id"] != result["player_id"] and other["place"] is not None:
            compared = Sums(
                ahead=int(result["place"] < other["place"]),
                level=int(result["place"] == other["place"]),
            )
            yield key("with", other["player_id"]), game.plus(compared)


def _game(result: Row) -> Sums:
    return Sums(
        games=1,
        wins=int(result["winners"] > 0),
        shared=int(result["winners"] > 1),
        places=result["place"],
    )


def _sums(deeds: HandStats) -> Sums:
    return Sums(0, 0, 0, 0, *deeds)


def _adding(insert: Any) -> Insert:
    statement = insert(TALLIES)
    more = {name: TALLIES.c[name] + statement.excluded[name] for name in Sums._fields}
    added: Insert = statement.on_conflict_do_update(index_elements=Key._fields, set_=more)
    return added


_ADD: Final = {"sqlite": _adding(sqlite.insert), "postgresql": _adding(postgresql.insert)}
_EMPTY: Final = delete(TALLIES).where(
    TALLIES.c.player_id.in_(bindparam("players", expanding=True)),
    TALLIES.c.games == 0,
    TALLIES.c.hands == 0,
)


def store(connection: Connection, tallies: Mapping[Key, Sums]) -> None:
    """Add these to the stored tallies; those that then hold nothing are deleted."""
    changes = {key: sums for key, sums in tallies.items() if any(sums)}
    if not changes:
        return
    rows = [{**key._asdict(), **sums._asdict()} for key, sums in changes.items()]
    connection.execute(_ADD[connection.dialect.name], rows)
    if any(sums.games < 0 or sums.hands < 0 for sums in changes.values()):
        connection.execute(_EMPTY, {"players": sorted({key.player_id for key in changes})})
