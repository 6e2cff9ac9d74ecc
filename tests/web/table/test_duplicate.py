"""The same hand from two phones: the second one chooses, and one tap never scores it twice."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorepad.store.models import Hand
from tests.web.apps import everything, reading
from tests.web.cast import Phone, Table, hand, hand_over, start, take_pen
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


def second(table: Table) -> Second:
    """Its pen, and that of the first phone, have the names of players."""
    first, phone = Phone(table.app), Phone(table.app)
    take_pen(first, hand_over(table), "Anna")
    take_pen(phone, hand_over(table), "Ben")
    return Second(Table(first, table.address), phone, phone.open(table.address).form(table.address))


@pytest.fixture
def own(table: Table) -> Second:
    """The second phone, after the first one has saved a hand."""
    phones = second(table)
    phones.table.record(6, 4, 2, 1, QS=1)
    return phones


def chooser(response: TestResponse) -> Page:
    """The page with the choice, on which no hand can be entered."""
    assert response.status_code == 409
    page = page_of(response)
    assert len(page.all(class_="duplicate")) == 1
    assert not page.all(class_="entry")
    return page


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
    (node,) = [form for form in page.only(class_="duplicate").all("form") if form.text == label]
    (found,) = [
        form
        for form in page.forms
        if form.action == node.attributes["action"] and "hearts_0" in form.named
    ]
    return found


REPLACE = "Replace hand 1 with mine"
NEXT = "Mine is hand 2 – save it"


def test_both_hands_stand_side_by_side(table: Table, own: Second) -> None:
    before = everything(table.app)
    page = chooser(own.submit())
    assert everything(table.app) == before
    duplicate = page.only(class_="duplicate")
    assert duplicate.only("h2").text == "Anna’s phone already saved hand 1"
    assert cells(page) == [
        [("6", False), ("17 ♠Q", False), ("2", False), ("1", False)],
        [("1 (different)", True), ("2 (different)", True), ("4 (different)", True),
         ("19 ♠Q (different)", True)],
    ]  # fmt: skip
    assert ways(page) == ["Keep Anna’s, drop mine", REPLACE, NEXT]
    assert duplicate.links == [table.address]


def test_the_saved_hand_is_corrected_to_ones_own(table: Table) -> None:
    table.do("next", passed="2", dealer="3")
    own = second(table)
    own.table.record(6, 4, 2, 1, QS=1)
    page = table.saved(own.phone.submit(way(chooser(own.submit()), REPLACE)))
    assert page.title == "Hand 2"
    assert totals(page) == [1, 2, 4, 19]
    # The pass and the dealer that were decided survive it.
    form = table.correction(1)
    assert (form["passed"], form["dealer"]) == ("2", "3")


def test_ones_own_is_saved_as_the_next_hand(table: Table, own: Second) -> None:
    form = way(chooser(own.submit()), NEXT)
    # Sent again, it is the same hand.
    for _ in range(2):
        page = table.saved(own.phone.submit(form))
        assert page.title == "Hand 3"
        assert totals(page) == [7, 19, 6, 20]


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_the_same_hand_is_dropped_and_that_is_said(
    table: Table, own: Second, headers: dict[str, str]
) -> None:
    before = everything(table.app)
    response = own.phone.client.post(
        table.address, data=own.form.filled(SAVED), headers=headers, follow_redirects=True
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
    again = way(chooser(table.phone.submit(form, OWN)), NEXT)
    assert again["entry_id"] != form["entry_id"]
    assert totals(table.saved(table.phone.submit(again))) == [7, 19, 6, 20]


def test_a_hand_that_was_undone_is_no_duplicate(own: Second) -> None:
    own.table.do("undo")
    page = page_of(own.submit())
    assert not page.all(class_="duplicate")
    assert "Your hand is still below" in page.alert


def test_after_the_last_hand_there_is_no_next_one(phone: Phone) -> None:
    table = start(phone, target="20")
    own = second(table)
    own.table.record(10, 3, 0, 0, QS=0)
    page = chooser(own.submit())
    assert ways(page) == ["Keep Anna’s, drop mine", REPLACE]
    # The correction takes the end back.
    assert table.saved(own.phone.submit(way(page, REPLACE))).title == "Hand 2"


def test_a_choice_that_the_saved_place_does_not_leave_keeps_the_entry(phone: Phone) -> None:
    """Before the saved hand the moon would count in another way than the entry says."""
    table = start(phone, moon="safe")
    for _ in range(5):
        table.recorded(12, 0, 0, 1, QS=3)
    own = second(table)
    own.table.record(0, 1, 0, 12, QS=1)
    fields = {**hand(13, 0, 0, 0, QS=0), "moon_choice": "subtract"}
    page = own.phone.refused(own.form, fields, 409)
    assert not page.all(class_="duplicate")
    assert page.form(table.address)["hearts_0"] == "13"


def waited(own: Second, fields: dict[str, Value], *after: str) -> TestResponse:
    """Send a hand from the second phone's outbox, behind these hands of its own."""
    return own.phone.force(own.form, {**fields, "after": list(after), "entry_id": "waited"})


def test_waiting_hand_that_another_phone_saved_is_one_hand(table: Table, own: Second) -> None:
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


class TestHandOfTheOutbox:
    """Corrections and removals of a hand that a phone's outbox names by its entry."""

    @pytest.fixture
    def form(self, table: Table) -> Form:
        """The entry of a page on which the hand "mine" was taken down."""
        form = table.phone.open(table.address).form(table.address)
        table.saved(table.phone.force(form, {**SAVED, "entry_id": "mine"}))
        sent = form.forced({"after": "mine", "entry_id": "act"}).items(multi=True)
        return replace(form, action=f"{form.action}/entry/mine", sent=list(sent))

    def test_it_is_corrected_once(self, table: Table, form: Form) -> None:
        assert totals(table.saved(table.phone.force(form, OWN))) == [1, 2, 4, 19]
        table.do("undo")
        before = everything(table.app)
        assert totals(table.saved(table.phone.force(form, OWN))) == [6, 17, 2, 1]
        assert everything(table.app) == before

    @pytest.mark.parametrize("what", ["", "/remove"])
    def test_one_that_another_phone_corrected_is_asked_about(
        self, table: Table, form: Form, what: str
    ) -> None:
        act = replace(form, action=form.action + what)
        for fault in ({"revision": ""}, {"entry_id": "?"}, {"entry_id": "x" * 99}):
            before = everything(table.app)
            assert table.phone.force(act, OWN | fault).status_code in (409, 422)
            assert everything(table.app) == before
        table.saved(table.phone.submit(table.correction(1), OWN))
        table.phone.refused(act, hand(3, 3, 3, 4, QS=0), 409)

    def test_one_that_another_phone_undid_is_gone(self, table: Table, form: Form) -> None:
        table.do("undo")
        assert table.phone.refused(form, OWN, 410).alert
        # There is nothing to remove.
        before = everything(table.app)
        table.saved(table.phone.force(replace(form, action=f"{form.action}/remove"), {}))
        assert everything(table.app) == before
