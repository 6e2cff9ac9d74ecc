"""The game and its house rules in the start form: what is stored, and what is proposed again."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.rules import ruleset
from tests.web.apps import everything
from tests.web.cast import NAMES, Phone, Table, players, start
from tests.web.pages import Node, Page, page_of

# rules.md, "Presets": the special cards that each names.
PRESETS = {
    "black-lady": {"QS"},
    "black-widow": {"QS"},
    "black-maria": {"QS", "KS", "AC"},
    "omnibus": {"QS", "JD"},
    "hearts": set(),
    "discard-hearts-1909": {"QS"},
    "black-jack-1909": {"JS"},
}
LADY = {"QS": "hearts"}

# Choices in the form, and their options in game-file.md.
HOUSE_RULES: list[tuple[dict[str, str], dict[str, Any]]] = [
    ({}, {}),
    ({"moon": "add"}, {"moon": "add"}),
    ({"moon": "subtract"}, {"moon": "subtract"}),
    ({"moon": "choice"}, {"moon": "choice"}),
    ({"moon": "safe"}, {"moon": "safe"}),
    ({"moon": "off"}, {"moon": "off"}),
    ({"sun": "y"}, {"sun": True}),
    ({"moon_needs_bonus": "y"}, {"moon_needs_bonus": True}),
    ({"moon_needs_bonus": "n"}, {"moon_needs_bonus": False}),
    ({"first_trick_points": "y"}, {"first_trick_points": True}),
    ({"bonus": "jack"}, {"card_points": {**LADY, "JD": -10}}),
    ({"bonus": "ten"}, {"card_points": {**LADY, "TD": -10}}),
    ({"preset": "omnibus", "bonus": "ten"}, {"card_points": {**LADY, "TD": -10}}),
    ({"other_cards": "JC 5, 9D -3"}, {"card_points": {**LADY, "JC": 5, "9D": -3}}),
    (
        {"bonus": "ten", "queen": "26", "other_cards": "AS 7"},
        {"card_points": {"QS": 26, "TD": -10, "AS": 7}},
    ),
    ({"king_and_ace": "clubs"}, {"card_points": {**LADY, "KS": 10, "AC": 7}}),
    ({"king_and_ace": "spades"}, {"card_points": {**LADY, "KS": 10, "AS": 7}}),
    ({"queen": "5"}, {"card_points": {"QS": 5}}),
    ({"bonus": "jack", "queen": "26"}, {"card_points": {"QS": 26, "JD": -10}}),
    ({"preset": "omnibus", "bonus": "none"}, {"card_points": LADY}),
    ({"preset": "black-maria", "king_and_ace": "none"}, {"card_points": LADY}),
    (
        {"preset": "black-maria", "king_and_ace": "spades"},
        {"card_points": {**LADY, "KS": 10, "AS": 7}},
    ),
    ({"preset": "hearts", "queen": "13"}, {"card_points": {"QS": 13}}),
    ({"preset": "hearts", "moon": "add", "passing": "right"}, {"moon": "add", "pass_cycle": [3]}),
    ({"target": "50"}, {"target": 50}),
    ({"target": "20"}, {"target": 20}),
    ({"target": "1000"}, {"target": 1000}),
    ({"end": "reach"}, {"end": "reach"}),
    ({"end": "exceed"}, {"end": "exceed"}),
    ({"exact": "50"}, {"exact": 50}),
    ({"exact": "100"}, {"exact": 100}),
    ({"exact": "zero"}, {"exact": "zero"}),
    ({"tie": "share"}, {"tie": "share"}),
    ({"tie": "play-on"}, {"tie": "play-on"}),
    ({"passing": "left"}, {"pass_cycle": [1]}),
    ({"passing": "right"}, {"pass_cycle": [3]}),
    ({"passing": "never"}, {"pass_cycle": []}),
    ({"pass_count": "4"}, {"pass_count": 4}),
    ({"deck": "2C 2D 2S 2H"}, {"deck_removed": ["2C", "2D", "2S", "2H"]}),
    ({"other_deck": "2D 2S 3D 3S"}, {"deck_removed": ["2D", "2S", "3D", "3S"]}),
    (
        {"preset": "omnibus", "moon": "choice", "sun": "y", "moon_needs_bonus": "y",
         "target": "150", "end": "exceed", "exact": "100", "tie": "play-on", "pass_count": "2",
         "queen": "10", "first_trick_points": "y"},
        {"moon": "choice", "sun": True, "moon_needs_bonus": True, "target": 150, "end": "exceed",
         "exact": 100, "tie": "play-on", "pass_count": 2, "first_trick_points": True,
         "card_points": {"QS": 10, "JD": -10}},
    ),
]  # fmt: skip


def rules_of(page: Page) -> Node:
    """The part of the start form about rules, which is folded away at first."""
    return page.only("details", id="rules")


def next_form(table: Table) -> dict[str, str]:
    return table.phone.open(f"{table.pad}new").form().visible()


def test_the_form_offers_the_presets_and_proposes_black_lady(phone: Phone) -> None:
    form = phone.open("/new").form()
    assert sorted(form.offered["preset"]) == sorted(PRESETS)
    assert form["preset"] == "black-lady"


def test_a_house_rule_is_stored_as_in_a_game_file_and_proposed_again(phone: Phone) -> None:
    for chosen, stored in HOUSE_RULES:
        table = start(phone, **chosen)
        assert table.rules() == {"preset": "black-lady"} | dict(stored) | {
            key: value for key, value in chosen.items() if key == "preset"
        }, (chosen, stored)
        proposed = next_form(table)
        assert {name: proposed.get(name) for name in chosen} == chosen, (chosen, stored)
        untouched = phone.open("/new").form().visible()
        house = [
            name
            for name in untouched
            if not name.startswith(("name_", "order_")) and name != "dealer"
        ]
        assert {name: proposed.get(name, "") for name in house if name not in chosen} == {
            name: untouched[name] for name in house if name not in chosen
        }, (chosen, stored)
        again = start(phone, at=f"{table.pad}new")
        assert again.rules() == table.rules(), (chosen, stored)


@pytest.mark.slow
def test_every_choice_that_the_form_offers_can_be_played_and_comes_again(phone: Phone) -> None:
    form = phone.open("/new").form()
    choices = [
        (name, value)
        for name, values in form.offered.items()
        for value in values
        if name not in ("dealer", "preset")
    ]
    assert len(choices) > 20
    for name, value in choices:
        # Every deck is for one number of players; of the usual ones none is an answer.
        players = 4 if name != "deck" else {1: 3, 2: 5, 3: 7}.get(len(value.split()), 4)
        table = start(phone, *NAMES[:players], **{name: value})
        again = start(phone, *NAMES[:players], at=f"{table.pad}new")
        # A choice that is what the preset has anyway need not be written down again.
        first, second = (ruleset(players, each.rules()) for each in (table, again))
        assert first == second, (name, value)


def refused(phone: Phone, **fields: str) -> Page:
    form = phone.open("/new").form()
    response = phone.force(form, {**players(*NAMES[:4]), **fields})
    assert response.status_code == 422
    assert all(not rows for rows in everything(phone.app).values())
    page = page_of(response)
    assert page.alert
    return page


def test_a_house_rule_that_cannot_be_is_refused_in_its_field_and_kept(phone: Phone) -> None:
    cases = [
        ("target", "1001"),
        ("target", "50.5"),
        ("target", "٥٠"),
        ("other_deck", "2D"),
        ("other_deck", "2D 2D 3D 4D"),
        ("other_deck", "<b> 2D 3D 4D"),
        ("other_deck", "\0"),
        ("pass_count", "14"),
        ("queen", "999999"),
    ]
    for case in cases:
        field, value = case
        page = refused(phone, **{field: value, "sun": "y", "moon": "safe", "preset": "omnibus"})
        (sentence,) = page.faults_at(field)
        assert page.faults == [sentence], case
        assert "open" in rules_of(page).attributes, case
        form = page.form()
        assert form[field] == value, case
        assert [form[name] for name in ("sun", "moon", "preset")] == ["y", "safe", "omnibus"], case
        assert [form[f"name_{row}"] for row in range(4)] == list(NAMES[:4]), case


def test_a_choice_that_was_not_offered_is_refused_in_its_field(phone: Phone) -> None:
    cases = [
        ("preset", "bridge"),
        ("moon", "blue"),
        ("bonus", "maybe"),
        ("king_and_ace", "hearts"),
        ("end", "never"),
        ("exact", "75"),
        ("exact", "x"),
        ("tie", "fight"),
        ("passing", "under the table"),
    ]
    for field, value in cases:
        page = refused(phone, **{field: value})
        assert page.faults_at(field) == page.faults, (field, value)
        assert len(page.faults) == 1, (field, value)
