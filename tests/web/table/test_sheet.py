"""Hands of a player who left: they are shown, and corrected, under that name."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, hand
from tests.web.pages import Page
from tests.web.table_page import seats


@pytest.fixture
def taken_over(table: Table) -> Table:
    """Anna, Ben, Cara, Dora; after two hands Emil goes on for Ben, after three Fay for Emil."""
    table.recorded(6, 4, 2, 1, QS=1).recorded(1, 2, 4, 6, QS=2)
    table.do("replace", seat="1", name="Emil")
    table.recorded(13, 0, 0, 0, QS=3)
    table.do("replace", seat="1", name="Fay")
    return table


def hints(page: Page) -> list[str]:
    """Who played before, as it stands below the sheet."""
    return [hint.text for hint in page.all("p", class_="hint") if "took over from" in hint.text]


def test_the_sheet_says_who_played_before(taken_over: Table) -> None:
    page = taken_over.page()
    assert seats(page) == ["Anna", "Fay", "Cara", "Dora"]
    assert hints(page) == [
        "Emil took over from Ben after hand 2.",
        "Fay took over from Emil after hand 3.",
    ]
    # A player without a hand is left out.
    taken_over.do("replace", seat="1", name="Gil")
    page = taken_over.do("replace", seat="1", name="Emil")
    assert hints(page) == ["Emil took over from Ben after hand 2."]


@pytest.mark.parametrize(("line", "name"), [(1, "Ben"), (3, "Emil")])
def test_a_hand_is_corrected_under_the_names_of_who_played_it(
    taken_over: Table, line: int, name: str
) -> None:
    page = taken_over.phone.open(taken_over.hand(line))
    correction = page.only("form", class_="correction")
    groups = [group.attributes["aria-label"] for group in correction.all(class_="counts")]
    assert groups == ["Hearts of Anna", f"Hearts of {name}", "Hearts of Cara", "Hearts of Dora"]
    assert seats(page) == ["Anna", "Fay", "Cara", "Dora"]
    assert hints(page)
    form = page.form(taken_over.hand(line))
    taken_over.saved(taken_over.phone.submit(form, hand(0, 5, 8, 0, QS=1)))


def test_the_signs_of_the_sheet_are_explained(table: Table, looker_on: Phone) -> None:
    def legend(phone: Phone) -> str:
        hands = phone.open(table.address).only("section", class_="hands")
        return " ".join(each.text for each in hands.all("p", class_="hint"))

    assert legend(looker_on) == "No hand yet."
    table.recorded(6, 4, 2, 1, QS=1)
    assert legend(looker_on) == "Dot: dealer."
    assert legend(table.phone) == "Dot: dealer. Tap a hand’s number to correct it."
    table.saved(table.phone.submit(table.correction(1), {"cards_QS": "0"}))
    assert legend(looker_on) == "Dot: dealer. ✎: corrected."
    assert legend(table.phone) == "Dot: dealer. ✎: corrected. Tap a hand’s number to correct it."
