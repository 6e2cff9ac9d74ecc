"""The games of the family, each as its differences from Black Lady (docs/rules.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


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

    @property
    def options(self) -> Mapping[str, object]:
        """What the preset sets, as in a game file."""
        return {"card_points": self.card_points, **self.others}


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
