"""The decks that a table can choose, by the cards removed (rules.md, "Deck, deal, lead")."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from scorepad.rules.cards import CARDS, ONE_CARD_OUT, RANKS, REMOVED_CARDS, Card

_TWOS: Final = tuple(card for card in CARDS if card[0] == RANKS[0])
_THREES: Final = tuple(card for card in CARDS if card[0] == RANKS[1])


def left_over(players: int) -> int:
    """How many of all the cards do not deal out evenly to so many players."""
    return len(CARDS) % players


def fitting_decks(players: int) -> list[tuple[Card, ...]]:
    """The usual cards to remove for so many players, then the others that tables remove.

    Those are any twos, or a single three, if the rest deals out evenly.
    """
    decks: list[tuple[Card, ...]] = []
    for count in range(len(_TWOS) + 1):
        if (len(CARDS) - count) % players == 0:
            decks += combinations(_TWOS, count)
            if count == 1:
                decks += [(three,) for three in _THREES]
    first = (REMOVED_CARDS[players], (ONE_CARD_OUT,))
    return sorted(decks, key=lambda deck: first.index(deck) if deck in first else len(first))
