"""The games of the family, each as what it changes in Black Lady (rules.md, "Presets")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Preset:
    """A named game: its key in files, its name for people, and the options it sets."""

    key: str
    name: str
    options: Mapping[str, object]


DEFAULT_PRESET: Final = "black-lady"

# What a card may count besides a number: as many points as there are hearts in the pack.
AS_MANY_AS_HEARTS: Final = "hearts"

# Cards that some tables add to the queen; presets and house rules both name them from here.
JACK_OF_DIAMONDS: Final[dict[str, object]] = {"JD": -10}
KING_AND_ACE_OF_CLUBS: Final[dict[str, object]] = {"KS": 10, "AC": 7}
KING_AND_ACE_OF_SPADES: Final[dict[str, object]] = {"KS": 10, "AS": 7}

QUEEN_OF_SPADES: Final[dict[str, object]] = {"QS": AS_MANY_AS_HEARTS}
_ALWAYS_LEFT: Final = (1,)
_NEVER: Final = ()

PRESETS: Final[Mapping[str, Preset]] = {
    preset.key: preset
    for preset in (
        Preset("black-lady", "Black Lady", {"card_points": QUEEN_OF_SPADES}),
        Preset("black-widow", "Black Widow", {"card_points": QUEEN_OF_SPADES, "end": "exceed"}),
        Preset(
            "black-maria",
            "Black Maria",
            {"card_points": QUEEN_OF_SPADES | KING_AND_ACE_OF_CLUBS},
        ),
        Preset("omnibus", "Omnibus Hearts", {"card_points": QUEEN_OF_SPADES | JACK_OF_DIAMONDS}),
        Preset(
            "hearts",
            "Hearts, the basic game",
            {"card_points": {}, "moon": "off", "pass_cycle": _NEVER},
        ),
        Preset(
            "discard-hearts-1909",
            "Discard Hearts (Foster 1909)",
            {"card_points": QUEEN_OF_SPADES, "moon": "off", "pass_cycle": _ALWAYS_LEFT},
        ),
        Preset(
            "black-jack-1909",
            "Black Jack (Foster 1909)",
            {"card_points": {"JS": 10}, "moon": "off", "pass_cycle": _ALWAYS_LEFT},
        ),
    )
}
