"""The page of a hand: previews of corrections and removals, its pass and its dealer."""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Page, Value, page_of
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


def test_without_a_preview_nothing_is_said(played: Table) -> None:
    assert not changed(played.phone.open(played.hand(1)))


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


def test_names_in_what_changes_are_no_markup(phone: Phone) -> None:
    table = start(phone, "<b>Anna", "Ben", "Cara")
    table.recorded(6, 4, 2, QS=1)
    page = preview(table, 1, {"cards_QS": "0"})
    assert changed(page)[0] == "<b>Anna 6 → 18."
    page = table.saved(phone.submit(table.correction(1), {"cards_QS": "0"}))
    assert page.news.startswith("Hand 1 corrected. <b>Anna 6 → 18.")


def test_a_preview_of_nothing_says_so(played: Table) -> None:
    assert changed(preview(played, 2, {})) == ["Nothing."]


def test_a_correction_that_changes_no_total_says_no_more_than_that(played: Table) -> None:
    response = played.phone.submit(played.correction(1), {"dealer": "2"})
    assert played.saved(response).news == "Hand 1 corrected."
    again = played.phone.submit(played.correction(1))
    assert not played.saved(again).news


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


def test_two_who_win_instead_of_one(over: Table) -> None:
    changes = hand(11, 1, 1, 0)
    assert changed(preview(over, 1, {**changes, "cards_QS": "3"}))[-1] == "The game goes on."
    assert changed(preview(over, 1, hand(9, 0, 0, 4)))[-1] == "Ben and Cara win instead of Dora."


def test_a_correction_that_ends_the_game_says_who_wins(phone: Phone) -> None:
    table = start(phone, target="20")
    table.recorded(6, 4, 2, 1, QS=1)
    assert changed(preview(table, 1, hand(0, 10, 2, 1)))[-1] == (
        "The game is over. Anna wins with 0."
    )


def test_a_game_that_goes_on_after_a_correction_says_so(over: Table) -> None:
    page = over.saved(over.phone.submit(over.correction(1), hand(6, 4, 2, 1, QS=1)))
    assert page.news.endswith("The game goes on.")


def test_what_a_removal_changes_is_said_before_and_after(played: Table) -> None:
    expected = ["Anna 7 → 1.", "Ben 19 → 2.", "Cara 19 → 17.", "Dora 7 → 6."]
    assert without(played, 1) == expected
    page = played.saved(played.phone.submit(played.removal(1)))
    assert page.news == " ".join(["Hand 1 deleted.", *expected])
    assert not played.page().news


def test_a_removal_that_lets_the_game_go_on_says_so(over: Table) -> None:
    assert without(over, 1)[-1] == "The game goes on."


def test_a_removal_after_the_end_changes_no_total(phone: Phone) -> None:
    table = start(phone, target="30")
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(6, 4, 2, 1, QS=2)
    table.saved(phone.submit(table.correction(1), {**hand(0, 13, 0, 0), "cards_QS": "2"}))
    table.saved(phone.submit(table.correction(1), hand(13, 0, 0, 0, QS=0)))
    # Anna's moon is 0, 26, 26, 26, and the second hand ends it.
    assert without(table, 2)[-1] == "The game goes on."


def test_a_repeated_removal_has_no_news(played: Table) -> None:
    form = played.removal(1)
    assert played.saved(played.phone.submit(form)).news
    assert not played.saved(played.phone.submit(form)).news


def test_the_address_of_a_removal_leads_to_its_hand(played: Table, looker_on: Phone) -> None:
    address = f"{played.hand(1)}/remove"
    assert played.phone.open(address).title == "Correct hand 1"
    assert looker_on.client.get(address).status_code == 403


def test_the_form_holds_no_departure_at_first(played: Table) -> None:
    form = played.correction(2)
    assert (form["passed"], form["dealer"]) == ("", "")
    assert form.offered["passed"] == form.offered["dealer"] == ["", "0", "1", "2", "3"]


def test_the_pass_of_a_hand_can_be_corrected_and_the_cycle_goes_on(played: Table) -> None:
    # Left, right, across; after a second hand across nobody passes.
    assert pairs(played.page())[0] == ("Anna", "Cara")
    page = played.saved(played.phone.submit(played.correction(2), {"passed": "2"}))
    assert not pairs(page)
    form = played.correction(2)
    assert form["passed"] == "2"
    page = played.saved(played.phone.submit(form, {"passed": ""}))
    assert pairs(page)[0] == ("Anna", "Cara")


def test_the_dealer_of_a_hand_can_be_corrected_and_the_deal_goes_on(played: Table) -> None:
    assert "Cara deals" in played.page().only("section", class_="now").text
    page = played.saved(played.phone.submit(played.correction(1), {"dealer": "2"}))
    # Cara, Dora, and then it is Anna's turn.
    assert "Anna deals" in page.only("section", class_="now").text
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


def test_a_hand_of_three_offers_three_ways_and_dealers(phone: Phone) -> None:
    table = start(phone, "Anna", "Ben", "Cara")
    table.recorded(6, 4, 2, QS=1)
    form = table.correction(1)
    assert form.offered["passed"] == form.offered["dealer"] == ["", "0", "1", "2"]
