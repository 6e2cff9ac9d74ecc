"""House rules in the words of players, and the options of a game file that they mean.

Players say "with the jack", not ``{"QS": "hearts", "JD": -10}``; this file translates both ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final

from scorepad.rules.cards import QUEEN
from scorepad.rules.presets import (
    DEFAULT_PRESET,
    JACK_OF_DIAMONDS,
    KING_AND_ACE_OF_CLUBS,
    KING_AND_ACE_OF_SPADES,
    PRESETS,
    TEN_OF_DIAMONDS,
)
from scorepad.rules.ruleset import MoonRule

# The cards that a table can add to a game or leave out, by what it says of them.
EXTRA_CARDS: Final[Mapping[str, Mapping[str, Mapping[str, int]]]] = {
    "bonus": {"jack": JACK_OF_DIAMONDS, "ten": TEN_OF_DIAMONDS, "none": {}},
    "king_and_ace": {
        "none": {},
        "clubs": KING_AND_ACE_OF_CLUBS,
        "spades": KING_AND_ACE_OF_SPADES,
    },
}
# With so many players the shooter of Black Lady normally chooses (docs/rules.md).
_SHOOTER_CHOOSES: Final = (3, 6)


def card_points(preset: str, wish: Mapping[str, object]) -> dict[str, object] | None:
    """The ``card_points`` of a wish on top of a preset; ``None``: the preset's own.

    ``wish``: what the table says of some :data:`EXTRA_CARDS`, the points of the ``queen``, and
    ``other_cards`` with theirs.
    """
    if not wish:
        return None
    points = dict(PRESETS[preset].card_points)
    for extra, said in EXTRA_CARDS.items():
        if extra in wish:
            for cards in said.values():
                points = {card: worth for card, worth in points.items() if card not in cards}
            points |= said[str(wish[extra])]
    if "queen" in wish:
        points[QUEEN] = wish["queen"]
    others = wish.get("other_cards")
    return {**points, **others} if isinstance(others, Mapping) else points


def special_cards(preset: str, options: Mapping[str, object]) -> Mapping[str, object]:
    """The wish that these options mean, so that the next game can propose it again."""
    points = options.get("card_points")
    if not isinstance(points, Mapping):
        return {}
    queen = points.get(QUEEN)
    choices = [(None, *said) for said in EXTRA_CARDS.values()]
    wishes = []
    for answers in product(*choices, (None, queen if type(queen) is int else None)):
        names = (*EXTRA_CARDS, "queen")
        wish = {
            name: answer for name, answer in zip(names, answers, strict=True) if answer is not None
        }
        known = card_points(preset, wish) or PRESETS[preset].card_points
        others = {card: worth for card, worth in points.items() if known.get(card) != worth}
        # What is said of other cards is a number.
        if known.keys() <= points.keys() and all(type(worth) is int for worth in others.values()):
            wishes.append(({**wish, "other_cards": others} if others else wish, len(others)))
    # The one that says most of it in words.
    return min(wishes, key=lambda wish: wish[1])[0] if wishes else {}


def proposed_moon(preset: str, players: int) -> MoonRule | None:
    """The moon that is proposed to so many players, where that is not the preset's own."""
    return "choice" if preset == DEFAULT_PRESET and players in _SHOOTER_CHOOSES else None


def pass_cycle(habit: str, players: int) -> list[int]:
    """The pass cycle of a table that always passes left or right, or never."""
    return {"left": [1], "right": [players - 1], "never": []}[habit]
