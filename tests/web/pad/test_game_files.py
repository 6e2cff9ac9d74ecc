"""Games as game files, for everybody who sees the pad."""

from __future__ import annotations

import json
from typing import Any

from scorepad.gamefile import read_game
from tests.web.cast import NAMES, Phone, Table, start


def games(table: Table, phone: Phone | None = None) -> list[dict[str, Any]]:
    """The pad's file, as JSON."""
    answer = (phone or table.phone).client.get(f"{table.pad}games.jsonl")
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_game_is_a_file_for_lookers_on_too(table: Table, looker_on: Phone) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    answer = looker_on.client.get(f"{table.address}/game.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"] == "attachment; filename=scorepad-1.json"
    assert answer.data.endswith(b"}\n")
    read = read_game(answer.json)
    assert read.players == tuple(NAMES[:4])
    assert [hand.hearts for hand in read.game.hands] == [(6, 4, 2, 1)]


def test_all_games_are_a_file_oldest_first_without_the_bin(table: Table, looker_on: Phone) -> None:
    start(table.phone, at=f"{table.pad}new").do("bin")
    start(table.phone, at=f"{table.pad}new")
    assert [game["number"] for game in games(table, looker_on)] == [1, 3]
    answer = looker_on.client.get(f"{table.pad}games.jsonl")
    assert answer.mimetype == "application/jsonl"
    assert answer.headers["Content-Disposition"] == "attachment; filename=scorepad.jsonl"
    one = looker_on.client.get(f"{table.address}/game.json")
    assert answer.text.splitlines(keepends=True)[0] == one.text
