"""What changes cost in a pad of ten years: of its first game, of two players, and its deletion.

A change of a game is compared with the same in a small pad. A merge touches all games of a player,
and a deletion all there are: what these take has a bound.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from bench.asking import Clock, answer, cookies_of, cost, post, request
from bench.figures import Figure
from bench.hello import hello_app
from scorepad.store.database.engine import roomy
from scorepad.store.models import Game, Hand, Pad
from scorepad.store.verbs.forget_pad import delete_pad, delete_piece
from scorepad.web.database import database_of
from tests.support.many_games import PLAYERS, FilledPad
from tests.support.played_games import SEATS
from tests.web.apps import reading
from tests.web.cast import Table
from tests.web.pages import Value

_TIMES: Final = 3
# So many does the first game have: it is not compared with longer ones.
_HANDS: Final = 10
# Two players of 2,700 games each, of 15,000: a third of a second where a hello takes 0.05 ms.
_MERGE: Final[Mapping[str, int]] = {"SQLite": 7_000, "PostgreSQL": 11_000}
# A tenth of a second where a hello takes 0.04 ms.
_PIECE: Final = 2_500
# Nine tenths of a second there, and a second on a server, with pauses for others. Nearly half of
# it a server looks up for each game whether its hands, seats, substitutions and changes are gone.
_DELETION: Final[Mapping[str, int]] = {"SQLite": 22_000, "PostgreSQL": 25_000}
T = TypeVar("T")


class Writer:
    """The holder of a pad's pen: sends forms and measures what each costs, by this clock."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self.table = table
        self.clock = clock
        self._cookies = cookies_of(table)
        self._form = table.entry()

    def cost(self, path: str, revision: int = 0, **fields: Value) -> float:
        """The seconds of CPU of a form for an address below the pad."""
        address = f"{self.table.pad}{path}"
        environ = post(address, self._form, self._cookies, revision, fields)
        start = self.clock()
        answer(self.table.app, environ, ("303",))
        return self.clock() - start


class FirstGame:
    """The first game of a pad that had so many hands: nearly all others were played since."""

    def __init__(self, writer: Writer, pad: FilledPad) -> None:
        with reading(writer.table.app) as session:
            number = session.scalars(_first_over(pad)).one()
        self._writer = writer
        self._path = f"table/{number}"
        table = Table(writer.table.phone, f"{writer.table.pad}{self._path}")
        self._revision = int(table.act("bin")["revision"] or 0)
        hand = table.correction(1).visible()
        hearts = [hand[f"hearts_{seat}"] for seat in range(SEATS)]
        moved = {f"hearts_{seat}": hearts[seat - 1] for seat in range(SEATS)}
        self._moved, self._hand = {**hand, **moved}, hand

    def bin(self) -> float:
        """What it costs to bin it."""
        return self._binned()[0]

    def restore(self) -> float:
        """What it costs to take it out of the bin."""
        return self._binned()[1]

    def correct(self) -> float:
        """What it costs to correct its first hand: to give the hearts to the next seats."""
        moved, back = (self._do("hand/1", **each) for each in (self._moved, self._hand))
        return (moved + back) / 2

    def _binned(self) -> tuple[float, float]:
        return self._do("bin"), self._do("unbin")

    def _do(self, act: str, **fields: Value) -> float:
        spent = self._writer.cost(f"{self._path}/{act}", self._revision, **fields)
        self._revision += 1
        return spent


def first_game(writer: Writer, pad: FilledPad) -> Iterator[tuple[str, Callable[[], float]]]:
    """What changes of the first game cost, by their names."""
    game = FirstGame(writer, pad)
    for name, change in (("bin", game.bin), ("restore", game.restore), ("correct", game.correct)):
        yield f"{name}, the first game", partial(_median, change)


def _first_over(pad: FilledPad) -> Select[int]:
    over = (Game.pad_id == pad.id, Game.finished.is_not(None), Game.binned.is_(None))
    hands = select(Game.number).join(Hand).where(*over).group_by(Game.number)
    return hands.having(func.count() == _HANDS).order_by(Game.number).limit(1)


def _median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(_TIMES))


def all_games(database: str, writer: Writer, pad: FilledPad, games: int) -> list[Figure]:
    """Figures of what touches all of so many games; the pad is gone afterwards."""
    hello = partial(cost, request(hello_app(), "/"))
    merged = [(hello(), *_merged(writer, pad)) for _ in range(_TIMES)]
    pieces = _deletion(writer, pad)
    # A single one may be off by a fifth.
    yardstick = statistics.median([*(costs[0] for costs in merged), hello(), hello()])
    here = f"hellos ({database})"
    return [
        *(
            Figure(
                name,
                statistics.median(costs[at] / costs[0] for costs in merged),
                _MERGE[database],
                here,
            )
            for at, name in ((1, "merge"), (2, "undo of a merge"))
        ),
        # One may be in the way of something else that the machine does.
        Figure("9 in 10 pieces of a deletion", _most(pieces) / yardstick, _PIECE, here),
        Figure(
            "deletion",
            sum(pieces) / games * 10_000 / yardstick,
            _DELETION[database],
            f"hellos for 10,000 games ({database})",
        ),
    ]


def _most(costs: Sequence[float]) -> float:
    """What nine of ten cost at most."""
    return statistics.quantiles(costs, n=10)[-1]


def _merged(writer: Writer, pad: FilledPad) -> tuple[float, float]:
    """The seconds that a merge of two players takes, and its undo."""
    merged = writer.cost(f"player/{pad.twin}/merge", same=PLAYERS[-1])
    history = writer.table.phone.open(f"{writer.table.pad}players/history")
    change = history.form("/players/undo")["change"]
    return merged, writer.cost("players/undo", change=change)


def _deletion(writer: Writer, pad: FilledPad) -> list[float]:
    """The seconds that each transaction takes with which a pad is deleted."""
    database = database_of(writer.table.app)
    # It would take a part in it.
    database.housekeeping.stop()
    costs = []

    def measured(step: Callable[[Session], T]) -> T:
        start = writer.clock()
        with database.writing() as session, roomy(session):
            done = step(session)
        costs.append(writer.clock() - start)
        return done

    measured(lambda session: delete_pad(session, session.get_one(Pad, pad.id)))
    while measured(lambda session: delete_piece(session, pad.id)):
        pass
    return costs
