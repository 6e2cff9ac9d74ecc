"""The taps that a hand takes, counted over hands as they happen.

A tap is one touch of a place that is on the screen, aimed at where the page was before the hand.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from scorepad import rules
from tests.browser.play import FOUR, expect_totals, sit_down, started
from tests.support.server import Server
from tests.support.torture import sample

_NAMES = (*FOUR, "Emil", "Frida", "Gus")
# No game ends.
_TARGET = 1000
_HANDS = 6
_TRICKS_WITH_HEARTS = 5
_FOLDED = 6

# The middle of what is asked for, of all that can be tapped in the entry and is not covered.
_TARGETS = """(wanted) => {
    const found = {};
    for (const target of document.querySelectorAll(
            "form.entry label.key, form.entry summary, form.entry .finish button")) {
        const input = target.querySelector("input");
        const name = !input ? target.tagName
            : input.name ? `${input.name}=${input.value}` : input.id;
        if (input?.disabled || !wanted.includes(name)) continue;
        const box = target.getBoundingClientRect();
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        if (target.contains(document.elementFromPoint(x, y))) found[name] = [x, y];
    }
    return found;
}"""


def _random_hands(players: int) -> list[rules.Hand]:
    """Hands as they happen: the hearts come in a few tricks; one in ten is a moon."""
    chance = random.Random(13 * players)  # noqa: S311 (the same hands again)
    table = rules.ruleset(players, {"target": _TARGET})
    hands = []
    for number in range(_HANDS):
        hearts = [0] * players
        queen = chance.randrange(players)
        if number % 10 == 4:
            hearts[queen] = table.hearts
        else:
            cuts = chance.sample(range(1, table.hearts), _TRICKS_WITH_HEARTS - 1)
            edges = [0, *sorted(cuts), table.hearts]
            for low, high in pairwise(edges):
                hearts[chance.randrange(players)] += high - low
        hands.append(rules.Hand(tuple(hearts), {"QS": queen}))
    return hands


def _way(hand: rules.Hand, table: rules.Ruleset) -> list[str]:
    """What a person taps, in order."""
    if (shot := rules.shooter_of(hand, table)) is not None:
        return ["SUMMARY", f"shooter={shot}", "BUTTON"]
    takers = [seat for seat, count in enumerate(hand.hearts) if count]
    if len(takers) == table.players:
        takers.pop()  # The last one has the rest.
    counts = [part for seat in takers for part in _count(seat, hand.hearts[seat], table.players)]
    return [f"cards_QS={hand.cards['QS']}", *counts, "BUTTON"]


def _count(seat: int, count: int, players: int) -> list[str]:
    """The keys for a count: with five or six players, large ones are behind another key."""
    folded = players > 4 and count > _FOLDED
    return [*([f"hearts_{seat}-more"] if folded else []), f"hearts_{seat}={count}"]


def _take_down(page: Page, way: Sequence[str]) -> int:
    """Tap a hand and save it; how many taps that took."""
    targets = page.evaluate(_TARGETS, way)
    for what in way:
        if what not in targets:  # Behind "Moon", or "7+".
            targets = page.evaluate(_TARGETS, way)
        page.touchscreen.tap(*targets[what])
    return len(way)


# What is promised for four: 15/7/4/0, 16/6/3/1, 20/6/0/0, and a moon.
_PROMISED = {
    rules.Hand((2, 7, 4, 0), {"QS": 0}): 5,
    rules.Hand((3, 6, 3, 1), {"QS": 0}): 5,
    rules.Hand((7, 6, 0, 0), {"QS": 0}): 4,
    rules.Hand((0, 0, 13, 0), {"QS": 2}): 3,
}


@pytest.mark.parametrize("players", sample([4, 7, 5, 3, 6], 2))
def test_a_hand_takes_few_taps(thumb: Page, scorepad: Server, players: int) -> None:
    """The queen, all seats but one, Save; and one more tap for seven or more of five and six."""
    table = rules.ruleset(players, {"target": _TARGET})
    sit_down(thumb, started(scorepad, _NAMES[:players], target=_TARGET, moon="add"))
    hands = [*(_PROMISED if players == 4 else ()), *_random_hands(players)]
    for number, hand in enumerate(hands, start=1):
        count = _take_down(thumb, _way(hand, table))
        assert count <= players + 1 + (players > 4 and max(hand.hearts) > _FOLDED), hand
        assert count == _PROMISED.get(hand, count)
        # Waits for the page itself, where expect() would look every tenth of a second.
        thumb.locator("h1").get_by_text(f"Hand {number + 1} ").wait_for()
        # On a machine that is busy for ten seconds, it is a hand that waits first.
        thumb.locator(".sheet tr.waiting").wait_for(state="detached")
        totals = rules.sheet(rules.Game(table, tuple(hands[:number]))).totals
        expect_totals(thumb, totals)
