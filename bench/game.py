"""The game of the benchmark: four players, 16 hands, stored in a pad of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from flask import Flask

from scorepad import rules
from scorepad.gamefile import read_game
from scorepad.store import games, pads, pens
from scorepad.store.engine import begin_writing
from scorepad.store.recording import record_hand
from scorepad.store.snapshot import game_snapshot
from scorepad.web.database import db
from tests.web.cast import COOKIE, Phone, Table

HANDS: Final = 16
_VECTORS: Final = Path(__file__).parent.parent / "tests" / "vectors" / "games.jsonl"


def longest() -> dict[str, Any]:
    """A game file of 16 hands: the longest recorded game, with its own hands repeated."""
    recorded_game: dict[str, Any] = max(
        (json.loads(line)["game"] for line in _VECTORS.read_text().splitlines()),
        key=lambda game: len(game["hands"]),
    )
    hands = (recorded_game["hands"] * 2)[:HANDS]
    return {**recorded_game, "hands": hands, "rules": {**recorded_game["rules"], "target": 1000}}


def evening() -> rules.Game:
    """The game in that file."""
    return read_game(longest()).game


def stored(app: Flask, game: rules.Game) -> Table:
    """The same game in a new pad, at its address, with the phone that holds the pen."""
    with app.app_context():
        session = db.session()
        begin_writing(session)
        device, secret = pens.new_device(session)
        pad = pads.new_pad(session, device)
        options = {"target": game.rules.target}
        new = games.NewGame(["Anna", "Ben", "Cara", "Dora"], options, game.dealer)
        started = games.start_game(session, pad, device, new, entry_id="game")
        for index, hand in enumerate(game.hands):
            running = game_snapshot(session, pad.id, started.number, lock=True)
            if running is None:
                raise LookupError("the game was not stored")
            record_hand(
                session,
                pad.id,
                running,
                device.id,
                hand,
                entry_id=str(index),
                revision=running.revision,
            )
        address = f"/pad/{pad.address}/table/{started.number}"
        session.commit()
    phone = Phone(app)
    phone.client.set_cookie(COOKIE, secret)
    return Table(phone, address)
