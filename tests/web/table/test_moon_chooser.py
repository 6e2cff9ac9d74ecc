"""The shooter's choice: the effects of both side by side, before the hand is saved.

All totals here are worked out by hand from rules.md.
"""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Form, Node, Page, Value, page_of
from tests.web.table_page import standing, totals


def _entry(page: Page) -> Form:
    (form,) = [each for each in page.forms if "moon_choice" in each.offered]
    return form


def effects(page: Page) -> dict[str, Node]:
    """The effects of the two choices, by the value that chooses each."""
    options = page.only("fieldset", class_="moons").all(class_="outcome")
    by_choice = {option.attributes["value"]: option for option in options}
    assert sorted(by_choice) == sorted(_entry(page).offered["moon_choice"]) == ["add", "subtract"]
    return by_choice


def warnings(page: Page) -> dict[str, list[str]]:
    """The warnings to the shooter, by choice."""
    by_choice = effects(page)
    return {
        way: [warning.text for warning in node.all("strong")] for way, node in by_choice.items()
    }


def chooser_page(table: Table, entry: dict[str, Value], address: str = "") -> Page:
    """The page that asks for the choice; nothing was saved yet."""
    before = everything(table.app)
    form = table.correction(int(address.rpartition("/")[2])) if address else table.entry()
    response = table.phone.force(form, entry)
    assert response.status_code == 422
    assert everything(table.app) == before
    return page_of(response)


@pytest.fixture
def choosing(phone: Phone) -> Table:
    """18, 8, 0, 0 after the first hand, with the shooter's choice."""
    table = start(phone, moon="choice")
    table.record(5, 8, 0, 0, QS=0)
    return table


@pytest.mark.parametrize(
    "entry", [{"shooter": "1"}, hand(0, 13, 0, 0, QS=1), hand(None, 13, None, None, QS=1)]
)
def test_the_effects_of_both_choices_stand_side_by_side(
    choosing: Table, entry: dict[str, Value]
) -> None:
    by_choice = effects(chooser_page(choosing, entry))
    assert {choice: dict(standing(node)) for choice, node in by_choice.items()} == {
        "add": {"Anna": 44, "Ben": 8, "Cara": 26, "Dora": 26},
        "subtract": {"Anna": 18, "Ben": -18, "Cara": 0, "Dora": 0},
    }
    assert "Save: +26 to the others" in by_choice["add"].text
    assert "Save: −26 for Ben" in by_choice["subtract"].text
    assert "Ben is ahead." in by_choice["add"].text
    assert "Ben is ahead." in by_choice["subtract"].text
    assert not [node for node in by_choice.values() if "game ends" in node.text]


@pytest.mark.parametrize(
    ("choice", "expected"), [("add", [44, 8, 26, 26]), ("subtract", [18, -18, 0, 0])]
)
def test_a_choice_is_saved_with_the_entry_that_was_kept(
    choosing: Table, choice: str, expected: list[int]
) -> None:
    page = chooser_page(choosing, {"shooter": "1"})
    form = page.form(choosing.address)
    assert sorted(form.offered["moon_choice"]) == ["add", "subtract"]
    assert form["moon_choice"] is None
    response = choosing.phone.submit(form, {"moon_choice": choice})
    assert totals(choosing.saved(response)) == expected


def test_the_choice_can_be_made_at_once(choosing: Table) -> None:
    """With the buttons that come as soon as the shooter is known, before anything is sent."""
    page = choosing.phone.open(f"{choosing.address}/outcome?shooter=1")
    assert dict(standing(effects(page)["subtract"])) == {
        "Anna": 18,
        "Ben": -18,
        "Cara": 0,
        "Dora": 0,
    }
    response = choosing.phone.submit(page.form(choosing.address), {"moon_choice": "subtract"})
    assert totals(choosing.saved(response)) == [18, -18, 0, 0]


@pytest.mark.parametrize("query", ["", "?shooter=", "?cards_QS=2", "?shooter=1&cards_QS=2"])
def test_no_choice_is_offered_before_it_is_known_who_shot(choosing: Table, query: str) -> None:
    page = choosing.phone.open(f"{choosing.address}/outcome{query}")
    assert not page.all("fieldset", class_="moons")


def test_the_page_warns_of_an_old_moon_that_loses_its_shooter_the_game(phone: Phone) -> None:
    table = start(phone, moon="choice", target="50", opening_0="32", opening_1="42")
    assert warnings(chooser_page(table, {"shooter": "1"})) == {
        "add": ["Ben would lose the game."],
        "subtract": [],
    }


def test_a_choice_without_a_moon_is_refused_and_the_page_says_so(choosing: Table) -> None:
    page = chooser_page(choosing, {**hand(6, 4, 2, 1, QS=1), "moon_choice": "add"})
    assert page.faults == ["Nobody shot the moon in this hand."]


def test_a_correction_asks_too_and_works_the_later_hands_out(choosing: Table) -> None:
    choosing.record(0, 0, 5, 8, QS=3)
    assert totals(choosing.page()) == [18, 8, 5, 21]
    # The first hand becomes Ben's moon: 26, 0, 26, 26 or 0, −26, 0, 0, and then 0, 0, 5, 21.
    page = chooser_page(choosing, hand(0, 13, 0, 0, QS=1), choosing.hand(1))
    by_choice = effects(page)
    assert [total for _, total in standing(by_choice["add"])] == [26, 0, 31, 47]
    assert [total for _, total in standing(by_choice["subtract"])] == [0, -26, 5, 21]
    form = page.form(choosing.hand(1))
    response = choosing.phone.submit(form, {"moon_choice": "subtract"})
    assert totals(choosing.saved(response)) == [0, -26, 5, 21]
