"""The page of a hand: previews of corrections and removals, its pass and its dealer."""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Page, Value, page_of
from tests.web.table.acts import now
from tests.web.table_page import pairs, sheet, totals


@pytest.fixture
def played(table: Table) -> Table:
    """Two hands: 6, 17, 2, 1, then 1, 2, 17, 6."""
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(1, 2, 4, 6, QS=2)
    return table


@pytest.fixture
def over(phone: Phone) -> Table:
    """Anna 20, Ben 3, Cara 2, Dora 1 with a target of 20."""
    table = start(phone, target="20")
    table.recorded(7, 3, 2, 1, QS=0)
    return table


def preview(table: Table, line: int, changes: dict[str, Value]) -> Page:
    """The hand's page with a preview of these changes; nothing is stored."""
    form = table.correction(line)
    before = everything(table.app)
    response = table.phone.submit(form, {**changes, "preview": "yes"})
    assert response.status_code == 200
    assert everything(table.app) == before
    return page_of(response)


def changed(page: Page) -> list[str]:
    """The sentences of the preview."""
    return [item.text for item in page.only(id="changes").all("li")]


def without(table: Table, line: int) -> list[str]:
    """The page's sentences about the effects of a removal."""
    page = table.phone.open(table.hand(line))
    return [item.text for item in page.folded("Delete this hand").all("li")]


def test_a_preview_says_what_would_change_and_stores_nothing(played: Table) -> None:
    page = preview(played, 1, {"cards_QS": "0"})
    assert changed(page) == ["Anna 7 → 20.", "Ben 19 → 6."]
    assert [line[1] for line in sheet(page)] == ["6 6", "1 7"]
    form = page.form(played.hand(1))
    assert form["cards_QS"] == "0"
    saved = played.saved(played.phone.submit(form))
    assert totals(saved) == [20, 6, 19, 7]
    assert saved.news == "Hand 1 corrected. Anna 7 → 20. Ben 19 → 6."
    assert not played.page().news


def test_a_preview_of_nothing_says_so(played: Table) -> None:
    assert changed(preview(played, 2, {})) == ["Nothing."]


@pytest.mark.parametrize("changes", [hand(7), hand(13, 13), {"shooter": "0", **hand(6, 4)}])
def test_a_preview_of_what_cannot_be_is_refused(played: Table, changes: dict[str, Value]) -> None:
    before = everything(played.app)
    response = played.phone.submit(played.correction(1), {**changes, "preview": "yes"})
    assert response.status_code == 422
    assert everything(played.app) == before
    page = page_of(response)
    assert page.faults
    assert not changed(page)
    assert {name: page.form(played.hand(1))[name] for name in changes} == changes


def test_a_preview_of_what_was_changed_meanwhile_is_told(played: Table) -> None:
    form = played.correction(1)
    played.recorded(6, 4, 2, 1, QS=3)
    before = everything(played.app)
    response = played.phone.submit(form, {"cards_QS": "0", "preview": "yes"})
    assert response.status_code == 409
    assert everything(played.app) == before
    again = page_of(response).form(played.hand(1))
    assert again["cards_QS"] == "0"
    response = played.phone.submit(again, {"preview": "yes"})
    assert changed(page_of(response)) == ["Anna 13 → 26.", "Ben 23 → 10."]


def test_a_preview_of_a_moon_asks_how_it_counts(phone: Phone) -> None:
    table = start(phone, moon="choice")
    table.recorded(6, 4, 2, 1, QS=1)
    changes = {**hand(13, 0, 0, 0, QS=0), "preview": "yes"}
    response = phone.submit(table.correction(1), changes)
    assert response.status_code == 422
    assert page_of(response).all("fieldset", class_="moons")
    page = preview(table, 1, {**hand(13, 0, 0, 0, QS=0), "moon_choice": "subtract"})
    assert changed(page) == [
        "Anna 6 → −26.", "Ben 17 → 0.", "Cara 2 → 0.", "Dora 1 → 0.",
    ]  # fmt: skip


def test_who_wins_instead_is_said(over: Table) -> None:
    # Dora's heart and both of Cara's are Anna's and Ben's: 20, 1, 2, 3.
    changes = hand(7, 1, 2, 3)
    expected = ["Ben 3 → 1.", "Dora 1 → 3.", "Ben wins instead of Dora."]
    assert changed(preview(over, 1, changes)) == expected
    page = over.saved(over.phone.submit(over.correction(1), changes))
    assert page.news == " ".join(["Hand 1 corrected.", *expected])
    assert page.title == "Ben wins with 1."


def test_what_a_removal_changes_is_said_before_and_after(played: Table) -> None:
    expected = ["Anna 7 → 1.", "Ben 19 → 2.", "Cara 19 → 17.", "Dora 7 → 6."]
    assert without(played, 1) == expected
    page = played.saved(played.phone.submit(played.removal(1)))
    assert page.news == " ".join(["Hand 1 deleted.", *expected])
    assert not played.page().news


def test_the_pass_of_a_hand_can_be_corrected_and_the_cycle_goes_on(played: Table) -> None:
    # Left, right, across; after a second hand across nobody passes.
    assert pairs(played.more())[0] == ("Anna", "Cara")
    played.saved(played.phone.submit(played.correction(2), {"passed": "2"}))
    assert not pairs(played.more())
    form = played.correction(2)
    assert form["passed"] == "2"
    played.saved(played.phone.submit(form, {"passed": ""}))
    assert pairs(played.more())[0] == ("Anna", "Cara")


def test_the_dealer_of_a_hand_can_be_corrected_and_the_deal_goes_on(played: Table) -> None:
    assert "Cara deals" in now(played.more())
    page = played.saved(played.phone.submit(played.correction(1), {"dealer": "2"}))
    # Cara, Dora, and then it is Anna's turn.
    assert "Anna deals" in now(played.more())
    dealt = [
        [cell.attributes.get("class") for cell in row.all("td")].index("dealt")
        for row in page.only("table", class_="sheet").only("tbody").all("tr")
    ]
    assert dealt == [2, 3]


def test_a_pass_or_dealer_that_cannot_be_is_refused_at_its_place(played: Table) -> None:
    form = played.correction(1)
    before = everything(played.app)
    for field, other in (("passed", "dealer"), ("dealer", "passed")):
        for value in ("4", "x", "9" * 5000, ["1", "2"]):
            response = played.phone.force(form, {field: value})
            assert response.status_code == 422, (field, value)
            page = page_of(response)
            assert page.faults_at(field) == page.faults != [], (field, value)
            assert "open" in page.folded("Pass and dealer of this hand").attributes
            assert not page.faults_at(other), (field, value)
    assert everything(played.app) == before
