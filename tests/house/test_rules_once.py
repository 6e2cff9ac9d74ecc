"""A rule of Hearts is written once, in ``scorepad/rules``.

``tests/browser/test_odd_tables.py`` plays with unusual decks, where a rule copied elsewhere would
show other points.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scorepad.rules import PRESETS
from scorepad.rules.ruleset import ENDS, EXACT_HITS, MOON_RULES, OPTIONS, TIES
from tests.house.test_layers import PACKAGE, names_imported
from tests.web.apps import app_in
from tests.web.cast import NAMES, Phone, start

# Functions for points, moons, exact hits and ends: a module that uses them scores a second time.
INNER: Final = {
    "scorepad.rules.scoring": {"adding_loses", "loses_with", "moon_counted", "points_of"},
    "scorepad.rules.ending": {"ends", "lower_exact_hits"},
}


def test_what_makes_points_is_used_by_the_rules_alone() -> None:
    files = [file for file in PACKAGE.rglob("*.py") if PACKAGE / "rules" not in file.parents]
    assert not [
        (str(file.relative_to(PACKAGE)), name)
        for file in files
        for module, name in names_imported(file)
        if name in INNER.get(module, ()) or f"{module}.{name}" in INNER
    ]


def test_every_option_of_the_rules_can_be_chosen_under_its_name(tmp_path: Path) -> None:
    ticks = dict.fromkeys(("moon_needs_bonus", "sun", "first_trick_points"), "y")
    cards = {"queen": "5", "other_deck": "3D 3S 4D 4S"}
    ends = {"target": "70", "end": "exceed", "exact": "50", "tie": "play-on"}
    passes = {"passing": "left", "pass_count": "2"}
    choices = {"preset": "omnibus", "moon": "add", **ticks, **cards, **ends, **passes}
    with app_in(tmp_path / "data") as app:
        stored = set(start(Phone(app), **choices).rules())
        # Four players with all cards have none left over.
        stored |= set(start(Phone(app), *NAMES[:3], undealt="last-trick").rules())
        assert stored == set(OPTIONS)


def test_the_start_form_offers_what_the_rules_know(tmp_path: Path) -> None:
    with app_in(tmp_path / "data") as app:
        offered = Phone(app).open("/new").form("/new").offered
    for option, known in {
        "preset": PRESETS,
        "moon": MOON_RULES,
        "end": ENDS,
        "exact": EXACT_HITS,
        "tie": TIES,
    }.items():
        assert set(offered[option]) - {""} == {str(value) for value in known}, option
