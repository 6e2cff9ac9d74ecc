"""What a pad costs after ten years: each page of one with 10,000 games, in those of one with 10.

So do changes (:mod:`bench.changes`). Both pads are in the same database, on SQLite and, where its
programs are, on PostgreSQL, whose CPU time counts as well. Each round asks both pads in turn; the
median of the ratios is judged.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from flask import Flask
from sqlalchemy import select, text

from bench.asking import Clock, Saves, cookies_of, cost, request
from bench.changes import Writer, all_games, first_game
from bench.figures import Figure
from bench.hello import hello_app
from scorepad.settings import make_settings
from scorepad.store.database.engine import begin_writing
from scorepad.store.figure_models import Evening
from scorepad.web import create_app
from scorepad.web.database import database_of, db
from tests.support.many_games import FilledPad, Size, fill
from tests.support.postgres import is_installed, throwaway_cluster
from tests.web.cast import COOKIE, Phone, Table

# As many as a page shows are in the bin and hold a pen: what is compared is how they are found.
FEW: Final = Size(games=10, binned=10, pens=10, held=10)
MANY: Final = Size(games=10_000, binned=5_000, pens=500, held=100)
_BOUND: Final = 1.3
_ROUNDS: Final = 13
_SAVES_EACH: Final = 6
# A request with any cookie of ours is never answered from the cache.
_OWN_COOKIE: Final = "scorepad_x=1"

# Pages by their addresses below the pad: "{game}" is its running game, "{of_two}" an evening of two
# games, for a story takes as long as they do; the others are as FilledPad has them. With the pen;
# those in _LOOKED_AT without.
_PAGES: Final[Mapping[str, str]] = {
    "front page": "",
    "its last page": "?oldest",
    "table": "table/{game}",
    "table, looked at": "table/{game}",
    "in the middle": "table/{game}/middle",
    "the first game": "table/1",
    "log": "table/{game}/log",
    "new game": "new",
    "bin": "bin",
    "pens": "pens",
    "search": "games?player={player}",
    "players": "players",
    "player": "player/{player}",
    "player, all rules": "player/{player}?rules=all",
    "records": "records",
    "evenings": "evenings",
    "evening": "evening/{evening}",
    # A season costs by its own games: here those of the last evening.
    "players of a season": "players?from={day}",
    "player in a season": "player/{player}?from={day}",
    "records of a season": "records?from={day}",
    "evenings of a season": "evenings?from={day}",
    "story": "evening/{of_two}/story",
    "note on an evening": "table/{evening}/evening-note",
    "card": "card",
}
_LOOKED_AT: Final = {"table, looked at", "in the middle"}
# Ten games are three evenings, and a page lists twelve; of skill they say nothing yet.
_LONGER: Final = {"evenings", "players"}


def growth() -> list[Figure]:
    """A figure for every page, on each database."""
    with tempfile.TemporaryDirectory() as folder:
        figures = _figures("SQLite", create_app(make_settings(Path(folder))), lambda: 0)
    if not is_installed():
        return [*figures, Figure("PostgreSQL is not here", 0, unit="")]
    with throwaway_cluster() as uri, tempfile.TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder), uri))
        return [*figures, *_figures("PostgreSQL", app, server_clock(app))]


def _figures(database: str, app: Flask, server: Clock) -> list[Figure]:
    clock: Clock = lambda: time.thread_time() + server()  # noqa: E731 (a clock of both)
    with filled(app, (FEW, MANY)) as tables:
        writers = [(Writer(table, clock), pad) for table, pad in tables]
        few, many = (
            {**dict(costs(writer.table, pad, clock)), **dict(first_game(writer, pad))}
            for writer, pad in writers
        )
        hello = partial(cost, request(hello_app(), "/"), clock)
        rounds = [
            (hello(), {name: (few[name](), many[name]()) for name in few}) for _ in range(_ROUNDS)
        ]
        in_all = all_games(database, *writers[1], MANY.games + MANY.binned)
    figures = []
    for name in few:
        small, large = (
            statistics.median(costs[name][pad] / yardstick for yardstick, costs in rounds)
            for pad in (0, 1)
        )
        ratio = statistics.median(costs[name][1] / costs[name][0] for _, costs in rounds)
        unit = f"times, {small:.1f} and {large:.1f} hellos ({database})"
        figures.append(Figure(name, ratio, None if name in _LONGER else _BOUND, unit))
    return figures + in_all


def costs(table: Table, pad: FilledPad, clock: Clock) -> Iterator[tuple[str, Callable[[], float]]]:
    """What each page of a pad costs, and a save, by their names."""
    pen = cookies_of(table)
    with table.app.app_context():
        evenings = select(Evening.number).where(Evening.pad_id == pad.id, Evening.games == 2)
        of_two = db.session().scalars(evenings.order_by(Evening.started).limit(1)).one()
    for name, path in _PAGES.items():
        ids = {
            "player": pad.player,
            "rules": pad.agreement,
            "evening": pad.evening,
            "day": pad.day,
            "of_two": of_two,
        }
        address = table.pad + path.format(game=table.number, **ids)
        cookies = _OWN_COOKIE if name in _LOOKED_AT else pen
        yield name, partial(cost, request(table.app, address, cookies), clock)
    saves = Saves([table], clock)
    yield "save", lambda: statistics.median(saves.cost() for _ in range(_SAVES_EACH))


@contextmanager
def filled(app: Flask, sizes: Sequence[Size]) -> Iterator[list[tuple[Table, FilledPad]]]:
    """The running games of pads of these sizes, with the phones of a pen."""
    tables = []
    try:
        for size in sizes:
            with app.app_context():
                session = db.session()
                begin_writing(session.connection())
                pad = fill(session, size)
                session.commit()
            phone = Phone(app)
            phone.client.set_cookie(COOKIE, pad.secret)
            table = Table(phone, f"/pad/{pad.address}/table/{pad.running}")
            tables.append((table, pad))
        with database_of(app).engine.connect() as connection:
            # A server does so by itself, a minute later.
            if connection.dialect.name != "sqlite":
                connection.execution_options(isolation_level="AUTOCOMMIT")
                connection.execute(text("VACUUM ANALYZE"))
        yield tables
    finally:
        database_of(app).engine.dispose()


def server_clock(app: Flask) -> Clock:
    """The seconds of CPU that the server's processes for this app have taken."""
    engine = database_of(app).engine
    with engine.connect() as connection:
        mine = text("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        files = [Path(f"/proc/{pid}/schedstat") for (pid,) in connection.execute(mine)]

    def clock() -> float:
        return sum(int(file.read_text().split()[0]) for file in files) / 1e9

    return clock
