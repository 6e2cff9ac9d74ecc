"""The presets of docs/rules.md, and house rules on top of it."""

from __future__ import annotations

from dataclasses import replace

from scorepad.rules import PRESETS
from tests.rules.table import rules_of

LADY = {"QS": 13}


def test_there_are_seven_each_under_its_key() -> None:
    assert list(PRESETS) == [
        "black-lady",
        "black-widow",
        "black-maria",
        "omnibus",
        "hearts",
        "discard-hearts-1909",
        "black-jack-1909",
    ]
    assert all(preset.key == key and preset.name for key, preset in PRESETS.items())


def test_black_lady_is_the_default() -> None:
    rules = rules_of()
    assert rules == rules_of(preset="black-lady")
    usual = {
        "moon": "add", "moon_needs_bonus": False, "sun": False, "target": 100, "end": "reach",
        "exact": None, "tie": "share", "pass_cycle": (1, 3, 2, 0), "pass_count": 3,
        "first_trick_points": False, "card_points": LADY, "undealt": None,
    }  # fmt: skip
    assert usual.items() <= vars(rules).items()


def test_a_preset_differs_from_black_lady_in_this_and_nothing_else() -> None:
    cases: list[tuple[str, dict[str, object]]] = [
        ("black-widow", {"end": "exceed"}),
        ("black-maria", {"card_points": LADY | {"KS": 10, "AC": 7}}),
        ("omnibus", {"card_points": LADY | {"JD": -10}}),
        ("hearts", {"card_points": {}, "moon": "off", "pass_cycle": ()}),
        ("discard-hearts-1909", {"moon": "off", "pass_cycle": (1,)}),
        ("black-jack-1909", {"card_points": {"JS": 10}, "moon": "off", "pass_cycle": (1,)}),
    ]
    for preset, differs in cases:
        result = rules_of(preset=preset)
        lady = rules_of()
        expected = {"preset": preset} | differs
        for field in lady.__dataclass_fields__:
            assert getattr(result, field) == expected.get(field, getattr(lady, field)), field


def test_what_there_is_to_take_in_a_hand() -> None:
    cases = [
        ("black-lady", 3, 24),
        ("black-maria", 3, 41),
        ("black-maria", 4, 43),
        ("omnibus", 6, 24),
        ("hearts", 4, 13),
        ("hearts", 6, 12),
        ("black-jack-1909", 4, 23),
    ]
    for preset, players, total in cases:
        assert rules_of(players, preset=preset).penalty_total == total, (preset, players, total)


def test_house_rules_replace_what_the_preset_says() -> None:
    rules = rules_of(preset="black-maria", card_points={"QS": "hearts", "KS": 10, "AS": 7})
    assert rules.card_points == LADY | {"KS": 10, "AS": 7}
    assert rules_of(preset="hearts", moon="subtract").moon == "subtract"
    assert rules_of(preset="black-widow", end="reach") == replace(rules_of(), preset="black-widow")


def test_an_option_that_is_left_out_keeps_the_preset_s_value() -> None:
    rules = rules_of(preset="black-jack-1909", target=50)
    assert rules == replace(rules_of(preset="black-jack-1909"), target=50)
