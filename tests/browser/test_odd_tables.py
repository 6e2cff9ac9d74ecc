"""Tables with unusual numbers: everything that shows points shows those of the rules.

A rule that was copied anywhere outside ``scorepad/rules`` is the rule of a usual deck; here are
others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any, Final

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from scorepad import rules
from scorepad.rules import Game, Hand, Ruleset, Sheet, ending, ruleset
from scorepad.rules.hand import MOON_CHOICES
from scorepad.web.words.numbers import signed
from tests.support.browser import phone
from tests.support.server import Server
from tests.support.torture import sample
from tests.web.apps import app_in
from tests.web.cast import NAMES, Phone, hand, start
from tests.web.pages import Node, Page, page_of
from tests.web.table_page import number, sheet, standing, totals

NUMBER: Final = re.compile(r"\d+")


NINE_HEARTS: Final = "2C 3C 2D 2S 2H 3H 4H 5H"
# How many play, and their answers on the start form.
TABLES: Final[Mapping[str, tuple[int, Mapping[str, str]]]] = {
    "nine hearts, queen 7, old moon and sun": (
        4,
        {"other_deck": NINE_HEARTS, "queen": "7", "moon": "add", "sun": "y", "target": "171"},
    ),
    "nine hearts, king and ace, jack, new moon": (
        4,
        {"preset": "black-maria", "bonus": "jack", "other_deck": NINE_HEARTS, "moon": "subtract",
         "moon_needs_bonus": "y", "end": "exceed", "target": "71", "pass_count": "5"},
    ),
    "five, the shooter chooses": (
        5,
        {"other_deck": "2C 2D 2S 2H 3H 4H 5H", "queen": "8", "moon": "choice", "target": "71"},
    ),
    "seven with all cards, ten of diamonds": (
        7,
        {"bonus": "ten", "other_cards": "JC 4", "undealt": "last-trick", "target": "71"},
    ),
}  # fmt: skip


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


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("odd") / "data") as made:
        yield made


@pytest.mark.parametrize("name", TABLES)
def test_pages_show_what_the_rules_say(app: Flask, name: str) -> None:
    """After each hand, what counts, who is near the end, and what can be entered."""
    players, choices = TABLES[name]
    table = start(Phone(app), *NAMES[:players], **choices)
    theirs = ruleset(players, table.rules())
    house = numbers_in(table.more().only("section", class_="rules"))
    assert house >= {theirs.penalty_total, theirs.target, *map(abs, theirs.card_points.values())}
    hands: list[Hand] = []
    for each in cycle(hands_for(theirs)):
        page = table.page()
        made = played(theirs, hands)
        assert totals(page) == list(made.totals)
        assert numbers_on(page) == [
            [(line.points[seat], line.totals[seat]) for seat in range(players)]
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
        assert list(form.offered[f"hearts_{players - 1}"]) == offered
        cards = {name for name in form.named if name.startswith("cards_")}
        assert cards == {f"cards_{card}" for card in theirs.card_points}
        answer = table.phone.submit(form, filled(each))
        if answer.status_code == 422:
            # The shooter is to choose, and sees where either choice leads.
            chooser = page_of(answer)
            for choice, outcome in zip(MOON_CHOICES, chooser.all(class_="outcome"), strict=True):
                then = played(theirs, [*hands, replace(each, moon_choice=choice)])
                assert standing(outcome) == list(zip(NAMES[:players], then.totals, strict=True))
            chosen = {**filled(each), "moon_choice": each.moon_choice}
            answer = table.phone.submit(chooser.form(table.address), chosen)
        table.saved(answer)
        hands.append(each)
    assert any(line.shooter is not None for line in made.lines)


def numbers_on(page: Page) -> list[list[tuple[int, int]]]:
    """The lines of the sheet: by seat, the points of the hand and the total after it."""
    cells = [[cell.split() for cell in line[1:]] for line in sheet(page)]
    return [[(number(cell[0]), number(cell[-1])) for cell in line] for line in cells]


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
    browser: Browser, scorepad: Server, name: str
) -> None:
    players, choices = TABLES[name]
    hands = list[Hand]()
    with phone(browser) as handset:
        page = handset.page
        page.goto(f"{scorepad.address}/new")
        names = {f"name_{row}": name for row, name in enumerate(NAMES[:players])}
        page.evaluate(_FILL_IN, {**names, "dealer": "0", **choices})
        page.wait_for_url("**/table/1")
        theirs = ruleset(players, page.request.get(f"{page.url}/game.json").json()["rules"])
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
