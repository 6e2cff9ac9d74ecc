"""Tables with unusual numbers: everything that shows points shows those of the rules.

A rule that was copied anywhere outside ``scorepad/rules`` is the rule of a usual deck; here are
others.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any, Final

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from scorepad import rules
from scorepad.rules import Game, Hand, Ruleset, Sheet, ending, ruleset
from scorepad.rules.cards import RANKS, REMOVED_CARDS
from scorepad.rules.hand import MOON_CHOICES
from scorepad.rules.ruleset import TARGET
from scorepad.web.words.numbers import signed
from tests.support.browser import phone
from tests.support.server import Server, running_scorepad
from tests.support.torture import sample
from tests.web.apps import app_in
from tests.web.cast import NAMES, Phone, Table, hand, start
from tests.web.pages import Node, Page, page_of
from tests.web.table_page import number, sheet, standing, totals

NUMBER: Final = re.compile(r"\d+")


@dataclass(frozen=True)
class Odd:
    """A table with unusual numbers, which follow from its deck and its cards.

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
        {
            "other_deck": NINE_HEARTS,
            "queen": "7",
            "moon": "add",
            "sun": "y",
            "target": "171",
            "exact": "50",
        },
        {
            "deck_removed": NINE_HEARTS.split(),
            "card_points": {"QS": 7},
            "moon": "add",
            "sun": True,
            "target": 171,
            "exact": 50,
        },
    ),
    "nine hearts, king and ace, jack, new moon": Odd(
        4,
        {
            "preset": "black-maria",
            "bonus": "jack",
            "other_deck": NINE_HEARTS,
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
        {"moon": "add", "target": "62", "exact": "zero", "tie": "play-on"},
        {"moon": "add", "target": 62, "exact": "zero", "tie": "play-on"},
    ),
    "five, the shooter chooses": Odd(
        5,
        {"other_deck": "2C 2D 2S 2H 3H 4H 5H", "queen": "8", "moon": "choice", "target": "71"},
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
    "seven with all cards, ten of diamonds": Odd(
        7,
        {"bonus": "ten", "other_cards": "JC 4", "undealt": "last-trick", "target": "71"},
        {
            "deck_removed": [],
            "card_points": {"QS": "hearts", "TD": -10, "JC": 4},
            "undealt": "last-trick",
            "target": 71,
        },
    ),
}


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
        hearts = {taker: table.hearts - but, after: but}
        return tuple(hearts.get(seat, 0) for seat in seats)

    def cards(taker: int, step: int) -> dict[str, int]:
        return {
            card: (taker + step * index) % table.players
            for index, card in enumerate(table.card_points)
        }

    choice = MOON_CHOICES[1] if table.moon == "choice" else None
    hands = [
        Hand(spread(0), cards(1, 1)),
        Hand(all_to(2, but=1), cards(2, 0)),
        Hand(all_to(1), cards(1, 0), moon_choice=choice),
        Hand(spread(1), cards(0, 1)),
    ]
    return [*hands, Hand(all_to(0), cards(0, 0), sun=True)] if table.sun else hands


def filled(each: Hand) -> dict[str, Any]:
    """A hand as the fields of the entry, without a choice that the page offers later."""
    return {**hand(*each.hearts, **each.cards), **({"sun": "y"} if each.sun else {})}


def played(table: Ruleset, hands: Sequence[Hand]) -> Sheet:
    """The sheet, by the rules; the first player deals first."""
    return rules.sheet(Game(table, tuple(hands)))


def numbers_in(node: Node) -> set[int]:
    """The numbers that can be read in a part of a page, without their signs."""
    return {int(number) for number in NUMBER.findall(node.text)}


def usual(table: Ruleset) -> set[int]:
    """Numbers of the usual decks, which a copied rule would show, and this table does not have."""
    plain = [ruleset(players, {}) for players in REMOVED_CARDS]
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
    hands: list[Hand] = []
    for each in cycle(hands_for(theirs)):
        page = table.page()
        made = played(theirs, hands)
        assert totals(page) == list(made.totals)
        assert numbers_on(page) == [
            [(line.points[seat], line.totals[seat]) for seat in range(odd.players)]
            for line in made.lines
        ]
        if made.over:
            break
        keys = page.all(class_="taker")[0].all(class_="key")
        for total, key in zip(made.totals, keys, strict=True):
            left = ending.points_to_end(total, theirs)
            near = 0 < 3 * left <= theirs.target
            assert [numbers_in(note) for note in key.all("small")] == ([{left}] if near else [])
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
                then = played(theirs, [*hands, replace(each, moon_choice=choice)])
                assert standing(outcome) == list(zip(odd.names, then.totals, strict=True))
            chosen = {**filled(each), "moon_choice": each.moon_choice}
            answer = table.phone.submit(chooser.form(table.address), chosen)
        table.saved(answer)
        hands.append(each)
    return table, hands


def numbers_on(page: Page) -> list[list[tuple[int, int]]]:
    """The lines of the sheet: by seat, the points of the hand and the total after it."""
    cells = [[cell.split() for cell in line[1:]] for line in sheet(page)]
    return [[(number(cell[0]), number(cell[-1])) for cell in line] for line in cells]


@pytest.mark.parametrize("name", TABLES)
def test_pages_and_files_show_what_the_rules_say(app: Flask, name: str) -> None:
    odd = TABLES[name]
    table, hands = evening(app, odd)
    made = played(odd.rules, hands)
    assert any(line.shooter is not None for line in made.lines)

    house = numbers_in(table.more().only("section", class_="rules"))
    special = map(abs, odd.rules.card_points.values())
    assert house >= {odd.rules.penalty_total, odd.rules.target, *special}
    assert odd.rules.lowered_to is None or odd.rules.lowered_to in house
    assert usual(odd.rules) >= {2 * len(RANKS), TARGET}
    assert not house & usual(odd.rules)

    text = table.phone.client.get(f"{table.address}/hands.csv").text.removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    cells = [[int(row[name]) for name in ("points", "adjusted", "total", "place")] for row in rows]
    assert cells == [
        [line.points[seat], line.adjusted[seat], line.totals[seat], line.places[seat]]
        for line in made.lines
        for seat in range(odd.players)
    ]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_scorepad(tmp_path_factory.mktemp("odd server")) as running:
        yield running


_FILL_IN: Final = """(fields) => {
  const form = document.querySelector("form[method=post]");
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements[name];
    if (field.type === "checkbox") field.checked = true; else field.value = value;
  }
  form.requestSubmit();
}"""


_TAP: Final = """(taps) => {
  for (const [name, value] of Object.entries(taps))
    document.querySelector(`form.entry input[name="${name}"][value="${value}"]`).click();
}"""


@pytest.mark.parametrize("name", sample(TABLES, 2))
def test_the_entrys_script_shows_what_the_rules_say(
    browser: Browser, server: Server, name: str
) -> None:
    odd = TABLES[name]
    theirs, hands = odd.rules, list[Hand]()
    with phone(browser) as handset:
        page = handset.page
        page.goto(f"{server.address}/new")
        names = {f"name_{row}": name for row, name in enumerate(odd.names)}
        page.evaluate(_FILL_IN, {**names, "dealer": "0", **odd.choices})
        for each in hands_for(theirs):
            number = len(hands) + 1
            expect(page.locator("h1")).to_contain_text(f"Hand {number} ")
            shot = rules.shooter_of(each, theirs) is not None
            if shot and theirs.moon == "choice":
                # The points depend on the choice.
                continue
            taps = {f"hearts_{seat}": str(count) for seat, count in enumerate(each.hearts[:-1])}
            taps |= {f"cards_{card}": str(taker) for card, taker in each.cards.items()}
            if each.sun:
                taps |= {"sun": "y", "shooter": str(each.hearts.index(theirs.hearts))}
            page.evaluate(_TAP, taps)
            if not each.sun:
                expect(page.locator(".finish button.go")).to_have_text(f"Save hand {number}")
            line = played(theirs, [*hands, each]).lines[-1]
            gains = [signed(points) if points else re.compile("^[0–]$") for points in line.points]
            expect(page.locator(".gain")).to_have_text(gains)
            page.locator("form.entry button.go").click()
            hands.append(each)
        assert not handset.errors
