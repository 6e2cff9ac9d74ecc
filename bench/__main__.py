"""``make bench``: what Scorepad costs, in requests of a bare Flask "hello".

A sheet and the table's page are measured in this process, without a socket; what followers cost
through one (``served``). Each round measures all of them one after the other, so that they share
the machine's mood; the median of the rounds' ratios is what counts.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from bench.hello import hello_app
from bench.served import FOLLOWERS, polls, saves
from scorepad import rules
from scorepad.gamefile import read_game
from scorepad.settings import make_settings
from scorepad.store import games, pads, pens
from scorepad.store.engine import begin_writing
from scorepad.web import create_app
from scorepad.web.database import db
from scorepad.web.http import access

_ROUNDS: Final = 15
_SECONDS_EACH: Final = 0.2
_VECTORS: Final = Path(__file__).parent.parent / "tests" / "vectors" / "games.jsonl"


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        game = _evening()
        app = create_app(make_settings(Path(folder)))
        address, secret = _stored(app, game)
        asked: dict[str, Callable[[], None]] = {
            "hello": _requests(hello_app(), "/"),
            "sheet": lambda: _drop(rules.sheet(game)),
            "table, looked at": _requests(app, address),
            "table, with the pen": _requests(app, address, secret),
        }
        rounds = [{name: _rate(ask) for name, ask in asked.items()} for _ in range(_ROUNDS)]
    print(f"A game of {len(game.hands)} hands; one costs as much as so many bare Flask hellos:")
    for name in asked:
        rate = statistics.median(each[name] for each in rounds)
        hellos = statistics.median(each["hello"] / each[name] for each in rounds)
        print(f"{name:>24}  {hellos:7.1f} hellos  (here {rate:,.0f} a second)")
    print("Under the same server, waitress:")
    print(f"{'an unchanged poll':>24}  {statistics.median(polls()):7.2f} hellos  (at most 1.7)")
    alone, followed = (statistics.median(each) for each in saves())
    print(
        f"{'a save':>24}  {followed / alone:7.2f} times as long with {FOLLOWERS} followers as alone"
        f"  (below 2; here {alone * 1000:.0f} and {followed * 1000:.0f} ms)"
    )


def _evening() -> rules.Game:
    """A game of 16 hands: the longest one recorded, and hands of its own again."""
    longest = max(
        (json.loads(line)["game"] for line in _VECTORS.read_text().splitlines()),
        key=lambda game: len(game["hands"]),
    )
    longest["hands"] = (longest["hands"] * 2)[:16]
    longest["rules"] = {**longest["rules"], "target": 1000}
    return read_game(longest).game


def _stored(app: Flask, game: rules.Game) -> tuple[str, str]:
    """The same game in a pad: the path of its table, and the secret of the device with the pen."""
    with app.app_context():
        session = db.session()
        begin_writing(session)
        device, secret = pens.new_device(session)
        pad = pads.new_pad(session, device)
        options = {"target": game.rules.target}
        new = games.NewGame(["Anna", "Ben", "Cara", "Dora"], options, game.dealer)
        stored = games.start_game(session, pad, device, new, entry_id="game")
        for index, hand in enumerate(game.hands):
            games.record_hand(
                session, stored, device, hand, entry_id=str(index), revision=stored.revision
            )
        path = f"/pad/{pad.address}/table/{stored.number}"
        session.commit()
        return path, secret


def _requests(app: Flask, path: str, secret: str | None = None) -> Callable[[], None]:
    headers = Headers({"Cookie": f"{access.COOKIE}={secret}"} if secret else {})
    environ = EnvironBuilder(path, headers=headers).get_environ()

    def ask() -> None:
        body, status, _ = run_wsgi_app(app, dict(environ), buffered=True)
        if not status.startswith("200"):
            raise RuntimeError(f"{path}: {status}")
        _drop(b"".join(body))

    return ask


def _rate(ask: Callable[[], None]) -> float:
    """How often it can be done in a second."""
    done = 0
    start = time.perf_counter()
    while (taken := time.perf_counter() - start) < _SECONDS_EACH:
        ask()
        done += 1
    return done / taken


def _drop(_: object) -> None:
    """What was made is not needed."""


if __name__ == "__main__":
    main()
