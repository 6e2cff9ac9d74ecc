"""Cards as signs and as names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from markupsafe import Markup

from scorepad.rules import Card
from scorepad.rules.cards import suit

_SUITS: Final = {"C": ("♣", "clubs"), "D": ("♦", "diamonds"), "S": ("♠", "spades"),
                 "H": ("♥", "hearts")}  # fmt: skip
_RANKS: Final = {"T": "10"}
_SO_MANY_SUITS: Final = len(_SUITS)
_PLURALS: Final = {"2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes"}
_RANK_NAMES: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def symbol(card: Card) -> str:
    """A card in two or three signs: ♠Q, ♦10."""
    return _SUITS[suit(card)][0] + _RANKS.get(card[0], card[0])


def card_name(card: Card) -> str:
    """A card in words: queen of spades."""
    rank = _RANK_NAMES.get(card[0], _RANKS.get(card[0], card[0]))
    return f"{rank} of {_SUITS[suit(card)][1]}"


def red(card: Card) -> bool:
    """Whether the card's signs are red."""
    return suit(card) in ("D", "H")


@cache
def sign(card: Card) -> Markup:
    """The card's signs with its name, as the pages show it."""
    return Markup('<abbr class="card%s" title="%s">%s</abbr>') % (
        " red" if red(card) else "",
        card_name(card),
        symbol(card),
    )


def without(removed: Sequence[Card]) -> str:
    """What is not in the pack, in few signs: no ♣2, or no twos where all of a rank are out."""
    ranks = {card[0] for card in removed}
    if len(ranks) == 1 and len(removed) == _SO_MANY_SUITS and ranks <= _PLURALS.keys():
        return f"no {_PLURALS[ranks.pop()]}"
    return f"no {' '.join(map(symbol, removed))}"
