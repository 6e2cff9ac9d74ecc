"""Tables with unusual numbers: everything that shows points shows those of the rules.

A rule that was copied anywhere outside ``scorepad/rules`` is the rule of a usual deck; here are
others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from scorepad import rules
from scorepad.rules import Game, Hand, Ruleset, Sheet, ruleset
from scorepad.rules.scoring import points_to_end
from scorepad.web.words.numbers import signed
from tests.browser.play import expect_totals
from tests.support.browser import phone
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

    hands = [
        Hand(spread(0), cards(1, 1)),
        Hand(all_to(2, but=1), cards(2, 0)),
        Hand(all_to(1), cards(1, 0)),
        Hand(spread(1), cards(0, 1)),
    ]
    return [*hands, Hand(all_to(0), cards(0, 0), sun=True)] if table.sun else hands


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
