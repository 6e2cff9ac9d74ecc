"""Cards as signs and as names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from scorepad.rules import Card
from scorepad.rules.cards import RANKS, suit
from scorepad.web.words.translation import N_, cached_by_language, gettext, pgettext

_SIGNS: Final = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
_SUITS: Final = {"C": N_("clubs"), "D": N_("diamonds"), "S": N_("spades"), "H": N_("hearts")}
_RANKS: Final = {"J": N_("jack"), "Q": N_("queen"), "K": N_("king"), "A": N_("ace")}
_TEN: Final = "T"
_CARDS_CACHE_SIZE: Final = 128
_WITHOUT_A_RANK: Final = {
    "2": N_("no twos"),
    "3": N_("no threes"),
    "4": N_("no fours"),
    "5": N_("no fives"),
    "6": N_("no sixes"),
}


@cached_by_language(_CARDS_CACHE_SIZE)
def symbol(card: Card) -> str:
    """A card in two or three signs, as they are printed on it: ♠Q, ♦10."""
    return _SIGNS[suit(card)] + _rank_sign(card)


def card_name(card: Card) -> str:
    """A card in words: queen of spades."""
    rank = gettext(_RANKS[card[0]]) if card[0] in _RANKS else _rank_sign(card)
    return gettext("%(rank)s of %(suit)s", rank=rank, suit=gettext(_SUITS[suit(card)]))


def card_typed(text: str) -> Card | str:
    """A card that was typed with the sign of its suit: ♦2, 10♠, in German ♠D.

    Anything else stays as it is, such as the cards of a game file: 2D.
    """
    suits = [suit for suit, sign in _SIGNS.items() if sign in text]
    if len(suits) != 1:
        return text
    rank = text.replace(_SIGNS[suits[0]], "").strip("\ufe0f")
    ranks = {_rank_sign(f"{letter}{suits[0]}"): letter for letter in RANKS}
    return f"{ranks[rank]}{suits[0]}" if rank in ranks else text


def red(card: Card) -> bool:
    """Whether the card's signs are red."""
    return suit(card) in ("D", "H")


@cached_by_language(_CARDS_CACHE_SIZE)
def sign(card: Card) -> Markup:
    """The card's signs with its name, as the pages show it."""
    return Markup('<abbr class="card%s" title="%s">%s</abbr>') % (
        " red" if red(card) else "",
        card_name(card),
        symbol(card),
    )


def without(removed: Sequence[Card]) -> str:
    """The removed cards in short: no ♣2, or no twos if a whole rank is removed."""
    ranks = {card[0] for card in removed}
    if len(ranks) == 1 and len(removed) == len(_SUITS) and ranks <= _WITHOUT_A_RANK.keys():
        return gettext(_WITHOUT_A_RANK[ranks.pop()])
    return gettext("no %(cards)s", cards=" ".join(map(symbol, removed)))


def _rank_sign(card: Card) -> str:
    if card[0] == _TEN:
        return "10"
    # The letters in the corners of the cards.
    signs = {
        "J": pgettext("rank", "J"),
        "Q": pgettext("rank", "Q"),
        "K": pgettext("rank", "K"),
        "A": pgettext("rank", "A"),
    }
    return signs.get(card[0], card[0])
