"""Games from a file: checked in full first, written all or none, and none of them twice."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select

from scorepad import caps
from scorepad.gamefile import BadFileError
from scorepad.store.game.snapshot import game_snapshot
from scorepad.store.models import Game, Player
from scorepad.store.pad.pens import new_device
from scorepad.store.transfer.check import MOST_FAULTS
from scorepad.store.transfer.importing import Imported
from tests.gamefile.documents import game
from tests.store.figures.by_hand import counted_by_hand, worked_out
from tests.store.files import checked, empty_pad, json_lines, put, taken
from tests.store.table import NAMES, Database, Table, hand, next_game

HAND = {"hearts": [5, 8, 0, 0], "cards": {"QS": 0}}


def faults(data: bytes, *, lines: bool = True) -> list[str]:
    return [str(fault) for fault in checked(data, lines=lines).faults]


def imported(database: Database, pad: int) -> Table:
    """The first game of a pad, as a table to go on at."""
    with database.reading() as session:
        game_id = session.scalars(
            select(Game.id).where(Game.pad_id == pad).order_by(Game.number).limit(1)
        ).one()
    with database.writing() as session:
        device, _ = new_device(session)
        return Table(database, pad, device.id, game_id)


def test_a_game_goes_on_where_it_was(database: Database) -> None:
    pad = empty_pad(database)
    document = game(hands=[HAND, HAND], rules={}, next={"dealer": 3, "pass": 2})
    assert put(database, pad, json_lines(document)) == Imported(games=1)
    table = imported(database, pad)
    state = table.state()
    assert state.seated == ("Anna", "Ben", "Cara", "Dora")
    assert state.sheet.totals == (36, 16, 0, 0)
    assert state.sheet.next is not None
    assert (state.sheet.next.dealer, state.sheet.next.passed) == (3, 2)
    table.record(hand(1, 2, 4, 6, queen=3))
    table.correct(1, hand(13, 0, 0, 0, queen=1))
    table.replace(0, "Eva")
    assert table.undo() == "player"
    assert table.undo() == "correction"
    assert table.undo() == "hand"
    # What came from the file was never done here.
    assert table.undo() is None
    assert table.state().content == state.content


def test_times_are_those_of_the_file(database: Database) -> None:
    pad = empty_pad(database)
    ended = [HAND | {"recorded": f"2026-11-20T2{hour}:00:00+01:00"} for hour in range(3)]
    put(database, pad, json_lines(game(rules={"target": 30}, hands=ended)))
    with database.reading() as session:
        stored = game_snapshot(session.connection(), pad, 1)
    assert stored is not None
    assert stored.started == datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    # The second hand ended it, at nine in Berlin.
    assert stored.finished == datetime(2026, 11, 20, 20, tzinfo=UTC)


def test_the_same_game_is_imported_once(database: Database) -> None:
    pad = empty_pad(database)
    other = game(hands=[HAND], rules={})
    assert put(database, pad, json_lines(game(), other, game())) == Imported(games=2, known=1)
    before = database.rows()
    assert put(database, pad, json_lines(other, game())) == Imported(known=2)
    # Written another way it is the same game.
    spaced = json.dumps(game(stopped=None, opening=[0, 0, 0, 0]), indent=1).encode()
    assert put(database, pad, spaced, lines=False) == Imported(known=1)
    assert database.rows() == before


def test_a_game_that_went_on_is_the_same_game(table: Table) -> None:
    shorter = taken(table.database, table.pad)
    table.record(hand(6, 4, 2, 1, queen=1))
    longer = taken(table.database, table.pad)
    assert put(table.database, table.pad, shorter) == Imported(known=1)
    table.undo()
    assert put(table.database, table.pad, longer) == Imported(known=1, behind=1)
    table.bin()
    assert put(table.database, table.pad, shorter) == Imported(known=1, binned=1)


def test_players_are_those_of_the_pad_whatever_their_case(table: Table) -> None:
    document = game(players=["ANNA", "ben", "Eva", "Dora"])
    put(table.database, table.pad, json_lines(document, game(players=["eva", "B", "C", "D"])))
    with table.database.reading() as session:
        names = session.scalars(select(Player.name).order_by(Player.id)).all()
        stored = game_snapshot(session.connection(), table.pad, 2)
    assert names == [*NAMES, "Eva", "B", "C", "D"]
    assert stored is not None
    assert stored.names == ("Anna", "Ben", "Eva", "Dora")


def test_numbers_are_kept_in_a_pad_without_games_only(table: Table) -> None:
    file = json_lines(game(number=3), game(number=7, players=["A", "B", "C", "D"]))
    fresh = empty_pad(table.database)
    for pad, numbers in ((fresh, [3, 7]), (table.pad, [1, 2, 3])):
        put(table.database, pad, file)
        lines = taken(table.database, pad).splitlines()
        assert [json.loads(line)["number"] for line in lines] == numbers
    next_game(table, {}, "more")
    assert json.loads(taken(table.database, table.pad).splitlines()[-1])["number"] == 4


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        # What leaves the file no room is not kept.
        ((caps.GAMES, 5), (1, 5)),
        ((caps.GAMES + 1, 5), (1, 5)),
        ((caps.GAMES - 1, caps.GAMES), (caps.GAMES - 1, caps.GAMES)),
    ],
)
def test_numbers_are_kept_up_to_the_cap(
    database: Database, wanted: tuple[int, int], numbers: tuple[int, int]
) -> None:
    pad = empty_pad(database)
    put(database, pad, json_lines(*(game(id=str(each), number=each) for each in wanted)))
    lines = taken(database, pad).splitlines()
    assert tuple(json.loads(line)["number"] for line in lines) == numbers


def test_the_log_says_where_games_came_from(table: Table) -> None:
    data = json_lines(game(), game(), game(players=["A", "B", "C", "D"]))
    put(table.database, table.pad, data, table.device)
    rows = table.database.rows()["changes"][-3:]
    assert [(row["what"], row["game_id"] is None, row["after"]) for row in rows] == [
        ("imported", False, {"players": ["Anna", "Ben", "Cara", "Dora"], "hands": 2}),
        ("imported", False, {"players": ["A", "B", "C", "D"], "hands": 2}),
        ("import", True, {"games": 2, "known": 1}),
    ]
    assert {row["device_id"] for row in rows} == {table.device}


def test_faults_are_told_line_by_line() -> None:
    data = b"".join(
        [
            json_lines(game()),
            json_lines(game(hands=[HAND | {"hearts": [5, 7, 0, 0]}])),
            b"\n",
            b'{"format": "scorepad-game",\n',
            b'{"a": 1, "a": 2}\n',
            b'"\xff"\n',
            json_lines(game(hands=[HAND | {"dealer": 9}]), game(name=" x"), game(name="x" * 31)),
            json_lines(game(rules={"pass_cycle": [1] * 999})),
            b"[]\n",
        ]
    )
    assert faults(data) == [
        "line 2, hands[0].hearts: 12 of 13 hearts placed",
        "line 4, column 28: is not JSON: Expecting property name enclosed in double quotes",
        "line 5, a: is given twice",
        "line 6, byte 2: is not UTF-8",
        "line 7, hands[0].dealer: must be from 0 to 3",
        "line 8, name: must not begin or end with blank space",
        "line 9, name: a name must have at most 30 characters",
        "line 10, rules: are longer than any rules",
        "line 11: must be an object",
    ]


@pytest.mark.parametrize(
    ("left", "fault"),
    [
        ([{"seat": 0, "player": "Anna", "after": 0}], "left[0].player"),
        ([{"seat": 0, "player": "BEN", "after": 0}], "left[0].player"),
        ([{"seat": 4, "player": "Eva", "after": 0}], "left[0].seat"),
        ([{"seat": 0, "player": "Eva", "after": 3}], "left[0].after"),
        ([{"seat": 0, "player": "Eva"}], "left[0].after"),
        ([{"seat": 0, "player": "", "after": 1}], "left[0].player"),
        (
            [{"seat": 0, "player": "Eva", "after": 2}, {"seat": 1, "player": "Jo", "after": 1}],
            "left[0].after",
        ),
    ],
)
def test_who_left_must_be_possible(left: list[dict[str, Any]], fault: str) -> None:
    (found,) = faults(json_lines(game(left=left)))
    assert found.startswith(f"line 1, {fault}: ")


@pytest.mark.parametrize(
    ("cap", "most", "fault"),
    [
        ("GAMES", 2, "line 3: is one game more than a pad can have: 2"),
        ("PLAYERS", 8, "line 3, players[0]: is one player more than a pad can have: 8"),
    ],
)
def test_a_pad_without_room_is_said_at_its_place(
    table: Table, monkeypatch: pytest.MonkeyPatch, cap: str, most: int, fault: str
) -> None:
    monkeypatch.setattr(caps, cap, most)
    before = table.database.rows()
    # The pad has a game of Anna, Ben, Cara and Dora; of the same id there is only one.
    several = [game(players=[f"P{n}", "A", "B", "C"], id=f"P{n}") for n in range(4)]
    with pytest.raises(BadFileError) as refused:
        put(table.database, table.pad, json_lines(several[0], *several))
    assert str(refused.value) == fault
    assert table.database.rows() == before


def test_a_file_has_only_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    found = checked(b"x\n" * 50)
    assert (len(found.faults), found.more, found.games) == (MOST_FAULTS, 50 - MOST_FAULTS, [])
    hands = [[HAND] * most for most in (caps.HANDS, caps.HANDS + 1)]
    assert faults(json_lines(*(game(hands=each, rules={"target": 1000}) for each in hands))) == [
        f"line 2, hands: must be at most {caps.HANDS}"
    ]
    left = [{"seat": 0, "player": f"P{number}", "after": 0} for number in range(caps.LEFT + 1)]
    assert faults(json_lines(game(left=left[1:]), game(left=left))) == [
        f"line 2, left: must be at most {caps.LEFT}"
    ]
    monkeypatch.setattr(caps, "IMPORTED_GAMES", 2)
    line = json_lines(game())
    assert faults(b"\n" + line + b"\n" + line) == []
    assert faults(line * 5) == ["line 3: is one too many: 2 at most"]


def test_figures_of_a_file_are_whose_who_sat_there_for_each_hand(database: Database) -> None:
    lost = {"hearts": [9, 2, 1, 1], "cards": {"QS": 0}}
    # Eva had the first hand, whose queen is not Anna's.
    left = [{"seat": 0, "player": "Eva", "after": 1}]
    file = json_lines(game(rules={"target": 40}, hands=[lost, lost], left=left))
    pad = empty_pad(database)
    assert put(database, pad, file) == Imported(games=1)
    with database.reading() as session:
        assert worked_out(session, pad) == counted_by_hand(session, pad)
