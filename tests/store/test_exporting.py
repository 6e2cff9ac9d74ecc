"""A pad as a file: everything that its games are, and nothing else of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorepad.gamefile import read_game
from scorepad.store.models import Pad
from scorepad.store.pad.pads import name_pad
from scorepad.store.transfer.exporting import count_games
from tests.rules.strategies import SETTINGS
from tests.store.files import documents, empty_pad, json_lines, put, taken
from tests.store.table import Database, Table, hand, next_game
from tests.support.torture import examples


def played(table: Table) -> list[dict[str, Any]]:
    """The pad's file, as JSON."""
    return [json.loads(line) for line in taken(table.database, table.pad).splitlines()]


def test_a_game_is_written_with_what_was_chosen_and_played(table: Table) -> None:
    table.record(hand(6, 4, 2, 1, queen=1))
    table.record(hand(1, 2, 4, 6, queen=3, passed=2, dealer=3))
    (document,) = played(table)
    recorded = [each.pop("recorded") for each in document["hands"]]
    assert all(moment.endswith("Z") for moment in [*recorded, document.pop("started")])
    assert document == {
        "format": "scorepad-game",
        "version": 1,
        "id": "start",
        "number": 1,
        "players": ["Anna", "Ben", "Cem", "Dora"],
        "hands": [
            {"hearts": [6, 4, 2, 1], "cards": {"QS": 1}},
            {"hearts": [1, 2, 4, 6], "cards": {"QS": 3}, "pass": 2, "dealer": 3},
        ],
    }


def test_who_left_is_told_by_the_hands_in_the_file(table: Table) -> None:
    table.replace(0, "Eva")
    for _ in range(3):
        table.record(hand(6, 4, 2, 1, queen=1))
    table.replace(2, "Finn")
    table.record(hand(6, 4, 2, 1, queen=1))
    table.remove(1)
    table.set_next(passed=2, dealer=1)
    (document,) = played(table)
    assert document["players"] == ["Eva", "Ben", "Finn", "Dora"]
    assert document["left"] == [
        {"seat": 0, "player": "Anna", "after": 0},
        {"seat": 2, "player": "Cem", "after": 2},
    ]
    assert document["next"] == {"pass": 2, "dealer": 1}
    assert len(document["hands"]) == 3


def test_the_pad_gives_its_name_and_the_bin_nothing(table: Table) -> None:
    second = next_game(table, {}, "second")
    next_game(table, {}, "third")
    second.bin()
    with table.database.writing() as session:
        name_pad(session, session.get_one(Pad, table.pad), None, "Friday 🂭")
    assert [(each["name"], each["number"]) for each in played(table)] == [
        ("Friday 🂭", 1),
        ("Friday 🂭", 3),
    ]
    with table.database.reading() as session:
        assert count_games(session.connection(), table.pad) == 2


def test_what_verbs_made_comes_back_byte_for_byte(table: Table) -> None:
    table.record(hand(6, 4, 2, 1, queen=1))
    table.replace(1, "Eva")
    table.correct(1, hand(13, 0, 0, 0, queen=2))
    table.record(hand(6, 4, 2, 1, queen=1))
    table.remove(1)
    table.replace(1, "Ben")
    table.undo()
    table.stop()
    ended = next_game(table, {"target": 20}, "second entry")
    ended.record(hand(10, 3, 0, 0, queen=0))
    next_game(table, {}, "binned").bin()
    next_game(table, {"moon": "choice"}, "running").set_next(dealer=2)
    assert ended.state().finished
    file = taken(table.database, table.pad)
    fresh = empty_pad(table.database)
    assert put(table.database, fresh, file).games == 3
    assert taken(table.database, fresh) == file


@pytest.mark.slow
@settings(
    SETTINGS,
    max_examples=examples(10, 30),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(games=st.lists(documents(), min_size=1, max_size=3), name=st.sampled_from([None, "Friday"]))
def test_export_import_export_gives_the_same_bytes(
    database: Database, games: list[dict[str, Any]], name: str | None
) -> None:
    first = empty_pad(database, name)
    put(database, first, json_lines(*games))
    once = taken(database, first)
    second = empty_pad(database, name)
    put(database, second, once)
    assert taken(database, second) == once
    # Nor was anything of the games lost on the way in.
    written = [read_game(json.loads(line)) for line in once.splitlines()]
    distinct = {json.dumps(each, sort_keys=True): read_game(each) for each in games}
    for read, was in zip(written, distinct.values(), strict=False):
        assert (read.players, read.left, read.stopped) == (was.players, was.left, was.stopped)
        assert read.game.rules == was.game.rules
        assert (read.started or was.started) == (was.started or read.started)
