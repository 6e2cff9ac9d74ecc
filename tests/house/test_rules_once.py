"""A rule of Hearts is written once, in ``scorepad/rules``: nothing else computes points.

The source outside the rules is looked over for what a copy of a rule is made of. Then tables are
played whose numbers nobody would write down, and whatever shows points must show those of the
rules.
"""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import chain, cycle
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from jinja2 import Environment, nodes
from playwright.sync_api import Browser, expect
from playwright.sync_api import Page as BrowserPage

from scorepad import rules
from scorepad.rules import PRESETS, Game, Hand, Ruleset, Sheet, ending, ruleset
from scorepad.rules.cards import RANKS, TAKEN_OUT
from scorepad.rules.hand import MOON_CHOICES
from scorepad.rules.ruleset import ENDS, EXACT_HITS, MOONS, OPTIONS, TARGET, TIES
from tests.support.browser import chromium, phone
from tests.support.server import Server, running_scorepad
from tests.web.cast import (
    NAMES,
    Phone,
    Table,
    app_in,
    hand,
    number,
    sheet,
    standing,
    start,
    totals,
)
from tests.web.pages import Node, Page, page_of

ROOT = Path(__file__).parents[2]
OUTSIDE = sorted(
    file
    for file in (ROOT / "scorepad").rglob("*.py")
    if ROOT / "scorepad" / "rules" not in file.parents
)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static").rglob("*.js"))

# How points, moons, exact hits and ends come about: who needs these scores a second time.
INNER: Final = {
    "scoring": {"adding_loses", "loses_with", "moon_counted", "points_of"},
    "ending": {"ends", "lower_exact_hits"},
}
# What points are computed from.
VALUES: Final = {"card_points", "exact", "hearts", "penalty_total", "target"}

# But for the ace of spades, which is a word of SQL too.
CARD: Final = re.compile(rf"(?<![\w#.-])(?!AS)[{RANKS}][CDSH](?![\w-])")
NUMBER: Final = re.compile(r"\d+")

each_file = pytest.mark.parametrize(
    "file", [*OUTSIDE, *TEMPLATES, *SCRIPTS], ids=lambda file: str(file.relative_to(ROOT))
)


def words_of(file: Path) -> Iterator[str]:
    """What a file has in quotes or, if it is a template, in all."""
    text = file.read_text()
    if file.suffix == ".py":
        # But for docstrings, which may give examples.
        tree = ast.parse(text)
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and id(node) not in said:
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


# ----------------------------------------------------------- tables with numbers of their own


@dataclass(frozen=True)
class Odd:
    """A table whose numbers follow from its deck and its cards, and are nobody's habit.

    ``choices``: on the start form. ``options``: what they mean, as in a game file.
    """

    players: int
    choices: Mapping[str, str]
    options: Mapping[str, object]

    @property
    def names(self) -> Sequence[str]:
        return NAMES[: self.players]

    @property
    def rules(self) -> Ruleset:
        return ruleset(self.players, self.options)


NINE_HEARTS: Final = "2C 3C 2D 2S 2H 3H 4H 5H"
TABLES: Final = {
    "nine hearts, queen 7, old moon and sun": Odd(
        4,
        {"deck": NINE_HEARTS, "queen": "7", "moon": "add", "sun": "y", "target": "171"},
        {
            "deck_removed": NINE_HEARTS.split(),
            "card_points": {"QS": 7},
            "moon": "add",
            "sun": True,
            "target": 171,
        },
    ),
    "nine hearts, king and ace, jack, new moon": Odd(
        4,
        {
            "preset": "black-maria",
            "jack": "yes",
            "deck": NINE_HEARTS,
            "moon": "subtract",
            "moon_needs_bonus": "y",
            "end": "exceed",
            "target": "71",
            "pass_count": "5",
        },
        {
            "preset": "black-maria",
            "deck_removed": NINE_HEARTS.split(),
            "card_points": {"QS": "hearts", "KS": 10, "AC": 7, "JD": -10},
            "moon": "subtract",
            "moon_needs_bonus": True,
            "end": "exceed",
            "target": 71,
            "pass_count": 5,
        },
    ),
    "three with the twos out": Odd(
        3,
        {"target": "62", "exact": "zero", "tie": "play-on"},
        {"target": 62, "exact": "zero", "tie": "play-on"},
    ),
    "five, the shooter chooses": Odd(
        5,
        {"deck": "2C 2D 2S 2H 3H 4H 5H", "queen": "8", "moon": "choice", "target": "71"},
        {
            "deck_removed": ["2C", "2D", "2S", "2H", "3H", "4H", "5H"],
            "card_points": {"QS": 8},
            "moon": "choice",
            "target": 71,
        },
    ),
    "six, jack of spades, safe moon": Odd(
        6,
        {"preset": "black-jack-1909", "moon": "safe", "target": "71"},
        {"preset": "black-jack-1909", "moon": "safe", "target": 71},
    ),
}
odd_tables = pytest.mark.parametrize("odd", TABLES.values(), ids=TABLES.keys())


def hands_for(table: Ruleset) -> list[Hand]:
    """Hands of an evening: shared, all hearts but one to a seat, a moon, and a sun if played."""
    seats = range(table.players)

    def spread(first: int) -> tuple[int, ...]:
        return tuple(
            sum((heart * (heart + 1) // 2 + first) % table.players == seat
                for heart in range(table.hearts))
            for seat in seats
        )  # fmt: skip

    def all_to(taker: int, but: int = 0) -> tuple[int, ...]:
        after = (taker + 1) % table.players
        given = {taker: table.hearts - but, after: but}
        return tuple(given.get(seat, 0) for seat in seats)

    def cards(taker: int, step: int) -> dict[str, int]:
        return {
            card: (taker + step * index) % table.players
            for index, card in enumerate(table.card_points)
        }

    choice = MOON_CHOICES[1] if table.moon == "choice" else None
    hands = [
        Hand(spread(0), cards(1, 1)),
        Hand(all_to(2, but=1), cards(2, 0)),
        Hand(all_to(1), cards(1, 0), moon=choice),
        Hand(spread(1), cards(0, 1)),
    ]
    return [*hands, Hand(all_to(0), cards(0, 0), sun=True)] if table.sun else hands


def filled(each: Hand) -> dict[str, Any]:
    """A hand as the entry's fields hold it, but for a choice that the page offers later."""
    return {**hand(*each.hearts, **each.cards), **({"sun": "y"} if each.sun else {})}


def played(table: Ruleset, hands: Sequence[Hand]) -> Sheet:
    """The sheet, by the rules; the first player deals first."""
    return rules.sheet(Game(table, tuple(hands)))


def numbers_in(node: Node) -> set[int]:
    """The numbers that can be read in a part of a page, without their signs."""
    return {int(number) for number in NUMBER.findall(node.text)}


def usual(table: Ruleset) -> set[int]:
    """Numbers of the usual decks, which a copied rule would show, and this table does not have."""
    plain = [ruleset(players, {}) for players in TAKEN_OUT]
    known = {number for one in plain for number in (one.hearts, one.penalty_total, one.target)}
    own = {table.hearts, table.penalty_total, table.target, *map(abs, table.card_points.values())}
    return known - own


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("odd") / "data") as made:
        yield made


def evening(app: Flask, odd: Odd) -> tuple[Table, list[Hand]]:
    """The table after a whole game, each page of which showed what the rules say."""
    table, theirs = start(Phone(app), *odd.names, **odd.choices), odd.rules
    assert ruleset(odd.players, table.rules()) == theirs
    done: list[Hand] = []
    for each in cycle(hands_for(theirs)):
        page = table.page()
        made = played(theirs, done)
        assert totals(page) == list(made.totals)
        assert numbers_on(page) == [
            [(line.points[seat], line.totals[seat]) for seat in range(odd.players)]
            for line in made.lines
        ]
        if made.over:
            break
        for total, far in zip(made.totals, page.all(class_="distance"), strict=True):
            assert ending.points_to_end(total, theirs) in numbers_in(far)
        form = page.form(table.address)
        offered = [str(count) for count in range(theirs.hearts + 1)]
        for seat in range(odd.players):
            assert list(form.offered[f"hearts_{seat}"]) == offered
        cards = {name for name in form.named if name.startswith("cards_")}
        assert cards == {f"cards_{card}" for card in theirs.card_points}
        answer = table.phone.submit(form, filled(each))
        if answer.status_code == 422:
            # The shooter is to choose, and sees where either choice leads.
            chooser = page_of(answer)
            for choice, outcome in zip(MOON_CHOICES, chooser.all(class_="outcome"), strict=True):
                then = played(theirs, [*done, replace(each, moon=choice)])
                assert standing(outcome) == list(zip(odd.names, then.totals, strict=True))
            chosen = {**filled(each), "moon": each.moon}
            answer = table.phone.submit(chooser.form(table.address), chosen)
        table.saved(answer)
        done.append(each)
    return table, done


def numbers_on(page: Page) -> list[list[tuple[int, int]]]:
    """The lines of the sheet: by seat, the points of the hand and the total after it."""
    cells = [[cell.split() for cell in line[1:]] for line in sheet(page)]
    return [[(number(cell[0]), number(cell[-1])) for cell in line] for line in cells]


@odd_tables
def test_pages_and_files_show_what_the_rules_say(app: Flask, odd: Odd) -> None:
    table, done = evening(app, odd)
    made = played(odd.rules, done)
    assert any(line.moon is not None for line in made.lines)

    house = numbers_in(table.page().folded("House rules"))
    special = map(abs, odd.rules.card_points.values())
    assert house >= {odd.rules.penalty_total, odd.rules.target, *special}
    assert usual(odd.rules) >= {2 * len(RANKS), TARGET}
    assert not house & usual(odd.rules)

    text = table.phone.client.get(f"{table.address}/hands.csv").text.removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    shown = [[int(row[name]) for name in ("points", "adjusted", "total", "place")] for row in rows]
    assert shown == [
        [line.points[seat], line.adjusted[seat], line.totals[seat], line.places[seat]]
        for line in made.lines
        for seat in range(odd.players)
    ]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_scorepad(tmp_path_factory.mktemp("odd server")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


_FILL_IN: Final = """(fields) => {
  const form = document.querySelector("form[method=post]");
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements[name];
    if (field.type === "checkbox") field.checked = true; else field.value = value;
  }
  form.requestSubmit();
}"""


@odd_tables
def test_the_entrys_script_shows_what_the_rules_say(
    browser: Browser, server: Server, odd: Odd
) -> None:
    theirs, done = odd.rules, list[Hand]()
    with phone(browser) as handset:
        page = handset.page
        page.goto(f"{server.address}/new")
        names = {f"name_{row}": name for row, name in enumerate(odd.names)}
        page.evaluate(_FILL_IN, {**names, "dealer": "0", **odd.choices})
        for each in hands_for(theirs):
            expect(page.locator("h1")).to_contain_text(f"Hand {len(done) + 1} ")
            shot = rules.shooter(each, theirs) is not None
            if shot and theirs.moon == "choice":
                # Until they chose, nobody knows.
                continue
            for seat, count in enumerate(each.hearts[:-1]):
                tap(page, f"hearts_{seat}", count)
            for card, taker in each.cards.items():
                tap(page, f"cards_{card}", taker)
            if each.sun:
                page.locator("summary#moon").click()
                page.locator("input[name=sun]").check()
                tap(page, "shooter", each.hearts.index(theirs.hearts))
            else:
                expect(page.locator(".placed")).to_have_text(
                    f"{theirs.hearts} of {theirs.hearts} ♥"
                )
            line = played(theirs, [*done, each]).lines[-1]
            points = [str(each).replace("-", "−") for each in line.points]
            expect(page.locator(".gain")).to_have_text(points)
            page.locator("form.entry button.go").click()
            done.append(each)
        assert not handset.errors


def tap(page: BrowserPage, name: str, value: int) -> None:
    """Tap the key that gives a field of the entry this value."""
    field = page.locator(f'input[name="{name}"][value="{value}"]')
    page.locator("form.entry label").filter(has=field).click()


# ------------------------------------------------------------------------------- names of options


def test_every_option_of_the_rules_can_be_chosen_under_its_name(app: Flask) -> None:
    ticks = dict.fromkeys(("moon_needs_bonus", "sun", "first_trick_points"), "y")
    cards = {"queen": "5", "deck": "3D 3S 4D 4S"}
    ends = {"target": "70", "end": "exceed", "exact": "50", "tie": "play-on"}
    passes = {"passing": "left", "pass_count": "2"}
    table = start(Phone(app), preset="omnibus", moon="add", **ticks, **cards, **ends, **passes)
    assert set(table.rules()) == set(OPTIONS)


def test_the_start_form_offers_what_the_rules_know(app: Flask) -> None:
    offered = Phone(app).open("/new").form("/new").offered
    for option, known in {
        "preset": PRESETS,
        "moon": MOONS,
        "end": ENDS,
        "exact": EXACT_HITS,
        "tie": TIES,
    }.items():
        assert set(offered[option]) - {""} == {str(value) for value in known}, option
