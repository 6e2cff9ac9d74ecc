"""What pages cost: the CPU time of one request in this process, in requests of a bare hello.

Without a socket: the app is given a request that is ready. Each round measures all rows one after
the other, so that they share the machine's mood; the median of the rounds' ratios is what counts.
The time is the thread's own: whatever else the machine does meanwhile is not in it.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from flask import Flask

from bench.asking import Saves, cookies_of, cost, request
from bench.figures import Figure
from bench.game import evening, nearly_over, stored
from bench.hello import hello_app
from scorepad import rules
from scorepad.cli.demo import GAMES
from scorepad.settings import make_settings
from scorepad.web import create_app
from tests.web.cast import Phone, Table, start
from tests.web.pad.importing import send

_ROUNDS: Final = 13
_SAVING: Final = 8
# At most, in hellos.
_BOUNDS: Final[Mapping[str, float]] = {
    "table, looked at, not cached": 40,
    "in the middle, not cached": 40,
    "table, with the pen": 70,
    "save": 70,
    "save that ends the game": 85,
    "correction": 70,
    "front page": 35,
    "front page, 4 running games": 35,
    "front page, 10 running games": 45,
    "player": 45,
    "records": 45,
    "evenings": 45,
    "log": 35,
    "show": 40,
    "chart.svg": 90,
    "result.svg": 60,
    "start form": 25,
    "unchanged poll": 1.3,
    "cached page": 1.7,
}
# A request with any cookie of ours is never answered from the cache. This one means nothing to the
# app, which makes the page of a looker-on.
_OWN_COOKIE: Final = "scorepad_x=1"


def pages() -> list[Figure]:
    """A figure for every kind of page, and one for the sheet alone."""
    with tempfile.TemporaryDirectory() as folder:
        game = evening()
        app = create_app(make_settings(Path(folder)))
        table = stored(app, game)
        # The logs of those that save grow with every save: the pages show the other.
        saves, last_saves = (
            Saves([stored(app, each) for _ in range(_SAVING)]) for each in (game, nearly_over(game))
        )
        costs: dict[str, Callable[[], float]] = {
            "hello": partial(cost, request(hello_app(), "/")),
            "sheet alone": partial(cost, partial(rules.sheet, game)),
            **{name: partial(cost, ask) for name, ask in _requests(table).items()},
            **{
                f"front page, {games} running games": partial(
                    cost, _front(stored(app, game, games))
                )
                for games in (4, 10)
            },
            **{name: partial(cost, ask) for name, ask in _figures(app).items()},
            "save": saves.cost,
            "save that ends the game": last_saves.cost,
        }
        rounds = [{name: measure() for name, measure in costs.items()} for _ in range(_ROUNDS)]
    return [
        Figure(
            name,
            statistics.median(each[name] / each["hello"] for each in rounds),
            _BOUNDS.get(name),
            f"hellos ({statistics.median(each[name] for each in rounds) * 1000:.2f} ms here)",
        )
        for name in costs
        if name != "hello"
    ]


def _requests(table: Table) -> dict[str, Callable[[], None]]:
    app = table.app
    pen = cookies_of(table)
    follow = table.page().only(id="follow").attributes["hx-get"]
    return {
        "table, looked at, not cached": request(app, table.address, _OWN_COOKIE),
        "in the middle, not cached": request(app, f"{table.address}/middle", _OWN_COOKIE),
        "table, with the pen": request(app, table.address, pen),
        "the same compressed": request(app, table.address, pen, "gzip"),
        "correction": request(app, table.hand(8), pen),
        "front page": request(app, table.pad, pen),
        "log": request(app, f"{table.address}/log", pen),
        "show": request(app, f"{table.address}/show", pen),
        "chart.svg": request(app, f"{table.address}/chart.svg"),
        "result.svg": request(app, f"{table.address}/result.svg"),
        "start form": request(app, "/new"),
        "unchanged poll": request(app, follow),
        "cached page": request(app, table.address),
    }


def _front(table: Table) -> Callable[[], None]:
    return request(table.app, table.pad, cookies_of(table))


def _figures(app: Flask) -> dict[str, Callable[[], None]]:
    """The pages of the demo's pad: a group's after three years."""
    table = start(Phone(app))
    send(table.phone, table.pad, GAMES.read_bytes())
    pen = cookies_of(table)
    links = table.phone.open(f"{table.pad}players").all("a")
    addresses = [link.attributes["href"] for link in links]
    return {
        "player": request(app, next(each for each in addresses if "/player/" in each), pen),
        "records": request(app, f"{table.pad}records", pen),
        "evenings": request(app, f"{table.pad}evenings", pen),
    }
