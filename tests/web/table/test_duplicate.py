"""The same hand from two phones: the second one chooses, and one tap never scores it twice."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorepad.store.models import Hand
from tests.web.apps import everything, reading
from tests.web.cast import (
    Phone,
    Table,
    hand,
    hand_over,
    start,
    take_pen,
)
from tests.web.pages import Form, Page, Value, page_of
from tests.web.table_page import totals

SAVED = hand(6, 4, 2, 1, QS=1)
OWN = hand(1, 2, 4, 6, QS=3)


@dataclass(frozen=True)
class Second:
    """A second phone that writes, and its entry from before the first one saved a hand."""

    table: Table
    phone: Phone
    form: Form

    def submit(self, fields: dict[str, Value] = OWN) -> TestResponse:
        return self.phone.submit(self.form, fields)


def second(table: Table, name: str = "Ben") -> Second:
    """Its pen, and that of the first phone, have the names of players."""
    first, phone = Phone(table.app), Phone(table.app)
    take_pen(first, hand_over(table), "Anna")
    take_pen(phone, hand_over(table), name)
    return Second(Table(first, table.address), phone, phone.open(table.address).form(table.address))


def chooser(response: TestResponse) -> Page:
    """The page with the choice, on which no hand can be entered."""
    assert response.status_code == 409
    page = page_of(response)
    assert len(page.all(class_="duplicate")) == 1
    assert not page.all(class_="entry")
    return page


def heading(page: Page) -> str:
    return page.only(class_="duplicate").only("h2").text


def cells(page: Page) -> list[list[tuple[str, bool]]]:
    """The saved hand and one's own by seat: the text, and whether it is marked as different."""
    rows = page.only(class_="duplicate").only("tbody").all("tr")
    return [
        [(cell.text, cell.attributes.get("class") == "differs") for cell in row.all("td")]
        for row in rows
    ]


def ways(page: Page) -> list[str]:
    duplicate = page.only(class_="duplicate")
    return [duplicate.only("a").text, *(button.text for button in duplicate.all("button"))]


def way(page: Page, label: str) -> Form:
    """The form of one of the ways."""
    duplicate = page.only(class_="duplicate")
    (at,) = [at for at, form in enumerate(duplicate.all("form")) if form.text == label]
    actions = [form.attributes["action"] for form in duplicate.all("form")]
    (found,) = [
        form for form in page.forms if form.action == actions[at] and "hearts_0" in form.named
    ]
    return found


def test_both_hands_stand_side_by_side(table: Table) -> None:
    own = second(table)
    own.table.record(6, 4, 2, 1, QS=1)
    before = everything(table.app)
    page = chooser(own.submit())
    assert everything(table.app) == before
    assert heading(page) == "Anna’s phone already saved hand 1"
    assert cells(page) == [
        [("6", False), ("17 ♠Q", False), ("2", False), ("1", False)],
        [("1 (different)", True), ("2 (different)", True), ("4 (different)", True),
         ("19 ♠Q (different)", True)],
    ]  # fmt: skip
    assert ways(page) == [
        "Keep Anna’s, drop mine", "Replace hand 1 with mine", "Mine is hand 2 – save it",
    ]  # fmt: skip
    assert page.only(class_="duplicate").only("a").attributes["href"] == table.address


def test_the_saved_hand_is_corrected_to_ones_own(table: Table) -> None:
    own = second(table)
    own.table.record(6, 4, 2, 1, QS=1)
    form = way(chooser(own.submit()), "Replace hand 1 with mine")
    page = table.saved(own.phone.submit(form))
    assert page.title == "Hand 2"
    assert totals(page) == [1, 2, 4, 19]


def test_a_pass_and_a_dealer_that_were_decided_survive_the_correction(table: Table) -> None:
    table.do("next", passed="2", dealer="3")
    own = second(table)
    own.table.record(6, 4, 2, 1, QS=1)
    table.saved(own.phone.submit(way(chooser(own.submit()), "Replace hand 1 with mine")))
    form = table.correction(1)
    assert (form["passed"], form["dealer"], form["hearts_0"]) == ("2", "3", "1")


def test_ones_own_is_saved_as_the_next_hand(table: Table) -> None:
    own = second(table)
    own.table.record(6, 4, 2, 1, QS=1)
    form = way(chooser(own.submit()), "Mine is hand 2 – save it")
    page = table.saved(own.phone.submit(form))
    assert page.title == "Hand 3"
    assert totals(page) == [7, 19, 6, 20]
    # Sent again, it is the same hand.
    assert totals(table.saved(own.phone.submit(form))) == [7, 19, 6, 20]


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_the_same_hand_is_dropped_and_that_is_said(table: Table, headers: dict[str, str]) -> None:
    own = second(table)
    own.table.record(6, 4, 2, 1, QS=1)
    before = everything(table.app)
    data = own.form.filled(SAVED)
    response = own.phone.client.post(
        table.address, data=data, headers=headers, follow_redirects=True
    )
    assert response.status_code == 200
    page = page_of(response)
    assert everything(table.app) == before
    assert page.title == "Hand 2"
    assert (
        page.news == "Anna’s phone already saved hand 1. Yours was the same, so nothing was added."
    )


def test_an_entry_sent_again_with_other_cards_is_a_choice_too(table: Table) -> None:
    form = table.entry()
    table.saved(table.phone.submit(form, SAVED))
    page = chooser(table.phone.submit(form, OWN))
    again = way(page, "Mine is hand 2 – save it")
    assert again["entry_id"] != form["entry_id"]
    assert totals(table.saved(table.phone.submit(again))) == [7, 19, 6, 20]


def test_a_hand_that_was_undone_is_no_duplicate(table: Table) -> None:
    own = second(table)
    own.table.record(6, 4, 2, 1, QS=1)
    own.table.do("undo")
    page = page_of(own.submit())
    assert not page.all(class_="duplicate")
    assert "Your hand is still below" in page.alert


def test_after_the_last_hand_there_is_no_next_one(phone: Phone) -> None:
    table = start(phone, target="20")
    own = second(table)
    own.table.record(10, 3, 0, 0, QS=0)
    page = chooser(own.submit())
    assert ways(page) == ["Keep Anna’s, drop mine", "Replace hand 1 with mine"]
    # The correction takes the end back.
    page = table.saved(own.phone.submit(way(page, "Replace hand 1 with mine")))
    assert page.title == "Hand 2"


def test_a_choice_that_the_saved_place_does_not_leave_keeps_the_entry(phone: Phone) -> None:
    """Before the saved hand the moon would count in another way than the entry says."""
    table = start(phone, moon="safe")
    for _ in range(5):
        table.record(12, 0, 0, 1, QS=3)
    own = second(table)
    own.table.record(0, 1, 0, 12, QS=1)
    fields = {**hand(13, 0, 0, 0, QS=0), "moon_choice": "subtract"}
    response = own.phone.force(own.form, fields)
    assert response.status_code == 409
    page = page_of(response)
    assert not page.all(class_="duplicate")
    assert page.form(table.address)["hearts_0"] == "13"


def waited(own: Second, fields: dict[str, Value], *after: str) -> TestResponse:
    """Send a hand from the second phone's outbox, behind these hands of its own."""
    return own.phone.force(own.form, {**fields, "after": list(after), "entry_id": "waited"})


def test_waiting_hand_that_another_phone_saved_is_one_hand(table: Table) -> None:
    own = second(table)
    own.table.record(6, 4, 2, 1, QS=1)
    before = everything(table.app)
    answer = waited(own, SAVED)
    page = table.saved(answer)
    assert everything(table.app) == before
    assert totals(page) == [6, 17, 2, 1]
    with reading(table.app) as session:
        (entry,) = session.scalars(select(Hand.entry_id))
    assert answer.headers["Scorepad-Same"] == entry
    # The next one with these cards is another one.
    assert totals(table.saved(waited(own, SAVED, entry))) == [12, 34, 4, 2]


@pytest.mark.parametrize("undone", [False, True])
def test_waiting_hand_after_a_change_by_others_is_asked_about(table: Table, undone: bool) -> None:
    own = second(table)
    table.saved(own.phone.force(own.form, {**SAVED, "entry_id": "first"}))
    own.table.record(6, 4, 2, 1, QS=1)
    if undone:
        own.table.do("undo")
    before = everything(table.app)
    answer = waited(own, OWN, "first")
    assert answer.status_code == 409
    assert bool(page_of(answer).all(class_="duplicate")) is not undone
    assert everything(table.app) == before
