"""Somebody leaves, and somebody else goes on in the seat."""

from __future__ import annotations

import pytest

from scorepad import caps
from scorepad.rules import RulesError
from scorepad.store.errors import CapError
from tests.store.table import (
    NAMES,
    PLAIN_HANDS,
    Table,
    next_game,
)

ONE, TWO, THREE = PLAIN_HANDS[:3]


def test_the_hands_stay_with_who_played_them(table: Table) -> None:
    table.record(ONE)
    table.replace(1, "Eva")
    table.record(TWO)
    after = table.state()
    assert after.names == (NAMES, ("Anna", "Eva", "Cem", "Dora"))
    assert after.seated == ("Anna", "Eva", "Cem", "Dora")


def test_several_can_leave_one_seat_and_come_back(table: Table) -> None:
    table.replace(1, "Eva")
    table.record(ONE)
    table.replace(1, "Finn")
    table.replace(1, "Gül")
    table.record(TWO)
    table.replace(1, "Ben")
    table.replace(3, "Eva")
    table.record(THREE)
    assert [names[1] for names in table.state().names] == ["Eva", "Gül", "Ben"]
    assert [names[3] for names in table.state().names] == ["Dora", "Dora", "Eva"]


def test_a_player_of_the_pad_is_the_same_one(table: Table) -> None:
    table.replace(1, "Eva")
    other = next_game(table, {}, "other")
    other.replace(2, "EVA")
    assert other.state().seated == ("Anna", "Ben", "Eva", "Dora")
    assert [row["name"] for row in table.database.rows()["players"]] == [*NAMES, "Eva"]


def test_so_many_can_leave_a_game_and_no_more(table: Table) -> None:
    for number in range(caps.LEFT):
        table.replace(0, f"P{number}")
    before = table.database.rows()
    with pytest.raises(CapError, match="left"):
        table.replace(0, "Eva")
    assert table.database.rows() == before
    # Whoever came back by an undo did not leave.
    table.undo()
    table.replace(0, "Eva")
    assert table.state().seated[0] == "Eva"


@pytest.mark.parametrize("name", ["", " ", " Eva", "E\nva", "E" * 31, "anna", "DORA"])
def test_a_bad_name_is_refused_at_its_seat(table: Table, name: str) -> None:
    before = table.database.rows()
    with pytest.raises(RulesError) as refused:
        table.replace(1, name)
    assert refused.value.place == "players[1]"
    assert table.database.rows() == before


@pytest.mark.parametrize("seat", [-1, 4, 10**20])
def test_a_seat_that_is_not_there_is_refused(table: Table, seat: int) -> None:
    with pytest.raises(RulesError) as refused:
        table.replace(seat, "Eva")
    assert refused.value.place == "seat"
