"""What the CSV of a long pad costs, in times of SQLite's bare cursor that feeds ``csv.writer``.

Both read the same database in this process and throw away what they make. Rounds alternate; the
median of their ratios counts. Memory is what Python holds at most while the file is sent.
"""

from __future__ import annotations

import csv
import sqlite3
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from flask import Flask
from sqlalchemy import insert
from werkzeug.test import EnvironBuilder

from bench.figures import Figure
from scorepad.settings import make_settings
from scorepad.store.base import now
from scorepad.store.database.engine import begin_writing
from scorepad.store.models import Game, Hand, Player, Seat
from scorepad.store.verbs import pads, pens
from scorepad.web import create_app
from scorepad.web.database import db

# Ten times as many have the same ratios and need the same memory.
GAMES: Final = 1000
_HANDS_EACH: Final = 12
_PLAYERS: Final = ("Anna", "Ben", "Cara", "Dora", "Emil", "Fritz", "Gül", "Jörg, der Große")
_SEATS: Final = 4
_ROUNDS: Final = 5
# At least a quarter of the speed of the bare cursor.
_MOST_TIMES: Final = 4
_MOST_MEGABYTES: Final = 30

# As many columns and rows as the tidy file, without working anything out.
_BARE: Final = """
    SELECT pads.name, number, started, finished, rules, line, games.dealer, passed, seat,
           players.name, hearts, cards, moon, sun, opening, hands_before, corrected, revision
    FROM games
    JOIN pads ON pads.id = games.pad_id
    JOIN hands ON hands.game_id = games.id
    JOIN seats ON seats.game_id = games.id
    JOIN players ON players.id = seats.player_id
    WHERE binned IS NULL AND struck IS NULL
    ORDER BY number, line, seat"""


def csv_stream() -> list[Figure]:
    """A figure for each layout, and one for the memory."""
    with tempfile.TemporaryDirectory() as folder:
        settings = make_settings(Path(folder))
        app = create_app(settings)
        address = _long_pad(app)
        (database,) = Path(folder).glob("*.sqlite")
        layouts = {
            "tidy CSV of a pad": lambda: _read(app, f"{address}/hands.csv"),
            "the same as on paper": lambda: _read(app, f"{address}/hands.csv?layout=sheet"),
        }
        costs = {"bare": lambda: _bare(database), **layouts}
        rounds = [{name: _seconds(do) for name, do in costs.items()} for _ in range(_ROUNDS)]
        memory = max(map(_megabytes, layouts.values()))
    times = {
        name: statistics.median(each[name] / each["bare"] for each in rounds) for name in layouts
    }
    return [
        *(
            Figure(
                name,
                value,
                _MOST_TIMES,
                f"bare cursors ({1 / value:.2f} of their speed; at least {1 / _MOST_TIMES})",
            )
            for name, value in times.items()
        ),
        Figure("memory while it is sent", memory, _MOST_MEGABYTES, "MB"),
    ]


def _seconds(do: Callable[[], None]) -> float:
    before = time.thread_time()
    do()
    return time.thread_time() - before


def _megabytes(do: Callable[[], None]) -> float:
    """The most memory that Python holds meanwhile."""
    tracemalloc.start()
    try:
        do()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


class _Nowhere:
    """A file that keeps nothing."""

    def write(self, text: str) -> int:
        """Count what is written."""
        return len(text)


def _bare(database: Path) -> None:
    connection = sqlite3.connect(database)
    try:
        csv.writer(_Nowhere()).writerows(connection.execute(_BARE))
    finally:
        connection.close()


def _read(app: Flask, address: str) -> None:
    """Ask for a file and read it to its end. Raises RuntimeError if it is not all there."""
    response = app.test_client().open(EnvironBuilder(address), buffered=False)
    rows = sum(chunk.count(b"\n") for chunk in response.iter_encoded())
    response.close()
    if rows < GAMES * _HANDS_EACH:
        raise RuntimeError(f"{address}: {rows} rows")


def _long_pad(app: Flask) -> str:
    """A pad with many finished games, written row by row; its address."""
    dice = Random(13)  # noqa: S311 (nothing secret)
    with app.app_context():
        session = db.session()
        begin_writing(session.connection())
        device, _ = pens.new_device(session)
        pad = pads.new_pad(session, device.id)
        session.flush()
        players = session.scalars(
            insert(Player).returning(Player.id),
            [{"pad_id": pad.id, "name": name, "name_key": name.casefold()} for name in _PLAYERS],
        ).all()
        games = session.scalars(
            insert(Game).returning(Game.id),
            [{"pad_id": pad.id, "number": number, "rules": {"target": 1000}, "dealer": 0,
              "entry_id": str(number), "finished": now()}
             for number in range(1, GAMES + 1)],
        ).all()  # fmt: skip
        session.execute(
            insert(Seat),
            [{"game_id": game, "seat": seat, "player_id": player}
             for game in games for seat, player in enumerate(dice.sample(players, _SEATS))],
        )  # fmt: skip
        session.execute(
            insert(Hand),
            [{"game_id": game, "line": line, "entry_id": str(line), "hearts": _hearts(dice),
              "cards": {"QS": dice.randrange(_SEATS)}}
             for game in games for line in range(1, _HANDS_EACH + 1)],
        )  # fmt: skip
        address = f"/pad/{pad.address}"
        session.commit()
    return address


def _hearts(dice: Random) -> list[int]:
    """Thirteen hearts, each taken by somebody."""
    takers = dice.choices(range(_SEATS), k=13)
    return [takers.count(seat) for seat in range(_SEATS)]
