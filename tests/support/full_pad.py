"""A pad at its caps: games as long as can be, with the longest names and notes."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from flask import Flask
from sqlalchemy import insert, select, update

from scorepad import caps
from scorepad.store.base import now, table
from scorepad.store.log.changes import GameNoted
from scorepad.store.models import Change, Game, Pad, Seat
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import new_device
from scorepad.store.transfer.check import check
from scorepad.store.transfer.importing import import_games, prepare
from scorepad.web.database import database_of
from tests.web.cast import COOKIE, Phone, Table

_NOTE: Final = "🂡" * (caps.NOTE_BYTES // 4)


def full_pad(app: Flask) -> tuple[Table, int]:
    """A pad with as much as one import brings, at a running game changed as often as can be.

    And the id of a player of that game.
    """
    database = database_of(app)
    with database.writing() as session:
        device, secret = new_device(session)
        pad = new_pad(session, device.id)
        pad_id, address, device_id = pad.id, pad.address, device.id

    file = "\n".join(json.dumps(full_game(number)) for number in range(caps.IMPORTED_GAMES))
    checked = check(io.BytesIO(file.encode()), most=caps.IMPORTED_GAMES, lines_for_sure=True)
    if checked.faults:
        raise RuntimeError(str(checked.faults[0]))
    prepared = prepare(checked.games)
    with database.writing() as session:
        import_games(session, session.get_one(Pad, pad_id), device_id, prepared)
        game = session.query(Game).filter_by(pad_id=pad_id, number=caps.IMPORTED_GAMES).one()
        before, after = GameNoted(_NOTE, _NOTE[:-1]).to_json()
        row = {"pad_id": pad_id, "game_id": game.id, "device_id": device_id, "at": now()}
        changed = {**row, "what": GameNoted.what, "before": before, "after": after}
        session.execute(insert(table(Change)), [changed] * (caps.CHANGES - 1))
        session.execute(update(Game).where(Game.id == game.id).values(revision=caps.CHANGES))
        player = session.scalars(select(Seat.player_id).where(Seat.game_id == game.id)).first()
    phone = Phone(app)
    phone.client.set_cookie(COOKIE, secret)
    return Table(phone, f"/pad/{address}/table/{caps.IMPORTED_GAMES}"), player or 0


def full_game(number: int) -> Mapping[str, Any]:
    """A game of as many hands as can be, on an evening of as many games as have a story."""
    day, of_evening = divmod(number, caps.STORY_GAMES)
    first = datetime(2006, 1, 1, 10, tzinfo=UTC)
    started = (first + timedelta(days=day, minutes=30 * of_evening)).isoformat()
    names = [f"{'🂡' * 27}{each % caps.PLAYERS:03}" for each in range(4 * number, 4 * number + 8)]
    hands = [
        {
            "hearts": [3 + (seat == at % 4) for seat in range(4)],
            "cards": {"QS": at // 4 % 4},
            "recorded": started,
        }
        for at in range(caps.HANDS)
    ]
    document: dict[str, Any] = {
        "format": "scorepad-game",
        "version": 1,
        "id": str(number),
        "started": started,
        "note": _NOTE,
        "evening_note": _NOTE,
        "rules": {"target": 1000},
        "players": names[:4],
        "hands": hands,
    }
    if number < caps.IMPORTED_GAMES - 1:
        return {**document, "stopped": started}
    left = [{"seat": 0, "player": names[4 + at % 4], "after": at} for at in range(caps.LEFT)]
    return {**document, "left": left}
