"""All verbs of a game but those of its hands: one change each, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from scorepad.store.errors import GameOverError, StaleError
from tests.store.table import (
    PLAIN_HANDS,
    SHORT,
    Database,
    Table,
    hand,
    seat_four,
)

ONE = PLAIN_HANDS[0]
ENDING = hand(9, 2, 1, 1, queen=0)

VERBS: Final[dict[str, Callable[[Table, int | None], object]]] = {
    "next": lambda table, seen: table.set_next(2, 3, seen),
    "stop": lambda table, seen: table.stop(seen),
    "bin": lambda table, seen: table.bin(seen),
    "player": lambda table, seen: table.replace(1, "Eva", seen),
}


@pytest.mark.parametrize("verb", VERBS)
def test_each_is_one_change_and_asked_for_again_none(table: Table, verb: str) -> None:
    table.record(ONE)
    VERBS[verb](table, None)
    assert table.revision() == 3
    assert [line.what for line in table.state().log] == ["game", "hand", verb]
    before = table.database.rows()
    VERBS[verb](table, None)
    VERBS[verb](table, 2)
    assert table.database.rows() == before


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("seen", [1, 3])
def test_another_revision_is_stale(table: Table, verb: str, seen: int) -> None:
    table.record(ONE)
    before = table.database.rows()
    with pytest.raises(StaleError):
        VERBS[verb](table, seen)
    assert table.database.rows() == before


@pytest.mark.parametrize("verb", ["next", "stop", "player"])
@pytest.mark.parametrize("how", ["target", "stopped"])
def test_a_game_that_is_over_has_no_hand_to_come(database: Database, verb: str, how: str) -> None:
    table = seat_four(database, SHORT, [ENDING if how == "target" else ONE])
    if how == "stopped":
        table.stop()
        if verb == "stop":
            return
    before = table.database.rows()
    with pytest.raises(GameOverError):
        VERBS[verb](table, None)
    assert table.database.rows() == before
