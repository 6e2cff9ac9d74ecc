"""What runs from game to game in the order in which they were started: wins in a row, hands without
the queen, evenings.

Each row holds where it stands after its game, worked out from the one before. After a change of a
game the rows behind it are followed until they are as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, Update, bindparam, select, tuple_, update

from scorepad.store.figures.rows import OUTCOMES, RESULTS, Row

# A game belongs to the evening of the one before if it was started so soon after that one's start.
# A night's sleep is longer, and no game of cards with its meal is.
SAME_EVENING: Final = timedelta(hours=6)

_AT_A_TIME: Final = 50
_EARLIEST: Final = datetime.min.replace(tzinfo=UTC)

# What a row has after its game, from the row itself and the one before, if there is one.
Step = Callable[[Row, Row | None], Row]


def won_in_a_row(result: Row, before: Row | None) -> Row:
    """A player's streaks after a game; a game that they did not finish leaves wins as they were."""
    wins, without = (before["wins_in_a_row"], before["still_without_queen"]) if before else (0, 0)
    if result["place"] is not None:
        wins = wins + 1 if result["winners"] else 0
    hands = sum(deeds[0] for deeds in result["deeds"].values())
    first, last, longest = (result[f"queen_{name}"] for name in ("first", "last", "longest"))
    if first is None:
        return {"wins_in_a_row": wins, "without_queen": 0, "still_without_queen": without}
    return {
        "wins_in_a_row": wins,
        "without_queen": max(without + first, longest),
        # Without a queen the run goes through.
        "still_without_queen": without + hands if first == hands else last,
    }


def of_the_evening(outcome: Row, before: Row | None) -> Row:
    """To which evening a game belongs, and the evening's moons after it."""
    moons: int = outcome["moons"]
    if before is None or outcome["started"] - before["started"] > SAME_EVENING:
        return {"evening": outcome["number"], "evening_moons": moons}
    return {"evening": before["evening"], "evening_moons": before["evening_moons"] + moons}


class Chain:
    """The rows of one player or one pad, by their games' start; ``step`` works each one out."""

    def __init__(
        self, rows: Table, whose: str, key: Sequence[str], columns: Sequence[str], step: Step
    ) -> None:
        place = tuple_(rows.c.started, rows.c.number)
        here = tuple_(bindparam("start", type_=rows.c.started.type), bindparam("at"))
        of_one = select(rows).where(rows.c[whose] == bindparam("whose"))
        order = (rows.c.started, rows.c.number)
        self._step = step
        self._key, self._columns = key, columns
        self._before: Select[Any] = (
            of_one.where(place < here).order_by(*(each.desc() for each in order)).limit(1)
        )
        self._from: Select[Any] = of_one.where(place >= here).order_by(*order).limit(_AT_A_TIME)
        self._write: Update = (
            update(rows)
            .where(*(rows.c[name] == bindparam(f"row_{name}") for name in key))
            .values({name: bindparam(name) for name in columns})
        )

    def follow(self, connection: Connection, whose: int, started: datetime, number: int) -> None:
        """Work the rows out anew from the game of this start and number on, as far as need be."""
        place = {"whose": whose, "start": started, "at": number}
        found = connection.execute(self._before, place).mappings().first()
        before: Row | None = dict(found) if found else None
        for row in self._rows_from(connection, place):
            stand = self._step(row, before)
            same = all(row[name] == value for name, value in stand.items())
            # The game itself may stand as it did by chance; behind it nothing then changes.
            if same and (row["started"], row["number"]) != (started, number):
                return
            before = {**row, **stand}
            self._write_all(connection, [] if same else [before])

    def follow_all(self, connection: Connection, whose: int) -> None:
        """Work all of the rows out anew."""
        before: Row | None = None
        changed = []
        for row in self._rows_from(connection, {"whose": whose, "start": _EARLIEST, "at": 0}):
            stand = self._step(row, before)
            before = {**row, **stand}
            if any(row[name] != value for name, value in stand.items()):
                changed.append(before)
        self._write_all(connection, changed)

    def _rows_from(self, connection: Connection, place: Row) -> Iterator[Row]:
        while True:
            rows = connection.execute(self._from, place).mappings().all()
            yield from map(dict, rows)
            if len(rows) < _AT_A_TIME:
                return
            place = {**place, "start": rows[-1]["started"], "at": rows[-1]["number"] + 1}

    def _write_all(self, connection: Connection, rows: Sequence[Row]) -> None:
        if rows:
            names = {f"row_{name}": name for name in self._key} | {n: n for n in self._columns}
            connection.execute(
                self._write, [{to: row[name] for to, name in names.items()} for row in rows]
            )


PLAYERS: Final = Chain(
    RESULTS,
    "player_id",
    ("game_id", "player_id"),
    ("wins_in_a_row", "without_queen", "still_without_queen"),
    won_in_a_row,
)
EVENINGS: Final = Chain(
    OUTCOMES, "pad_id", ("game_id",), ("evening", "evening_moons"), of_the_evening
)
