"""``make bench``: what Scorepad costs, as ratios to a yardstick of the same run.

Most rows are CPU time of one request in hellos, those of a bare Flask app. Each round measures the
yardstick and all rows, so that they share the machine's mood; the median of the ratios counts.
Exits 1 if a bound is passed by more than a tenth.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final
from uuid import uuid4
from wsgiref.types import WSGIEnvironment

from flask import Flask
from sqlalchemy import text
from werkzeug.test import EnvironBuilder

from scorepad.settings import make_settings
from scorepad.web import create_app
from scorepad.web.database import database_of
from tests.browser.network import recording
from tests.browser.play import FIRST, SECOND, started, take_down
from tests.browser.ways import HTMX
from tests.support.browser import chromium
from tests.support.full_pad import full_pad
from tests.support.guardian import guard
from tests.support.many_games import FilledPad, Size, fill
from tests.support.postgres import is_installed, throwaway_cluster
from tests.support.server import running_scorepad
from tests.web.apps import WIDE_OPEN, writing
from tests.web.cast import COOKIE, Phone, Table, hand, start

Clock = Callable[[], float]
Do = Callable[[], object]

_SLACK: Final = 1.1
_ROUNDS: Final = 11
_SECONDS_EACH: Final = 0.06
_HANDS: Final = 16
_FEW, _SOME, _MANY = 10, 150, 2_000
# In hellos, on SQLite.
_BOUNDS: Final[Mapping[str, float]] = {
    "table, with the pen": 100,
    "table, looked at": 60,
    "save": 90,
    "save that ends a game": 130,
    "log": 60,
    "front page": 60,
    "correction": 100,
    "show": 100,
    "chart": 100,
    "start form": 50,
    "unchanged poll": 5,
    **{
        f"{page}, {games} games": bound
        for games, bound in ((_SOME, 150), (_MANY, 1_000))
        for page in ("player", "league", "records", "evenings")
    },
}
# Of a table and a save: in a large pad, over a small one.
_GROWTH: Final = 1.3
_POSTGRESQL: Final = 2.5
# Any cookie of Scorepad's name keeps an answer from being taken from the cache of lookers-on.
_OWN_COOKIE: Final = "scorepad_x=1"


@dataclass(frozen=True)
class Figure:
    """A row: the value, the highest that is fine, and what it counts."""

    name: str
    value: float
    bound: float | None
    unit: str = "hellos"

    def __str__(self) -> str:
        bound = "" if self.bound is None else f"at most {self.bound:g}"
        verdict = "over" if self.bound is not None and self.value > self.bound else ""
        return f"{self.name:>28}  {self.value:8.2f}  {bound:<14}  {verdict:<4}  {self.unit}"

    @property
    def fails(self) -> bool:
        """Whether the bound is passed by more than a tenth."""
        return self.bound is not None and self.value > self.bound * _SLACK


def cookies_of(at: Table) -> str:
    """The cookies of the phone that holds the pen, once it has seen the table."""
    at.page()
    cookies = [at.phone.client.get_cookie(f"scorepad_{name}") for name in ("device", "session")]
    return "; ".join(f"{each.key}={each.value}" for each in cookies if each is not None)


def request(app: Flask, address: str, cookies: str = "") -> Do:
    """A request that is ready: call it to have the page rendered to its end."""
    headers = [("Cookie", cookies)] if cookies else []
    environ = EnvironBuilder(address, headers=headers).get_environ()
    return lambda: answer(app, dict(environ), ("200", "204"))


def answer(app: Flask, environ: WSGIEnvironment, expected: tuple[str, ...]) -> None:
    """Have the app answer, to the end. Raises RuntimeError for any other status."""
    statuses: list[str] = []

    def begin(status: str, *_: object) -> Callable[[bytes], object]:
        statuses.append(status)
        return lambda piece: None

    pieces = app(environ, begin)
    for _ in pieces:
        pass
    getattr(pieces, "close", lambda: None)()
    if not statuses[0].startswith(expected):
        raise RuntimeError(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}: {statuses[0]}")


def cost(do: Do, clock: Clock) -> float:
    """The seconds of CPU that it takes once."""
    count = 0
    end = time.thread_time() + _SECONDS_EACH
    begun = clock()
    while not count or time.thread_time() < end:
        do()
        count += 1
    return (clock() - begun) / count


class Saves:
    """The same hand, recorded and undone again and again; only the save is measured."""

    def __init__(self, at: Table, clock: Clock) -> None:
        self._at, self._clock = at, clock
        self._form, self._cookies = at.entry(), cookies_of(at)
        self._revision = int(self._form["revision"] or 0)

    def cost(self) -> float:
        """The seconds of CPU of one save."""
        spent = []
        for _ in range(4):
            save = self._post("", hand(6, 4, 2, 1, QS=1))
            undo = self._post("/undo", {})
            begun = self._clock()
            answer(self._at.app, save, ("303",))
            spent.append(self._clock() - begun)
            answer(self._at.app, undo, ("303",))
        return statistics.median(spent)

    def _post(self, act: str, fields: Mapping[str, Any]) -> WSGIEnvironment:
        hidden = {"csrf_token": self._form["csrf_token"], "entry_id": str(uuid4())}
        data = {**hidden, "revision": str(self._revision), **fields}
        self._revision += 1
        cookie = [("Cookie", self._cookies)]
        address = f"{self._at.address}{act}"
        return EnvironBuilder(address, method="POST", data=data, headers=cookie).get_environ()


def evening(app: Flask, target: int = 1000) -> Table:
    """A game of sixteen hands in a pad of its own; each player then has 104 points."""
    at = start(Phone(app), target=str(target))
    for number in range(_HANDS):
        hearts = [(6, 4, 2, 1)[(seat + number) % 4] for seat in range(4)]
        at.recorded(*hearts, QS=number // 4)
    return at


def filled(app: Flask, games: int) -> tuple[Table, FilledPad]:
    """The running game of a pad with so many games."""
    with writing(app) as session:
        pad = fill(session, Size(games=games))
    phone = Phone(app)
    phone.client.set_cookie(COOKIE, pad.secret)
    return Table(phone, f"/pad/{pad.address}/table/{pad.running}"), pad


def costs_of(app: Flask, clock: Clock) -> dict[str, Callable[[], float]]:
    """What measures each row of the table of costs, once."""
    at = evening(app)
    pen = cookies_of(at)
    asks = {
        "table, with the pen": request(app, at.address, pen),
        "table, looked at": request(app, at.address, _OWN_COOKIE),
        "log": request(app, f"{at.address}/log", pen),
        "front page": request(app, at.pad, pen),
        "correction": request(app, at.hand(8), pen),
        "show": request(app, f"{at.address}/show", pen),
        "chart": request(app, f"{at.address}/chart.svg"),
        "start form": request(app, "/new"),
        "unchanged poll": request(app, at.page().only(id="follow").attributes["data-asks"]),
    }
    saves = {
        "save": Saves(evening(app), clock).cost,
        "save that ends a game": Saves(evening(app, target=105), clock).cost,
    }
    for games in (_FEW, _SOME, _MANY):
        at, pad = filled(app, games)
        pen, paths = cookies_of(at), {"player": f"player/{pad.player}", "league": "players"}
        for page in ("player", "league", "records", "evenings"):
            address = f"{at.pad}{paths.get(page, page)}"
            asks[f"{page}, {games} games"] = request(app, address, pen)
        asks[f"table, {games} games"] = request(app, at.address, pen)
        saves[f"save, {games} games"] = Saves(at, clock).cost
    return {**{name: partial(cost, ask, clock) for name, ask in asks.items()}, **saves}


def pages(uri: str | None = None) -> Iterator[Figure]:
    """The table of costs: on SQLite, or on the server that has this address."""
    slower = _POSTGRESQL if uri else 1
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder), uri, guard=WIDE_OPEN))
        clock = server_clock(app) if uri else time.thread_time
        costs = costs_of(app, clock)
        bare = Flask("hello")
        bare.add_url_rule("/", view_func=lambda: "hello")
        hello = partial(cost, request(bare, "/"), time.thread_time)
        rounds = []
        for _ in range(_ROUNDS):
            yardstick = hello()
            rounds.append({name: measure() / yardstick for name, measure in costs.items()})
        ratios = {name: statistics.median(each[name] for each in rounds) for name in costs}
        for name, bound in _BOUNDS.items():
            yield Figure(name, ratios[name], bound * slower)
        for name in ("table", "save"):
            small, large = (f"{name}, {games} games" for games in (_FEW, _MANY))
            ratio = statistics.median(each[large] / each[small] for each in rounds)
            yield Figure(large, ratio, _GROWTH, f"times that at {_FEW} games")
        database_of(app).engine.dispose()


def server_clock(app: Flask) -> Clock:
    """The CPU time of this thread and of the server's processes for this app."""
    with database_of(app).engine.connect() as connection:
        mine = text("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        files = [Path(f"/proc/{pid}/schedstat") for (pid,) in connection.execute(mine)]
    return lambda: (
        time.thread_time() + sum(int(each.read_text().split()[0]) for each in files) / 1e9
    )


def on_postgresql() -> Iterator[Figure]:
    """The same table of costs on PostgreSQL, where its programs are installed."""
    with throwaway_cluster() if is_installed() else nullcontext() as uri:
        yield from pages(uri) if uri else ()


def memory() -> Iterator[Figure]:
    """How the process grows with requests, after the first thousands of them."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder), guard=WIDE_OPEN))
        at = evening(app)
        pen = cookies_of(at)
        saves = [Saves(evening(app), time.thread_time).cost for _ in range(2)]
        paths = (at.address, f"{at.address}/log", at.pad, f"{at.pad}players", "/new")
        mixed = cycle([*saves, *[request(app, path, pen) for path in paths] * 20])
        held = []
        for count in (4_000, 20_000):
            for do in islice(mixed, count):
                do()
            status = Path("/proc/self/status").read_text()
            held.append(int(status.partition("VmRSS:")[2].split()[0]))
        yield Figure("memory", held[1] / held[0], 1.05, "times, after 20,000 mixed requests")
        database_of(app).engine.dispose()


# The points of games as a short script works them out.
_LOOP: Final = """
import json, sys
for line in open(sys.argv[1]):
    game = json.loads(line)
    totals, hands = [0] * len(game["players"]), []
    for each in game["hands"]:
        points = list(each["hearts"])
        for seat in each["cards"].values():
            points[seat] += 13
        if 26 in points:
            points = [26 - point for point in points]
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        hands.append({"points": points, "totals": totals})
    print(json.dumps({"hands": hands, "totals": totals}))
"""


def score() -> Iterator[Figure]:
    """``scorepad score`` for many short games, in what a loop takes that checks nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        file.write_text("\n".join(json.dumps(one_hand(number)) for number in range(10_000)))
        rounds = [
            (cpu_of("-c", _LOOP, str(file)), cpu_of("-m", "scorepad", "score", str(file)))
            for _ in range(7)
        ]
    loop, command = map(min, zip(*rounds, strict=True))
    yield Figure("scorepad score", command / loop, 6, "loops, of 10,000 games")


def cpu_of(*arguments: str) -> float:
    """The seconds of CPU that a Python takes with these arguments, from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)  # noqa: S603 (ours)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def one_hand(number: int) -> Mapping[str, Any]:
    """A game file of one hand."""
    hands = [{"hearts": [5 + number % 9, 8 - number % 9, 0, 0], "cards": {"QS": number % 4}}]
    players = ["Anna", "Ben", "Cara", "Dora"]
    return {"format": "scorepad-game", "version": 1, "players": players, "hands": hands}


# Below the pad; "{game}" is its running game, "{player}" somebody who sits there.
_GETS: Final = (
    *("", "?oldest", "new", "games", "bin", "pens", "card", "import", "delete"),
    *("players", "players/history", "player/{player}", "records", "evenings", "evening/1"),
    *("evening/1/story", "table/{game}", "table/{game}/more", "table/{game}/middle"),
    *("table/{game}/hand/1", "table/{game}/log", "table/{game}/note", "table/{game}/chart.svg"),
    *("table/{game}/result.svg", "table/{game}/hands.csv", "table/{game}/game.json"),
    *("files", "hands.csv", "hands.csv?layout=sheet", "games.jsonl"),
)


def at_the_caps() -> Iterator[Figure]:
    """The costliest pages of a pad at its caps: the first time, when nothing is kept of them."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder), guard=WIDE_OPEN))
        at, player = full_pad(app)
        pen = cookies_of(at)
        seconds, megabytes = dict[str, float](), dict[str, float]()
        for page in _GETS:
            path = page.format(game=at.number, player=player)
            ask = request(app, f"{at.pad}{path}", pen)
            begun = time.thread_time()
            ask()
            seconds[page] = time.thread_time() - begun
            tracemalloc.start()
            ask()
            megabytes[page] = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
        for values, most, unit in ((seconds, 1, "s of CPU"), (megabytes, 100, "MB")):
            for page in sorted(values, key=values.__getitem__)[:-4:-1]:
                yield Figure(page or "front page", values[page], most, unit)
        database_of(app).engine.dispose()


def network() -> Iterator[Figure]:
    """What the first view of a table and a save take of the network, in a real Chromium."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_scorepad(Path(folder)) as server,
        chromium() as browser,
        HTMX.page(browser, fresh=True) as page,
    ):
        game = started(server, hands=[FIRST, SECOND] * (_HANDS // 2), target=1000)
        game.give_pen(page)
        with recording(page) as first:
            page.goto(game.url)
            first.wait_for("/scorepad.js")
        with recording(page) as saving:
            take_down(page, _HANDS + 1, FIRST)
    yield Figure("first view", first.size / 1000, 45, f"kB, {first.requests} requests")
    yield Figure("a save", saving.size / 1000, 6, f"kB, {saving.requests} requests")


_PARTS: Final[Mapping[str, Callable[[], Iterator[Figure]]]] = {
    "On SQLite": pages,
    "On PostgreSQL": on_postgresql,
    "In a process that goes on": memory,
    "The command": score,
    "A pad at its caps": at_the_caps,
    "Over the network": network,
}


def main() -> int:
    """Measure and print all parts, one after the other; the exit status."""
    guard()
    failed = False
    for title, measure in _PARTS.items():
        print(f"{title}:", flush=True)
        for figure in measure():
            print(str(figure).rstrip(), flush=True)
            failed |= figure.fails
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
