"""The page of a hand: corrections, with a preview, and removals.

Where somebody else wrote meanwhile, see ``test_conflict``.
"""

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


def preview(table: Table, line: int, changes: dict[str, Value]) -> Page:
    """The page with the effects of a correction; nothing was stored."""
    before = everything(table.app)
    response = table.phone.submit(table.correction(line), {**changes, "preview": "yes"})
    assert response.status_code == 200
    assert everything(table.app) == before
    return page_of(response)


def changed(page: Page) -> list[str]:
    """The sentences of the preview."""
    return [item.text for item in page.only(id="changes").all("li")]


def test_the_form_holds_the_hand_as_it_was_taken_down(phone: Phone) -> None:
    table = start(phone, moon="choice", sun="y")
    phone.force(table.entry(), {"shooter": "1", "sun": "y", "moon_choice": "add"})
    form = table.correction(1)
    expected = {**hand(0, 13, 0, 0, QS=1), "sun": "y", "moon_choice": "add"}
    assert {name: form[name] for name in expected} == expected


def test_a_correction_is_previewed_and_then_saved(played: Table) -> None:
    page = preview(played, 1, {"cards_QS": "0"})
    assert changed(page) == ["Anna 7 → 20.", "Ben 19 → 6."]
    assert [line[1] for line in sheet(page)] == ["6 6", "1 7"]
    form = page.form(played.hand(1))
    assert form["cards_QS"] == "0"
    saved = played.saved(played.phone.submit(form))
    assert saved.news == "Hand 1 corrected. Anna 7 → 20. Ben 19 → 6."
    assert totals(saved) == [20, 6, 19, 7]
    assert [line[0] for line in sheet(saved)] == ["1✎", "2"]
    assert not played.page().news
    assert changed(preview(played, 2, {})) == ["Nothing."]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (hand(5), "12 of 13 hearts placed."),
        (hand(13, 13, 13, 13), "52 of 13 hearts placed."),
        ({"shooter": "0", **hand(6, 4)}, None),
    ],
)
@pytest.mark.parametrize("button", [{}, {"preview": "yes"}])
def test_a_correction_that_cannot_be_is_refused_and_kept(
    played: Table, changes: dict[str, Value], sentence: str | None, button: dict[str, Value]
) -> None:
    before = everything(played.app)
    response = played.phone.submit(played.correction(1), changes | button)
    assert response.status_code == 422
    assert everything(played.app) == before
    page = page_of(response)
    assert page.alert
    assert not changed(page)
    assert page.faults == [sentence] if sentence else page.faults
    form = page.form(played.hand(1))
    assert {name: form[name] for name in changes} == changes
    played.saved(played.phone.submit(form, {**hand(6, 4, 2, 1), "shooter": ""}))


def test_an_overtaken_correction_is_told_even_if_it_is_not_complete(played: Table) -> None:
    form = played.correction(1)
    played.saved(played.phone.submit(played.correction(1), {"cards_QS": "0"}))
    response = played.phone.submit(form, {"hearts_0": "5"})
    page = page_of(response)
    conflict = response.status_code == 409
    again = page.form(played.hand(1))
    assert conflict or played.phone.submit(again, {"hearts_0": "6"}).status_code == 409


def test_a_preview_of_a_moon_asks_how_it_counts(phone: Phone) -> None:
    table = start(phone, moon="choice")
    table.recorded(6, 4, 2, 1, QS=1)
    changes = {**hand(13, 0, 0, 0, QS=0), "preview": "yes"}
    response = phone.submit(table.correction(1), changes)
    assert response.status_code == 422
    assert page_of(response).all("fieldset", class_="moons")
    page = preview(table, 1, {**hand(13, 0, 0, 0, QS=0), "moon_choice": "subtract"})
    assert changed(page)[:2] == ["Anna 6 → −26.", "Ben 17 → 0."]


def test_who_wins_instead_is_said(phone: Phone) -> None:
    table = start(phone, target="20").recorded(7, 3, 2, 1, QS=0)
    # Dora's heart and both of Cara's are Anna's and Ben's: 20, 1, 2, 3.
    expected = ["Ben 3 → 1.", "Dora 1 → 3.", "Ben wins instead of Dora."]
    assert changed(preview(table, 1, hand(7, 1, 2, 3))) == expected


def test_the_pass_and_dealer_of_a_hand_are_corrected_and_the_cycle_goes_on(played: Table) -> None:
    # Left, right, across; after a second hand across nobody passes.
    assert pairs(played.more())[0] == ("Anna", "Cara")
    page = played.saved(played.phone.submit(played.correction(2), {"passed": "2", "dealer": "2"}))
    assert not pairs(played.more())
    assert "Dora deals" in now(played.more())
    dealt = [
        [cell.attributes.get("class") for cell in row.all("td")].index("dealt")
        for row in page.only("table", class_="sheet").only("tbody").all("tr")
    ]
    assert dealt == [0, 2]
    form = played.correction(2)
    assert (form["passed"], form["dealer"]) == ("2", "2")
    played.saved(played.phone.submit(form, {"passed": ""}))
    assert pairs(played.more())[0] == ("Anna", "Cara")


@pytest.mark.parametrize(("field", "other"), [("passed", "dealer"), ("dealer", "passed")])
def test_a_pass_or_dealer_that_cannot_be_is_refused_at_its_place(
    played: Table, field: str, other: str
) -> None:
    form = played.correction(1)
    before = everything(played.app)
    for value in ("4", "9" * 5000, ["1", "2"]):
        response = played.phone.force(form, {field: value})
        assert response.status_code == 422, value
        page = page_of(response)
        assert page.faults_at(field) == page.faults != [], value
        assert "open" in page.folded("Pass and dealer of this hand").attributes
        assert not page.faults_at(other), value
    assert everything(played.app) == before


def test_a_removal_says_what_changes_and_the_others_close_up(played: Table) -> None:
    expected = ["Anna 7 → 1.", "Ben 19 → 2.", "Cara 19 → 17.", "Dora 7 → 6."]
    page = played.phone.open(played.hand(1))
    assert [item.text for item in page.folded("Delete this hand").all("li")] == expected
    form = played.removal(1)
    page = played.saved(played.phone.submit(form))
    assert page.news == " ".join(["Hand 1 deleted.", *expected])
    assert [line[0] for line in sheet(page)] == ["1"]
    assert page.title == "Hand 2"
    assert "Ben deals" in now(played.more())
    # Sent twice, it is quiet.
    before = everything(played.app)
    assert not played.saved(played.phone.submit(form)).news
    assert everything(played.app) == before


@pytest.mark.parametrize("revision", [None, "", "x", "9" * 5000, ["1", "1"]])
def test_a_removal_that_does_not_say_what_it_saw_is_refused(played: Table, revision: Value) -> None:
    before = everything(played.app)
    response = played.phone.force(played.removal(1), {"revision": revision})
    assert response.status_code == 422
    assert page_of(response).alert
    assert everything(played.app) == before
