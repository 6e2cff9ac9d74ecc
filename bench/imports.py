"""What an import costs others: the CPU time while nobody else can write, for each 1,000 games.

The same for a file of 1,000 games and one of 10,000, on SQLite and, where its programs are, on
PostgreSQL, whose CPU time counts as well, though there only the pad itself is locked. And what room
is taken by what is imported.
"""

from __future__ import annotations

import io
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from flask import Flask
from sqlalchemy import text

from bench.asking import Clock, cost, request
from bench.figures import Figure
from bench.growth import server_clock
from bench.hello import hello_app
from scorepad.settings import make_settings
from scorepad.store.models import Pad
from scorepad.store.transfer.check import check
from scorepad.store.transfer.importing import Target, import_games
from scorepad.store.verbs.pads import new_pad
from scorepad.web import create_app
from scorepad.web.database import database_of
from tests.support.many_games import PLAYERS
from tests.support.played_games import SEATS, PlayedGame, played_game
from tests.support.postgres import is_installed, throwaway_cluster

_SIZES: Final = (1_000, 10_000)
_DIFFERENT: Final = 200
# An evening has four games.
_AN_EVENING: Final = 4
# 0.16 s where a hello takes 0.045 ms and 0.3 s where it takes 0.085; on a server, where each row is
# looked up in those it refers to by a trigger, 0.3 s where it takes 0.048, but nobody waits who
# does not write in the same pad.
_BOUNDS: Final = {"SQLite": 3_500, "PostgreSQL": 6_300}
# What the README says: of a file as Scorepad writes it, and of one that says the least.
_ROOM: Final = 4
_ROOM_OF_TERSE: Final = 6
_LOG: Final = 1.2


def imports() -> list[Figure]:
    """A figure for each size, on each database."""
    with tempfile.TemporaryDirectory() as folder:
        figures = _figures("SQLite", create_app(make_settings(Path(folder))), lambda: 0)
    figures += _rooms()
    if not is_installed():
        return [*figures, Figure("PostgreSQL is not here", 0, unit="")]
    with throwaway_cluster() as uri, tempfile.TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder), uri))
        return [*figures, *_figures("PostgreSQL", app, server_clock(app))]


def _figures(database: str, app: Flask, server: Clock) -> list[Figure]:
    clock: Clock = lambda: time.thread_time() + server()  # noqa: E731 (a clock of both)
    hello = partial(cost, request(hello_app(), "/"))
    try:
        # The first one also has every statement compiled.
        _locked(app, clock, _file(10), 10)
        return [
            Figure(
                f"{games:,} games",
                _locked(app, clock, _file(games), games) / games * 1_000 / hello(),
                _BOUNDS[database],
                f"hellos for 1,000 games ({database})",
            )
            for games in _SIZES
        ]
    finally:
        database_of(app).engine.dispose()


def _rooms() -> list[Figure]:
    """Figures of the room that a file of games takes in SQLite's file, and in its log."""
    whole, log = _room(_file(_SIZES[0]))
    terse, _ = _room(_file(_SIZES[0], terse=True))
    return [
        Figure("room of its games", whole, _ROOM, "times the file (SQLite)"),
        Figure("without their times", terse, _ROOM_OF_TERSE, "times the file (SQLite)"),
        Figure("their log", log / whole, _LOG, "times their room (SQLite)"),
    ]


def _room(file: bytes) -> tuple[float, float]:
    """How many times a file of games SQLite's file grows by it, and its log."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        app = create_app(make_settings(folder))
        try:
            before = _size(app)
            _locked(app, time.thread_time, file, _SIZES[0])
            log = (folder / "scorepad.sqlite-wal").stat().st_size
            return (_size(app) - before) / len(file), log / len(file)
        finally:
            database_of(app).engine.dispose()


def _size(app: Flask) -> int:
    """The bytes of SQLite's file, once the log is folded in."""
    with database_of(app).engine.connect() as connection:
        pages, size = (connection.scalar(text(f"PRAGMA page_{each}")) for each in ("count", "size"))
        return int(pages) * int(size)


def _locked(app: Flask, clock: Clock, file: bytes, games: int) -> float:
    """The seconds of CPU of the transaction that writes a file's games into a new pad."""
    database = database_of(app)
    with database.writing() as session:
        pad = new_pad(session, None).id
    spent = 0.0

    @contextmanager
    def writing(_: int) -> Iterator[Target]:
        nonlocal spent
        start = clock()
        with database.writing() as session:
            yield Target(session, session.get_one(Pad, pad))
        spent += clock() - start

    with check(io.BytesIO(file), lines_for_sure=True) as checked:
        if import_games(database.reading, writing, pad, None, checked.games).games != games:
            raise RuntimeError("not all of the games were imported")
    return spent


def _file(games: int, *, terse: bool = False) -> bytes:
    random = Random(1)  # noqa: S311 (no secret: the same games again)
    different = [played_game(random) for _ in range(_DIFFERENT)]
    return b"".join(
        json.dumps(_document(number, random.choice(different), random, terse)).encode() + b"\n"
        for number in range(1, games + 1)
    )


def _document(number: int, played: PlayedGame, random: Random, terse: bool) -> dict[str, Any]:
    """A game as its file has it; ``terse``: without what need not be said."""
    evening, of_evening = divmod(number, _AN_EVENING)
    started = datetime(2016, 1, 1, 19, tzinfo=UTC) + timedelta(days=evening, hours=of_evening)
    hands = [
        {
            "hearts": hand.hearts,
            "cards": dict(hand.cards),
            **({"moon": hand.moon_choice} if hand.moon_choice else {}),
            **({"sun": True} if hand.sun else {}),
            **({} if terse else {"recorded": (started + timedelta(minutes=5 * at)).isoformat()}),
        }
        for at, hand in enumerate(played.hands)
    ]
    document = {
        "format": "scorepad-game",
        "version": 1,
        **({} if terse else {"id": f"game {number}", "number": number}),
        "started": started.isoformat(),
        "rules": dict(played.options),
        "players": random.sample(PLAYERS, SEATS),
        "dealer": played.dealer,
        "hands": hands,
    }
    return document if played.ending else {**document, "stopped": started.isoformat()}
