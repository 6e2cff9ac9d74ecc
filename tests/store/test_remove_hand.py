"""Taking a hand out of the game."""

from __future__ import annotations

import pytest

from scorepad.store.errors import StaleError
from tests.store.table import PLAIN_HANDS, SHORT, Database, Table, hand, next_game, seat_four

ONE, TWO, THREE, FOUR = PLAIN_HANDS[:4]


@pytest.fixture
def three(table: Table) -> Table:
    """Three hands on the sheet, at revision 4; their entries are "1", "2" and "3"."""
    for number, each in enumerate((ONE, TWO, THREE), start=1):
        table.record(each, str(number))
    return table


def test_numbers_close_up_and_lines_stay(three: Table) -> None:
    three.remove(2)
    after = three.state()
    assert after.hands == (ONE, THREE)
    assert after.lines == (1, 3)
    assert [line.number for line in after.sheet.lines] == [1, 2]
    assert [line.dealer for line in after.sheet.lines] == [0, 1]


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_removal_equals_never_having_recorded_it(three: Table, line: int) -> None:
    three.remove(line)
    fresh = next_game(three, {}, "fresh")
    for number, each in enumerate((ONE, TWO, THREE), start=1):
        if number != line:
            fresh.record(each)
    assert three.state().sheet == fresh.state().sheet


def test_a_removal_asked_for_again_is_quiet(three: Table) -> None:
    three.remove(2)
    before = three.database.rows()
    three.remove(2)
    three.remove(2, revision=4)
    assert three.database.rows() == before


def test_the_next_hand_gets_a_line_of_its_own(three: Table) -> None:
    three.remove(3)
    assert three.record(FOUR).line == 4
    assert three.state().hands == (ONE, TWO, FOUR)
    assert three.state().lines == (1, 2, 4)


def test_the_entry_of_a_removed_hand_sent_again_does_not_bring_it_back(three: Table) -> None:
    three.remove(2)
    before = three.database.rows()
    # Both a late repetition and a phone that has seen the removal.
    for revision in (2, 5):
        assert three.record(TWO, "2", revision).line == 2
    assert three.database.rows() == before
    assert three.state().hands == (ONE, THREE)


@pytest.mark.parametrize(("line", "revision"), [(1, 3), (1, 5), (4, 4), (10**20, 4)])
def test_an_old_revision_or_a_line_that_is_not_there_is_stale(
    three: Table, line: int, revision: int
) -> None:
    before = three.database.rows()
    with pytest.raises(StaleError):
        three.remove(line, revision)
    assert three.database.rows() == before


def test_a_removal_can_make_a_later_hand_the_one_that_ends_the_game(database: Database) -> None:
    table = seat_four(database, SHORT, [hand(4, 3, 3, 3, queen=1), hand(4, 3, 3, 3, queen=2)])
    table.correct(1, hand(9, 2, 1, 1, queen=0))
    table.correct(2, hand(1, 9, 2, 1, queen=1))
    assert [line.counts for line in table.state().sheet.lines] == [True, False]
    table.remove(1)
    after = table.state()
    assert after.finished
    assert [line.counts for line in after.sheet.lines] == [True]
    assert after.sheet.totals == (1, 22, 2, 1)
