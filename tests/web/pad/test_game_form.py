"""The game and its house rules in the start form: what is stored, and what is proposed again."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.rules import PRESETS, ruleset
from scorepad.rules.ruleset import ENDS, EXACT_HITS, MOON_RULES, OPTIONS, TIES
from scorepad.web.pad.questions import HOUSE_RULES, PRESET, answers_of, options_of
from tests.web.cast import NAMES, Phone, players, start
from tests.web.pages import Page

LADY = {"QS": "hearts"}

# Choices in the form, and their options in a game file (docs/files.md).
CHOSEN: list[tuple[dict[str, str], dict[str, Any]]] = [
    ({}, {}),
    ({"moon": "subtract"}, {"moon": "subtract"}),
    ({"moon": "safe"}, {"moon": "safe"}),
    ({"sun": "y"}, {"sun": True}),
    ({"moon_needs_bonus": "y"}, {"moon_needs_bonus": True}),
    ({"moon_needs_bonus": "n"}, {"moon_needs_bonus": False}),
    ({"first_trick_points": "y"}, {"first_trick_points": True}),
    ({"bonus": "jack"}, {"card_points": {**LADY, "JD": -10}}),
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
    ({"end": "exceed"}, {"end": "exceed"}),
    ({"exact": "50"}, {"exact": 50}),
    ({"exact": "zero"}, {"exact": "zero"}),
    ({"tie": "play-on"}, {"tie": "play-on"}),
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


def answered(chosen: dict[str, str]) -> dict[str, Any]:
    """All answers, as a validated form has them."""
    return {question.name: question.answer_in(chosen) for question in (PRESET, *HOUSE_RULES)}


@pytest.mark.parametrize(("chosen", "stored"), CHOSEN)
def test_answers_are_options_of_a_game_file_and_proposed_again(
    chosen: dict[str, str], stored: dict[str, Any]
) -> None:
    preset = {"preset": chosen.get("preset", "black-lady")}
    assert options_of(answered(chosen), 4) == preset | stored
    assert answers_of(preset | stored, 4) == preset | chosen


def test_an_answer_about_cards_left_over_means_all_cards_where_some_are() -> None:
    chosen = answered({"undealt": "last-trick"})
    assert options_of(chosen, 4) == {"preset": "black-lady"}
    with_three = {"deck_removed": [], "undealt": "last-trick", "moon": "choice"}
    assert options_of(chosen, 3) == {"preset": "black-lady"} | with_three


def test_a_house_rule_is_stored_and_proposed_again(phone: Phone) -> None:
    chosen, stored = CHOSEN[-1]
    table = start(phone, **chosen)
    assert table.rules() == {"preset": "omnibus"} | stored
    proposed = table.phone.open(f"{table.pad}new").form().visible()
    assert {name: proposed.get(name) for name in chosen} == chosen
    again = start(phone, at=f"{table.pad}new")
    assert again.rules() == table.rules()


def test_every_option_of_the_rules_is_asked_with_all_its_values() -> None:
    assert {question.option for question in (PRESET, *HOUSE_RULES)} == set(OPTIONS)
    values = {question.name: set(question.values) for question in (PRESET, *HOUSE_RULES)}
    known = {"preset": PRESETS, "moon": MOON_RULES, "end": ENDS, "exact": EXACT_HITS, "tie": TIES}
    assert {name: values[name] for name in known} == {
        name: {*map(str, each)} for name, each in known.items()
    }


def test_every_choice_can_be_played_and_comes_again() -> None:
    for question in HOUSE_RULES:
        for value in question.values:
            # Every deck is for one number of players; of the usual ones none is an answer.
            of_deck = {1: 3, 2: 5, 3: 7}.get(len(value.split()), 4)
            players = of_deck if question.name == "deck" else 4
            options = options_of(answered({question.name: value}), players)
            proposed = answers_of(options, players)
            # A choice that is what the preset has anyway need not be written down again.
            again = options_of(answered(proposed), players)
            assert ruleset(players, again) == ruleset(players, options), (question.name, value)


def refused(phone: Phone, **fields: str) -> Page:
    page = phone.refused(phone.open("/new").form(), {**players(*NAMES[:4]), **fields})
    assert page.alert
    return page


def test_a_house_rule_that_cannot_be_is_refused_in_its_field_and_kept(phone: Phone) -> None:
    for field, value in (
        ("target", "1001"),
        ("target", "٥٠"),
        ("other_deck", "<b> 2D 3D 4D"),
        ("other_deck", "\0"),
        ("queen", "999999"),
    ):
        page = refused(phone, **{field: value, "sun": "y", "moon": "safe", "preset": "omnibus"})
        (sentence,) = page.faults_at(field)
        assert page.faults == [sentence], value
        assert "open" in page.only("details", id="rules").attributes
        form = page.form()
        assert form[field] == value
        assert [form[name] for name in ("sun", "moon", "preset")] == ["y", "safe", "omnibus"]
        assert [form[f"name_{row}"] for row in range(4)] == list(NAMES[:4])


def test_a_choice_that_was_not_offered_is_refused_in_its_field(phone: Phone) -> None:
    for field, value in (("preset", "bridge"), ("moon", "blue"), ("exact", "75")):
        page = refused(phone, **{field: value})
        assert page.faults_at(field) == page.faults, (field, value)
        assert len(page.faults) == 1, (field, value)
