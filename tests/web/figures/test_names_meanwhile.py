"""A player gets another name while a hand is being entered on another phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.cast import Table, hand, start
from tests.web.figures.test_player_names import merge, rename, step
from tests.web.pages import page_of
from tests.web.table_page import sheet

FIRST = (4, 3, 3, 3)


def is_renamed(table: Table) -> None:
    rename(table, "Anna", "Änne")


def is_merged(table: Table) -> None:
    merge(table, "Anna", "Annie")


def is_merged_and_not(table: Table) -> None:
    merge(table, "Anna", "Annie")
    step(table, "undo")


@pytest.fixture
def beside(table: Table) -> Table:
    """The game, with somebody else in another one of its pad; a hand is saved."""
    start(table.phone, "Annie", "Emil", "Fay", at=f"{table.pad}new")
    table.recorded(*FIRST, QS=0)
    return table


@pytest.mark.parametrize("happens", [is_renamed, is_merged, is_merged_and_not])
def test_the_hand_before_is_not_taken_for_one_that_was_saved_meanwhile(
    beside: Table, happens: Callable[[Table], None]
) -> None:
    form = beside.entry()
    happens(beside)
    # The same cards as before: a hand of its own.
    response = beside.phone.submit(form, hand(*FIRST, QS=0))
    assert response.status_code == 409
    page = page_of(response)
    assert not page.all(class_="duplicate")
    # Why it was not saved, and nothing about the hand before.
    assert not any("Hand 1" in each.text for each in page.all(class_="alert"))
    # What was entered stands there, and is saved now.
    assert beside.phone.submit(page.form(beside.address)).status_code == 303
    assert len(sheet(beside.page())) == 2


def test_one_that_was_saved_meanwhile_is_still_seen(beside: Table) -> None:
    form = beside.entry()
    beside.recorded(5, 5, 3, 0, QS=1)
    is_renamed(beside)
    page = page_of(beside.phone.submit(form, hand(1, 2, 4, 6, QS=3)))
    assert len(page.all(class_="duplicate")) == 1
    assert "hand 2" in page.only(class_="duplicate").only("h2").text.lower()
