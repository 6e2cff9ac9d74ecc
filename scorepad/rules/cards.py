"""The 52 cards, and which of them are in the deck (docs/rules.md).

A card is written rank, then suit: ``2C``, ``TD``, ``JD``, ``QS``, ``AH``.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, TypeAlias

Card: TypeAlias = str

SUITS: Final = "CDSH"
RANKS: Final = "23456789TJQKA"
CARDS: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)

QUEEN: Final[Card] = "QS"
HEART: Final = "H"
CLUB: Final = "C"

# The cards removed so that the rest deals out evenly.
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


def left_over(players: int) -> int:
    """How many of all the cards do not deal out evenly to so many players."""
    return len(CARDS) % players


def fitting_decks(players: int) -> list[tuple[Card, ...]]:
    """The usual cards to remove for so many players, then the others that tables remove.

    Those are any twos, or a single three, if the rest deals out evenly.
    """
    twos, threes = ([card for card in CARDS if card[0] == rank] for rank in RANKS[:2])
    decks: list[tuple[Card, ...]] = []
    for count in range(len(twos) + 1):
        if (len(CARDS) - count) % players == 0:
            decks += combinations(twos, count)
            if count == 1:
                decks += [(three,) for three in threes]
    first = (REMOVED_CARDS[players], (ONE_CARD_OUT,))
    return sorted(decks, key=lambda deck: first.index(deck) if deck in first else len(first))
