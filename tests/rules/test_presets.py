"""The presets of docs/rules.md, and house rules on top of it."""

from __future__ import annotations

from dataclasses import replace

from scorepad.rules import PRESETS
from tests.rules.table import rules_of

LADY = {"QS": 13}


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
    assert ["black-lady", *(preset for preset, _ in cases)] == [*PRESETS]
    for preset, differs in cases:
        result = rules_of(preset=preset)
        lady = rules_of()
        expected = {"preset": preset} | differs
        for field in lady.__dataclass_fields__:
            assert getattr(result, field) == expected.get(field, getattr(lady, field)), field


def test_house_rules_replace_what_the_preset_says_and_nothing_else() -> None:
    rules = rules_of(preset="black-maria", card_points={"QS": "hearts", "KS": 10, "AS": 7})
    assert rules.card_points == LADY | {"KS": 10, "AS": 7}
    assert rules_of(preset="hearts", moon="subtract").moon == "subtract"
    rules = rules_of(preset="black-jack-1909", target=50)
    assert rules == replace(rules_of(preset="black-jack-1909"), target=50)
