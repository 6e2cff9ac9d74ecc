"""A rule of Hearts is written once, in ``scorepad/rules``: nothing else computes points.

The source outside the rules is searched for traces of a copied rule, and the start form is compared
with the options of the rules. ``test_odd_tables`` checks what pages show.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Final

from jinja2 import Environment, nodes

from scorepad.rules import PRESETS, Ruleset
from scorepad.rules.cards import RANKS
from scorepad.rules.ruleset import ENDS, EXACT_HITS, MOON_RULES, OPTIONS, TIES
from scorepad.web.pad.questions import HOUSE_RULES
from scorepad.web.words.rules import label
from tests.web.apps import app_in
from tests.web.cast import NAMES, Phone, start

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


@cache
def tree_of(file: Path) -> Sequence[ast.AST]:
    """All that a Python file is made of."""
    return [*ast.walk(ast.parse(file.read_text()))]


def at(file: Path, line: int) -> str:
    return f"{file.relative_to(ROOT)}:{line}"


def words_of(file: Path) -> Iterator[str]:
    """The string literals of a file; of a template, its whole text."""
    if file.suffix == ".py":
        # But for docstrings, which may give examples.
        docstrings = {id(node.value) for node in tree_of(file) if isinstance(node, ast.Expr)}
        for node in tree_of(file):
            if isinstance(node, ast.Constant) and id(node) not in docstrings:
                yield str(node.value)
    elif file.suffix == ".js":
        yield without_comments(file.read_text())
    else:
        yield re.sub(r"\{#.*?#\}|<path\b.*?>", "", file.read_text(), flags=re.DOTALL)


def without_comments(script: str) -> str:
    return re.sub(r"(?<!\S)//.*", "", script)


def test_cards_and_games_are_named_by_the_rules() -> None:
    # The plain game is called like its suit.
    games = {preset.key for preset in PRESETS.values()} - {"hearts"}
    names = {preset.name for preset in PRESETS.values()}
    found: dict[str, set[str]] = defaultdict(set)
    for file in (*OUTSIDE, *TEMPLATES, *SCRIPTS):
        for text in words_of(file):
            words = games & set(re.findall(r"[\w-]+", text))
            words |= {*CARD.findall(text), *(name for name in names if name in text)}
            if words:
                found[str(file.relative_to(ROOT))] |= words
    assert not found


def test_what_makes_points_is_used_by_the_rules_alone() -> None:
    assert not [
        (at(file, node.lineno), alias.name)
        for file in OUTSIDE
        for node in tree_of(file)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scorepad.rules")
        for alias in node.names
        if alias.name.startswith("_")
        or alias.name in INNER.get((node.module or "").rpartition(".")[2], set()) | set(INNER)
    ]


def test_what_makes_points_is_still_called_so() -> None:
    for module, names in INNER.items():
        assert names <= set(dir(import_module(f"scorepad.rules.{module}")))
    assert set(dir(Ruleset)) | set(Ruleset.__annotations__) >= VALUES


def test_code_does_no_sums_with_what_points_are_made_of() -> None:
    assert not [
        at(file, node.lineno)
        for file in OUTSIDE
        for node in tree_of(file)
        if isinstance(node, ast.BinOp | ast.AugAssign | ast.Call)
        and does_a_sum_with(summands(node))
    ]


def summands(node: ast.BinOp | ast.AugAssign | ast.Call) -> list[ast.expr]:
    """What is added up there, or reckoned with in another way."""
    match node:
        case ast.BinOp(op=op, left=left, right=right) if not isinstance(op, _BITS):
            return [left, right]
        case ast.AugAssign(op=op, target=target, value=value) if not isinstance(op, _BITS):
            return [target, value]
        case ast.Call(func=ast.Name(id="sum"), args=args):
            return args
    return []


_BITS: Final = (ast.BitOr, ast.BitAnd)


def does_a_sum_with(sides: Sequence[ast.expr]) -> bool:
    """Whether what points are made of is among them."""
    # One more than there are: a range ends before its end.
    if any(isinstance(side, ast.Constant) and side.value == 1 for side in sides):
        return False
    below = chain.from_iterable(map(ast.walk, sides))
    return any(isinstance(each, ast.Attribute) and each.attr in VALUES for each in below)


def test_templates_do_no_sums_with_what_points_are_made_of() -> None:
    jinja = Environment(autoescape=True)
    assert not [
        at(file, sum_of.lineno)
        for file in TEMPLATES
        for sum_of in jinja.parse(file.read_text()).find_all(nodes.BinExpr)
        if not isinstance(sum_of, nodes.And | nodes.Or)
        and {each.attr for each in sum_of.find_all(nodes.Getattr)} & VALUES
    ]


def test_a_script_that_counts_has_no_number_of_its_own() -> None:
    found = {}
    for file in SCRIPTS:
        script = without_comments(file.read_text())
        if re.search(r"\b(hearts|worth|points|gain)\b", script):
            numbers = re.findall(r"(?<![\w.$#])\d[\d_.]*", script)
            found[file.name] = set(numbers) - {"0", "1"}
    assert found
    assert not any(found.values()), found


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


def test_an_option_of_the_rules_is_declared_in_three_places() -> None:
    """Those that CONTRIBUTING.md names: no other file has to know of an option."""
    places = (
        "scorepad/rules/ruleset.py",
        "scorepad/web/pad/questions.py",
        "scorepad/web/words/rules.py",
    )
    assert all(f"`{place}`" in (ROOT / "CONTRIBUTING.md").read_text() for place in places)
    assert {question.option for question in HOUSE_RULES} == {*OPTIONS} - {"preset"}
    assert all(label(question.name) for question in HOUSE_RULES)
    # Names that mean nothing else; special cards have an order in files, and a pass is in sheets.
    names = {name for name in OPTIONS if "_" in name} - {"card_points", "pass_count"}
    names |= {question.name for question in HOUSE_RULES if "_" in question.name} - {"pass_count"}
    named = {str(file.relative_to(ROOT)) for file in OUTSIDE if names & set(words_of(file))}
    assert named == set(places[1:])


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
