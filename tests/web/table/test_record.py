"""Recording a hand: saved once, or refused with everything still filled in, or asked how it counts.

The totals of moons are worked out by hand from docs/rules.md.
"""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Node, Page, Value, page_of
from tests.web.table_page import sheet, standing, totals

GOOD = hand(6, 4, 2, 1, QS=1)


@pytest.mark.parametrize(
    ("headers", "status"), [({}, 303), ({"HX-Request": "true"}, 200)], ids=["browser", "htmx"]
)
def test_a_hand_is_saved_and_the_table_is_shown_again(
    table: Table, headers: dict[str, str], status: int
) -> None:
    form = table.entry()
    assert form.offered["cards_QS"] == ["0", "1", "2", "3"]
    response = table.phone.client.post(table.address, data=form.filled(GOOD), headers=headers)
    assert response.status_code == status
    page = table.page() if status == 303 else page_of(response)
    assert totals(page) == [6, 17, 2, 1]
    assert page.title == "Hand 2"
    # The next hand follows upon that one.
    page = table.saved(table.phone.submit(page.form(table.address), GOOD))
    assert page.title == "Hand 3"


def test_what_follows_from_the_hearts_placed_need_not_be_said(table: Table) -> None:
    page = table.saved(table.phone.submit(table.entry(), hand(None, 4, 2, 1, QS=2)))
    assert totals(page) == [6, 4, 15, 1]


def test_a_writer_who_was_overtaken_is_told_even_if_the_entry_is_not_complete(
    table: Table,
) -> None:
    # Else the second phone completes its entry and the hand is there twice.
    seen_before = table.entry()
    table.record(6, 4, 2, 1, QS=1)
    response = table.phone.submit(seen_before, hand(6, 4, QS=1))
    page = page_of(response)
    conflict = response.status_code == 409
    assert conflict or table.phone.submit(page.form(table.address), GOOD).status_code == 409


def test_a_special_card_that_nobody_took_is_refused_at_its_place(phone: Phone) -> None:
    table = start(phone, preset="black-maria")
    page = table.phone.refused(table.entry(), hand(6, 4, 2, 1, KS=0, AC=3))
    assert page.faults_at("cards_QS") == page.faults
    assert not page.faults_at("cards_KS")
    form = page.form(table.address)
    assert (form["cards_KS"], form["cards_QS"], form["hearts_3"]) == ("0", None, "1")
    assert totals(table.saved(phone.submit(form, {"cards_QS": "2"}))) == [16, 4, 15, 8]


def test_a_value_that_was_not_offered_is_refused_and_the_others_are_kept(table: Table) -> None:
    for field, value in (
        ("cards_QS", "4"),
        ("cards_QS", "\0"),
        ("hearts_0", "0x6"),
        ("hearts_0", "١"),
        ("hearts_0", "9" * 5000),
        ("shooter", "-1"),
        ("moon_choice", "blue"),
    ):
        page = table.phone.refused(table.entry(), {**GOOD, field: value})
        others = {name: good for name, good in GOOD.items() if name != field}
        form = page.form(table.address)
        assert {name: form[name] for name in others} == others, (field, value)


def test_what_is_not_of_the_form_is_refused(table: Table) -> None:
    form = table.entry()
    cases: tuple[tuple[str, tuple[Value, ...]], ...] = (
        ("hearts_0", (["6", "6"],)),
        ("cards_QS", (["", "2"],)),
        ("shooter", (["", "1"],)),
        ("revision", (["1", "2"], "", None, "x", "1.5", "9" * 5000)),
        ("entry_id", ("", "a b", "x" * 65, "<script>", "1\n")),
    )
    for field, values in cases:
        for value in values:
            page = table.phone.refused(form, {**GOOD, field: value})
    assert table.saved(table.phone.submit(page.form(table.address)))


def test_a_revision_that_never_was_is_told(table: Table) -> None:
    for revision in ("0", "-1", "2", "999999"):
        table.phone.refused(table.entry(), {**GOOD, "revision": revision}, 409)


def test_a_sun_without_a_moon_is_refused_and_the_page_says_so(phone: Phone) -> None:
    table = start(phone, sun="y")
    page = table.phone.refused(table.entry(), {**GOOD, "sun": "y"})
    assert page.faults_at("sun") == page.faults
    assert page.form(table.address)["sun"] == "y"


def test_a_new_hand_needs_the_pad_of_its_own_game(phone: Phone) -> None:
    one, other = start(phone), start(phone)
    form = one.entry()
    response = phone.client.post(other.address, data=form.filled(GOOD))
    assert response.status_code in (303, 409)
    assert sheet(one.page()) == []


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
