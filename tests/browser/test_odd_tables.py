"""Tables with unusual numbers: everything that shows points shows those of the rules.

A rule that was copied anywhere outside ``scorepad/rules`` is the rule of a usual deck; here are
others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from scorepad import rules
from scorepad.rules import Game, Hand, Ruleset, Sheet, ruleset
from scorepad.rules.scoring import points_to_end
from scorepad.web.words.numbers import signed
from tests.browser.play import expect_totals
from tests.support.browser import phone
from tests.support.played_games import played_hand
from tests.support.server import Server
from tests.support.torture import sample
from tests.web.cast import NAMES

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
    """Hands of an evening: two as they fall, all but a heart to a seat, a moon, and a sun."""
    chance = Random(1)  # noqa: S311 (the same hands again)
    moon = replace(played_hand(chance, table, moons=1), moon_choice=None)
    shooter = moon.hearts.index(table.hearts)
    hearts = [0] * table.players
    hearts[shooter], hearts[shooter - 1] = table.hearts - 1, 1
    usual = [played_hand(chance, table, moons=0) for _ in range(2)]
    hands = [*usual, replace(moon, hearts=tuple(hearts)), moon]
    return [*hands, replace(moon, sun=True)] if table.sun else hands


def played(table: Ruleset, hands: Sequence[Hand]) -> Sheet:
    """The sheet, by the rules; the first player deals first."""
    return rules.sheet(Game(table, tuple(hands)))


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
def test_the_table_shows_what_the_rules_say(browser: Browser, scorepad: Server, name: str) -> None:
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
            made = played(theirs, hands)
            expect(page.locator(".sheet tbody tr:not(.waiting)")).to_have_count(len(hands))
            expect_totals(page, made.totals)
            left = [points_to_end(total, theirs) for total in made.totals]
            near = [str(each) for each in left if 0 < 3 * each <= theirs.target]
            notes = page.locator(".taker").first.locator(".key small")
            expect(notes).to_have_text([re.compile(rf"\b{each}\b") for each in near])
        assert hands
        assert not handset.errors
