"""The 52 cards, and which of them are in the deck.

A card is written rank, then suit: ``2C``, ``TD``, ``JD``, ``QS``, ``AH``.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Card: TypeAlias = str

SUITS: Final = "CDSH"
RANKS: Final = "23456789TJQKA"
CARDS: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)

QUEEN: Final[Card] = "QS"
HEART: Final = "H"
CLUB: Final = "C"

# rules.md, "Deck, deal, lead": the cards removed so that the rest deals out evenly.
REMOVED_CARDS: Final[dict[int, tuple[Card, ...]]] = {
    3: ("2C", "2D", "2S", "2H"),
    4: (),
    5: ("2D", "2S"),
    6: ("2C", "2D", "2S", "2H"),
    7: ("2C", "2D", "2S"),
}
# The other way to play with three: one card out, this one unless the table chooses another.
ONE_CARD_OUT: Final[Card] = "2D"


def suit(card: Card) -> str:
    """The card's suit, one of ``SUITS``."""
    return card[1]
