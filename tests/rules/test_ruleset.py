"""Impossible house rules are refused, each with its place."""

from __future__ import annotations

import pytest

from scorepad.rules import RulesError, ruleset
from tests.rules.table import fault, rules_of


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("preset", ["spades", None, "Black-Lady"]),
        ("moon", ["old", None, True, ["add"]]),
        ("moon_needs_bonus", [1, "true", None]),
        ("sun", [0, None]),
        ("target", [19, 1001, 100.0, "100", True, None, 10**400, float("inf")]),
        ("end", ["over", None]),
        ("exact", [25, 50.0, "50", 0, False, "Zero", [50]]),
        ("tie", ["shared", None]),
        ("pass_cycle", [1, None, "left"]),
        ("pass_count", [0, 14, 3.0, True]),
        ("first_trick_points", [1, None]),
        ("card_points", [[], None, "QS"]),
        ("undealt", ["first", "First-trick", "", 1, True, ["first-trick"]]),
    ],
)
def test_a_value_that_the_option_does_not_know_is_refused(
    option: str, values: list[object]
) -> None:
    for value in values:
        assert fault(**{option: value}).startswith(f"rules.{option}: "), value


def test_a_fault_inside_an_option_names_its_place() -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"card_points": {"QX": 1}}, "rules.card_points.QX"),
        ({"card_points": {"qs": 13}}, "rules.card_points.qs"),
        ({"card_points": {"AH": 5}}, "rules.card_points.AH"),
        ({"card_points": {"QS": 13.0}}, "rules.card_points.QS"),
        ({"card_points": {"QS": True}}, "rules.card_points.QS"),
        ({"card_points": {"QS": None}}, "rules.card_points.QS"),
        ({"card_points": {"QS": "13"}}, "rules.card_points.QS"),
        ({"card_points": {"QS": [13]}}, "rules.card_points.QS"),
        ({"card_points": {"QS": 13, "JD": -1001}}, "rules.card_points.JD"),
        ({"card_points": {"QS": 13, "JD": 1001}}, "rules.card_points.JD"),
        ({"pass_cycle": [1, 4]}, "rules.pass_cycle[1]"),
        ({"pass_cycle": [1, -1]}, "rules.pass_cycle[1]"),
        ({"pass_cycle": [True]}, "rules.pass_cycle[0]"),
        ({"pass_cycle": [1.0]}, "rules.pass_cycle[0]"),
        ({"pass_cycle": [None]}, "rules.pass_cycle[0]"),
        ({"Moon": "add"}, "rules.Moon"),
        ({"pass": [1]}, "rules.pass"),
    ]
    for options, place in cases:
        assert fault(**options).startswith(f"{place}: "), (options, place)


def test_only_three_to_seven_can_play() -> None:
    for players in (-1, 0, 1, 2, 8, 52):
        with pytest.raises(RulesError, match=r"^players: "):
            ruleset(players, {})


def test_no_more_cards_are_passed_than_a_seat_holds() -> None:
    cases = [(3, 16), (4, 13), (5, 10), (6, 8), (7, 7)]
    for players, most in cases:
        assert rules_of(players, pass_count=most).pass_count == most, (players, most)
        assert fault(players, pass_count=most + 1).startswith("rules.pass_count: "), (players, most)


def test_a_ruleset_cannot_be_changed_through_what_it_was_made_from() -> None:
    points: dict[str, object] = {"QS": 13}
    cycle = [1, 0]
    rules = rules_of(card_points=points, pass_cycle=cycle)
    points["QS"] = 1
    cycle.append(3)
    assert rules.card_points == {"QS": 13}
    assert rules.pass_cycle == (1, 0)


def test_of_a_text_that_is_no_card_only_the_beginning_is_quoted() -> None:
    sentence = "rules.deck_removed[0]: “pack of cards, and m” is not a card"
    assert fault(deck_removed=["pack of cards, and more of it" * 9]) == sentence
