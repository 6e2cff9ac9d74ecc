"""Games that are stopped by agreement, and go on after all."""

from __future__ import annotations

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

ONE, TWO = PLAIN_HANDS[:2]
ENDING = hand(9, 2, 1, 1, queen=0)


def test_a_stopped_game_is_finished_and_a_reopened_one_goes_on(table: Table) -> None:
    table.record(ONE)
    table.stop()
    stopped = table.state()
    assert stopped.finished
    assert stopped.sheet.ended_by == "stopped"
    with pytest.raises(GameOverError):
        table.record(TWO)
    table.reopen()
    assert not table.state().finished
    table.record(TWO)
    assert table.state().hands == (ONE, TWO)


def test_only_a_stopped_game_is_reopened(database: Database) -> None:
    table = seat_four(database, SHORT, [ONE])
    before = database.rows()
    table.reopen()
    assert database.rows() == before
    table.record(ENDING)
    with pytest.raises(GameOverError):
        table.reopen()


def test_one_that_a_correction_ended_is_not_reopened(database: Database) -> None:
    table = seat_four(database, SHORT, [ONE])
    table.stop()
    table.correct(1, ENDING)
    with pytest.raises(GameOverError):
        table.reopen()
    with pytest.raises(StaleError):
        table.reopen(2)
