"""A rule of Hearts is written once, in ``scorepad/rules``: nothing else computes points.

The source outside the rules is searched for traces of a copied rule, and the start form is compared
with the options of the rules. ``test_odd_tables`` checks what pages show.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Final

import pytest
from jinja2 import Environment, nodes

from scorepad.rules import PRESETS, Ruleset
from scorepad.rules.cards import RANKS
from scorepad.rules.ruleset import ENDS, EXACT_HITS, MOON_RULES, OPTIONS, TIES
from tests.web.cast import Phone, app_in, start

ROOT = Path(__file__).parents[2]
OUTSIDE = sorted(
    file
    for file in (ROOT / "scorepad").rglob("*.py")
    if ROOT / "scorepad" / "rules" not in file.parents
)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static").rglob("*.js"))

# Functions for points, moons, exact hits and ends: a module that uses them scores a second time.
INNER: Final = {
    "scoring": {"adding_loses", "loses_with", "moon_counted", "points_of"},
    "ending": {"ends", "lower_exact_hits"},
}
# What points are computed from.
VALUES: Final = {"card_points", "exact", "hearts", "penalty_total", "target"}

# But for the ace of spades, which is a word of SQL too.
CARD: Final = re.compile(rf"(?<![\w#.-])(?!AS)[{RANKS}][CDSH](?![\w-])")

each_file = pytest.mark.parametrize(
    "file", [*OUTSIDE, *TEMPLATES, *SCRIPTS], ids=lambda file: str(file.relative_to(ROOT))
)


def words_of(file: Path) -> Iterator[str]:
    """The string literals of a file; of a template, its whole text."""
    text = file.read_text()
    if file.suffix == ".py":
        # But for docstrings, which may give examples.
        tree = ast.parse(text)
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and id(node) not in docstrings:
                yield str(node.value)
    elif file.suffix == ".js":
        yield without_comments(text)
    else:
        yield re.sub(r"\{#.*?#\}|<path\b.*?>", "", text, flags=re.DOTALL)


def without_comments(script: str) -> str:
    return re.sub(r"(?<!\S)//.*", "", script)


@each_file
def test_cards_and_games_are_named_by_the_rules(file: Path) -> None:
    # The plain game is called like its suit.
    games = {preset.key for preset in PRESETS.values()} - {"hearts"}
    names = {preset.name for preset in PRESETS.values()}
    for text in words_of(file):
        assert not CARD.findall(text)
        assert not {name for name in names if name in text}
        assert not games & set(re.findall(r"[\w-]+", text))


@pytest.mark.parametrize("file", OUTSIDE, ids=lambda file: str(file.relative_to(ROOT)))
def test_what_makes_points_is_used_by_the_rules_alone(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scorepad.rules"):
            inner = INNER.get((node.module or "").rpartition(".")[2], set())
            for alias in node.names:
                assert not alias.name.startswith("_"), f"line {node.lineno}: {alias.name}"
                assert alias.name not in inner | set(INNER), f"line {node.lineno}: {alias.name}"


def test_what_makes_points_is_still_called_so() -> None:
    for module, names in INNER.items():
        assert names <= set(dir(import_module(f"scorepad.rules.{module}")))
    assert set(dir(Ruleset)) | set(Ruleset.__annotations__) >= VALUES


@pytest.mark.parametrize("file", OUTSIDE, ids=lambda file: str(file.relative_to(ROOT)))
def test_code_does_no_sums_with_what_points_are_made_of(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.BitOr | ast.BitAnd):
            sides = [node.left, node.right]
        elif isinstance(node, ast.AugAssign) and not isinstance(node.op, ast.BitOr | ast.BitAnd):
            sides = [node.target, node.value]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "sum":
            sides = [*node.args]
        else:
            continue
        # One more than there are: a range ends before its end.
        if not any(isinstance(side, ast.Constant) and side.value == 1 for side in sides):
            below = chain.from_iterable(map(ast.walk, sides))
            used = {each.attr for each in below if isinstance(each, ast.Attribute)}
            assert not used & VALUES, f"line {node.lineno}"


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: str(file.relative_to(ROOT)))
def test_templates_do_no_sums_with_what_points_are_made_of(file: Path) -> None:
    tree = Environment(autoescape=True).parse(file.read_text())
    for sum_of in tree.find_all(nodes.BinExpr):
        if isinstance(sum_of, nodes.And | nodes.Or):
            continue
        used = {each.attr for each in sum_of.find_all(nodes.Getattr)}
        assert not used & VALUES, f"line {sum_of.lineno}"


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_a_script_that_counts_has_no_number_of_its_own(file: Path) -> None:
    script = without_comments(file.read_text())
    if re.search(r"\b(hearts|worth|points|gain)\b", script):
        numbers = re.findall(r"(?<![\w.$#])\d[\d_.]*", script)
        assert set(numbers) <= {"0", "1"}


def test_every_option_of_the_rules_can_be_chosen_under_its_name(tmp_path: Path) -> None:
    ticks = dict.fromkeys(("moon_needs_bonus", "sun", "first_trick_points"), "y")
    cards = {"queen": "5", "other_deck": "3D 3S 4D 4S"}
    ends = {"target": "70", "end": "exceed", "exact": "50", "tie": "play-on"}
    passes = {"passing": "left", "pass_count": "2"}
    choices = {"preset": "omnibus", "moon": "add", **ticks, **cards, **ends, **passes}
    with app_in(tmp_path / "data") as app:
        assert set(start(Phone(app), **choices).rules()) == set(OPTIONS)


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
