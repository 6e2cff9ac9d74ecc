"""The games of the family, each as its differences from Black Lady (docs/rules.md).

And house rules in the words of players: they say "with the jack", not
``{"QS": "hearts", "JD": -10}``; this translates both ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Final, Literal

from scorepad.rules.cards import QUEEN


@dataclass(frozen=True)
class Preset:
    """A named game: its key in files, its name for people, its special cards, other options.

    ``known_as``: what else people call it, in any language; ``typed_as``: what they type to find it
    besides.
    """

    key: str
    name: str
    card_points: Mapping[str, object]
    others: Mapping[str, object] = field(default_factory=dict)
    known_as: tuple[str, ...] = ()
    typed_as: tuple[str, ...] = ()


DEFAULT_PRESET: Final = "black-lady"

# What a card may count besides a number: as many points as there are hearts in the deck.
AS_MANY_AS_HEARTS: Final = "hearts"

# Cards that some tables add to the queen; presets and house rules both name them from here.
JACK_OF_DIAMONDS: Final[dict[str, int]] = {"JD": -10}
TEN_OF_DIAMONDS: Final[dict[str, int]] = {"TD": -10}
KING_AND_ACE_OF_CLUBS: Final[dict[str, int]] = {"KS": 10, "AC": 7}
KING_AND_ACE_OF_SPADES: Final[dict[str, int]] = {"KS": 10, "AS": 7}

# What people type for games with these cards.
_QUEEN: Final = ("Queen of spades", "Pik-Dame", "Spade queen")
QUEEN_OF_SPADES: Final[dict[str, object]] = {"QS": AS_MANY_AS_HEARTS}
_ALWAYS_LEFT: Final = (1,)

PRESETS: Final[Mapping[str, Preset]] = {
    preset.key: preset
    for preset in (
        Preset(
            "black-lady",
            "Hearts (Black Lady)",
            QUEEN_OF_SPADES,
            known_as=(
                "American Hearts",
                "Microsoft Hearts",
                "Rickety Kate",
                "Schwarze Dame",
                "Slippery Anne",
            ),
            typed_as=(
                *_QUEEN,
                *("Black Queen", "Calamity Jane", "Chase the Lady", "Dirty Lady", "Hunt the Lady"),
                *("Windows Hearts", "Herzen", "Herzeln", "Dunkle Dame", "Böse Dame"),
            ),
        ),
        Preset(
            "black-widow",
            "Black Widow",
            QUEEN_OF_SPADES,
            {"end": "exceed"},
            typed_as=(*_QUEEN, "Schwarze Witwe"),
        ),
        Preset(
            "black-maria",
            "Black Maria",
            QUEEN_OF_SPADES | KING_AND_ACE_OF_CLUBS,
            known_as=("Grüne Minna",),
            typed_as=(
                *_QUEEN,
                "King of spades",
                "Spade king",
                "Pik-König",
                "Schwarze Maria",
                "Black Mary",
            ),
        ),
        Preset(
            "omnibus",
            "Omnibus Hearts",
            QUEEN_OF_SPADES | JACK_OF_DIAMONDS,
            known_as=("Jack of diamonds", "Karo-Bube"),
            typed_as=_QUEEN,
        ),
        Preset(
            "hearts",
            "Plain hearts",
            {},
            {"moon": "off", "pass_cycle": ()},
            known_as=("Basic Hearts", "Schwarze Katze"),
            typed_as=("Herzen", "Herzeln", "Simple Hearts", "Only hearts", "Nur Herzen"),
        ),
        Preset(
            "discard-hearts-1909",
            "Discard Hearts (Foster 1909)",
            QUEEN_OF_SPADES,
            {"moon": "off", "pass_cycle": _ALWAYS_LEFT},
            typed_as=_QUEEN,
        ),
        Preset(
            "black-jack-1909",
            "Black Jack (Foster 1909)",
            {"JS": 10},
            {"moon": "off", "pass_cycle": _ALWAYS_LEFT},
            known_as=("Jack of spades", "Pik-Bube"),
            typed_as=("Spade jack", "Pik-Bauer"),
        ),
    )
}

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


def proposed_moon(preset: str, players: int) -> Literal["choice"] | None:
    """The moon that is proposed to so many players, where that is not the preset's own."""
    return "choice" if preset == DEFAULT_PRESET and players in _SHOOTER_CHOOSES else None


def pass_cycle(habit: str, players: int) -> list[int]:
    """The pass cycle of a table that always passes left or right, or never."""
    return {"left": [1], "right": [players - 1], "never": []}[habit]
