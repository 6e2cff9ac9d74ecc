"""The game of the benchmark: four players, 16 hands, stored in a pad of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from flask import Flask

from scorepad import rules
from scorepad.gamefile import read_game
from scorepad.store.database.engine import begin_writing
from scorepad.store.game.snapshot import game_with_id
from scorepad.store.verbs import pads, pens
from scorepad.store.verbs.recording import record_hand
from scorepad.store.verbs.start import NewGame, start_game
from scorepad.web.database import db
from tests.web.cast import COOKIE, NAMES, Phone, Table

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


def nearly_over(game: rules.Game) -> rules.Game:
    """The same game, if it ends with any hand in which everybody takes something."""
    target = max(rules.sheet(game).totals) + 1
    return replace(game, rules=replace(game.rules, target=target))


def stored(app: Flask, game: rules.Game, times: int = 1) -> Table:
    """The same game in a new pad, or several of it, with the phone that holds the pen.

    The table is at the address of the last one.
    """
    with app.app_context():
        session = db.session()
        begin_writing(session.connection())
        device, secret = pens.new_device(session)
        pad = pads.new_pad(session, device.id)
        new = NewGame(NAMES[: game.rules.players], {"target": game.rules.target}, game.dealer)
        for at in range(times):
            started = start_game(session, pad, device.id, new, entry_id=f"game {at}")
            for index, hand in enumerate(game.hands):
                running = game_with_id(session.connection(), started.id)
                record_hand(
                    session,
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
