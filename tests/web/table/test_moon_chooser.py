"""The shooter's choice: the effects of both side by side, before the hand is saved.

All totals here are worked out by hand from rules.md.
"""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Node, Page, Value
from tests.web.table_page import standing, totals


def effects(page: Page) -> dict[str, Node]:
    """The effects of the two choices, by the value that chooses each."""
    options = page.only("fieldset", class_="moons").all(class_="outcome")
    by_choice = {option.attributes["value"]: option for option in options}
    (entry,) = [each for each in page.forms if "moon_choice" in each.offered]
    assert sorted(by_choice) == sorted(entry.offered["moon_choice"]) == ["add", "subtract"]
    assert entry["moon_choice"] is None
    return by_choice


@pytest.fixture
def choosing(phone: Phone) -> Table:
    """18, 8, 0, 0 after the first hand, with the shooter's choice."""
    return start(phone, moon="choice").recorded(5, 8, 0, 0, QS=0)


@pytest.mark.parametrize(
    "entry", [{"shooter": "1"}, hand(0, 13, 0, 0, QS=1), hand(None, 13, None, None, QS=1)]
)
def test_the_effects_of_both_choices_stand_side_by_side(
    choosing: Table, entry: dict[str, Value]
) -> None:
    page = choosing.phone.refused(choosing.entry(), entry)
    by_choice = effects(page)
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
@pytest.mark.parametrize("at_once", [False, True])
def test_a_choice_is_saved_with_the_entry(
    choosing: Table, choice: str, expected: list[int], at_once: bool
) -> None:
    """Of the page that asks, or with the buttons that come as soon as the shooter is known."""
    if at_once:
        page = choosing.phone.open(f"{choosing.address}/outcome?shooter=1")
    else:
        page = choosing.phone.refused(choosing.entry(), {"shooter": "1"})
    assert [total for _, total in standing(effects(page)[choice])] == expected
    response = choosing.phone.submit(page.form(choosing.address), {"moon_choice": choice})
    assert totals(choosing.saved(response)) == expected


@pytest.mark.parametrize("query", ["", "?shooter=", "?cards_QS=2", "?shooter=1&cards_QS=2"])
def test_no_choice_is_offered_before_it_is_known_who_shot(choosing: Table, query: str) -> None:
    page = choosing.phone.open(f"{choosing.address}/outcome{query}")
    assert not page.all("fieldset", class_="moons")


def test_the_page_warns_of_an_old_moon_that_loses_its_shooter_the_game(phone: Phone) -> None:
    table = start(phone, moon="choice", target="50", opening_0="32", opening_1="42")
    by_choice = effects(phone.refused(table.entry(), {"shooter": "1"}))
    warnings = {way: [each.text for each in node.all("strong")] for way, node in by_choice.items()}
    assert warnings == {"add": ["Ben would lose the game."], "subtract": []}


def test_a_choice_without_a_moon_is_refused_and_the_page_says_so(choosing: Table) -> None:
    entry = {**hand(6, 4, 2, 1, QS=1), "moon_choice": "add"}
    page = choosing.phone.refused(choosing.entry(), entry)
    assert page.faults == ["Nobody shot the moon in this hand."]


def test_a_correction_asks_too_and_works_the_later_hands_out(choosing: Table) -> None:
    choosing.recorded(0, 0, 5, 8, QS=3)
    assert totals(choosing.page()) == [18, 8, 5, 21]
    # The first hand becomes Ben's moon: 26, 0, 26, 26 or 0, −26, 0, 0, and then 0, 0, 5, 21.
    page = choosing.phone.refused(choosing.correction(1), hand(0, 13, 0, 0, QS=1))
    by_choice = effects(page)
    assert [total for _, total in standing(by_choice["add"])] == [26, 0, 31, 47]
    assert [total for _, total in standing(by_choice["subtract"])] == [0, -26, 5, 21]
    form = page.form(choosing.hand(1))
    response = choosing.phone.submit(form, {"moon_choice": "subtract"})
    assert totals(choosing.saved(response)) == [0, -26, 5, 21]
