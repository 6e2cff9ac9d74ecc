"""Cards as signs and as names, and the deck in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from scorepad.rules import Card, Ruleset
from scorepad.rules.cards import CARDS, QUEEN, RANKS, suit
from scorepad.web.words.names import capitalised, listed
from scorepad.web.words.numbers import number
from scorepad.web.words.translation import N_, gettext, ngettext, pgettext

_SIGNS: Final = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
_SUITS: Final = {"C": N_("clubs"), "D": N_("diamonds"), "S": N_("spades"), "H": N_("hearts")}
_RANKS: Final = {"J": N_("jack"), "Q": N_("queen"), "K": N_("king"), "A": N_("ace")}
_WHOLE_RANKS: Final = {
    "2": N_("twos"),
    "3": N_("threes"),
    "4": N_("fours"),
    "5": N_("fives"),
    "6": N_("sixes"),
}


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


def sign(card: Card) -> Markup:
    """The card's signs with its name, as the pages show it."""
    return Markup('<abbr translate="no" class="card%s" title="%s">%s</abbr>') % (
        " red" if red(card) else "",
        card_name(card),
        symbol(card),
    )


def _rank_sign(card: Card) -> str:
    # The letters in the corners of the cards.
    signs = {
        "T": "10",
        "J": pgettext("rank", "J"),
        "Q": pgettext("rank", "Q"),
        "K": pgettext("rank", "K"),
        "A": pgettext("rank", "A"),
    }
    return signs.get(card[0], card[0])


def removed(cards: Sequence[Card]) -> str:
    """The cards that are not in the deck; empty if all are: ♦2 and ♠2, or twos for a whole rank."""
    ranks = {card[0] for card in cards}
    if len(ranks) == 1 and len(cards) == len(_SUITS) and ranks <= _WHOLE_RANKS.keys():
        return gettext(_WHOLE_RANKS[ranks.pop()])
    return listed(map(symbol, cards))


def without(cards: Sequence[Card]) -> str:
    """The removed cards in short: ♣2 out, twos out."""
    return gettext("%(cards)s out", cards=removed(cards))


def deck(rules: Ruleset) -> str:
    """The removed cards and their consequences: ♦2 – 17 each, ♠Q 13."""
    return f"{removed(rules.deck_removed) or gettext('none')} – {_follows(rules)}"


def deck_of_some(rules: Ruleset) -> str:
    """A deck of a certain number of players."""
    return gettext(
        "%(players)s players: %(rules)s",
        players=rules.players,
        rules=f"{removed(rules.deck_removed)} – {_follows(rules)}",
    )


def deck_instead(rules: Ruleset) -> str:
    """An offer of another deck than the one in force."""
    offer = gettext(
        "%(cards)s out instead: %(deck)s", cards=removed(rules.deck_removed), deck=_follows(rules)
    )
    return capitalised(offer)


def why_deck(rules: Ruleset) -> str:
    """Why cards are out of the pack, and what that does to the queen of spades."""
    why = gettext(
        "%(all)s cards don’t divide by %(players)s: without %(cards)s everybody has %(count)s.",
        all=len(CARDS),
        players=rules.players,
        cards=removed(rules.deck_removed),
        count=rules.cards_each,
    )
    if rules.hearts < len(RANKS) and rules.card_points.get(QUEEN) == rules.hearts:
        follows = gettext(
            "That leaves %(count)s hearts, and %(card)s counts as many.",
            count=rules.hearts,
            card=symbol(QUEEN),
        )
        return f"{why} {follows}"
    return why


def _follows(rules: Ruleset) -> str:
    """The consequences of a deck: the cards each player gets, and the points of the queen."""
    each = gettext("%(count)s each", count=rules.cards_each)
    if QUEEN not in rules.card_points:
        return each
    return f"{each}, {symbol(QUEEN)} {number(rules.card_points[QUEEN])}"


def left_over(rules: Ruleset) -> str:
    """How many cards lie aside, and which trick they go to."""
    if rules.undealt == "first-trick":
        return ngettext(
            "%(num)s card left for the first trick",
            "%(num)s cards left for the first trick",
            rules.left_over,
        )
    return ngettext(
        "%(num)s card left for the last trick",
        "%(num)s cards left for the last trick",
        rules.left_over,
    )
