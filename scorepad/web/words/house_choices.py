"""The questions about house rules in words, their answers, and what holds where nobody answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from scorepad.rules import PRESETS, Ruleset
from scorepad.rules.cards import ONE_CARD_OUT, QUEEN
from scorepad.rules.presets import (
    JACK_OF_DIAMONDS,
    KING_AND_ACE_OF_CLUBS,
    KING_AND_ACE_OF_SPADES,
)
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import listed
from scorepad.web.words.numbers import number
from scorepad.web.words.rules_line import removed
from scorepad.web.words.short_ways import short_way

_KING_AND_ACE: Final[Mapping[str, Mapping[str, object]]] = {
    "clubs": KING_AND_ACE_OF_CLUBS,
    "spades": KING_AND_ACE_OF_SPADES,
}


def _number(points: object) -> str:
    return number(int(str(points)))


def _worth(points: Mapping[str, object]) -> str:
    """Cards with their points: ♠K 10 and ♣A 7."""
    return listed(f"{symbol(card)} {_number(each)}" for card, each in points.items())


_JACK: Final = listed(symbol(card) for card in JACK_OF_DIAMONDS)
_JACK_POINTS: Final = listed(_number(points) for points in JACK_OF_DIAMONDS.values())
_LABELS: Final[Mapping[str, str]] = {
    "preset": "Game",
    "moon": "Moon",
    "moon_needs_bonus": f"Does a moon need {_JACK} too?",
    "sun": "Sun: a moon with every trick counts twice",
    "jack": f"{_JACK} counts {_JACK_POINTS}",
    "king_and_ace": "Extra penalty cards",
    "queen": f"{symbol(QUEEN)} counts",
    "target": "Target",
    "end": "Game ends when someone",
    "exact": "Landing exactly on the target",
    "tie": "Tie for lowest",
    "passing": "Passing",
    "pass_count": "Cards passed",
    "deck": "Cards removed",
    "other_deck": "Other cards removed",
    "first_trick_points": "Points allowed on the first trick",
    "hands_before": "Hands played so far",
}
_ANSWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "moon": {
        "add": "+{total} to everyone else",
        "subtract": "−{total} for the shooter",
        "choice": "Shooter chooses +{total} or −{total}",
        "safe": "+{total} to others; −{total} if that would lose the shooter the game",
        "off": "No moon",
    },
    "moon_needs_bonus": {"y": "Yes", "n": "No"},
    "jack": {"yes": "Yes", "no": "No"},
    "king_and_ace": {
        "none": "None",
        **{choice: _worth(points) for choice, points in _KING_AND_ACE.items()},
    },
    "end": {"reach": "Reaches the target", "exceed": "Goes over the target"},
    "exact": {"50": "Takes 50 points off", "100": "Takes 100 points off", "zero": "Back to 0"},
    "tie": {"share": "Share first place", "play-on": "Keep playing"},
    "passing": {"left": "Always left", "right": "Always right", "never": "Never"},
}
# The default deck while nobody knows how many play.
DECK_BY_PLAYERS: Final = "Default: by number of players"
# A hint in the blank for cards.
HOW_TO_WRITE_CARDS: Final = f"Others, such as {ONE_CARD_OUT}"


def label(question: str) -> str:
    """A question, by the name of its field."""
    return _LABELS[question]


def answer(question: str, value: str, rules: Ruleset) -> str:
    """An answer, as it is in a game with these rules."""
    if question == "preset":
        preset = PRESETS[value]
        return f"{preset.name}: {preset.note}" if preset.note else preset.name
    return _ANSWERS[question][value].format(total=rules.penalty_total)


def default(question: str, rules: Ruleset) -> str:
    """What holds for a question where nobody answers it; ``rules``: those without an answer."""
    return f"Default: {_DEFAULTS[question](rules)}"


def deck(rules: Ruleset) -> str:
    """What is not in the deck, and what follows: ♦2 – 17 each, ♠Q 13."""
    return f"{removed(rules) or 'none'} – {_follows(rules)}"


def deck_of_some(rules: Ruleset) -> str:
    """A deck of a certain number of players."""
    return f"{rules.players} players: {removed(rules)} – {_follows(rules)}"


def deck_instead(rules: Ruleset) -> str:
    """An offer of another deck than the one in force."""
    sentence = f"{removed(rules)} out instead: {_follows(rules)}"
    return sentence[:1].upper() + sentence[1:]


def _follows(rules: Ruleset) -> str:
    """How many cards everybody has without these, and what the queen counts then."""
    each = f"{rules.cards_each} each"
    if QUEEN not in rules.card_points:
        return each
    return f"{each}, {symbol(QUEEN)} {number(rules.card_points[QUEEN])}"


def _jack(rules: Ruleset) -> str:
    plays = any(card in rules.card_points for card in JACK_OF_DIAMONDS)
    return _ANSWERS["jack"]["yes" if plays else "no"].lower()


def _king_and_ace(rules: Ruleset) -> str:
    played = [name for name, cards in _KING_AND_ACE.items() if set(cards) <= set(rules.card_points)]
    return _ANSWERS["king_and_ace"][played[0]] if played else "none"


def _queen(rules: Ruleset) -> str:
    return number(rules.card_points[QUEEN]) if QUEEN in rules.card_points else "nothing"


def _passing(rules: Ruleset) -> str:
    ways = [short_way(offset, rules.players) for offset in rules.pass_cycle]
    if not any(rules.pass_cycle):
        return "never"
    return f"always {ways[0]}" if len(set(ways)) == 1 else ", ".join(ways)


_DEFAULTS: Final[Mapping[str, Callable[[Ruleset], str]]] = {
    "moon": lambda rules: _lower(answer("moon", rules.moon_rule, rules)),
    "moon_needs_bonus": lambda rules: "yes" if rules.moon_needs_bonus else "no",
    "sun": lambda rules: "yes" if rules.sun else "no",
    "jack": _jack,
    "king_and_ace": _king_and_ace,
    "queen": _queen,
    "target": lambda rules: number(rules.target),
    "end": lambda rules: _lower(answer("end", rules.end, rules)),
    "exact": lambda rules: (
        "nothing special"
        if rules.exact is None
        else _lower(answer("exact", str(rules.exact), rules))
    ),
    "tie": lambda rules: _lower(answer("tie", rules.tie, rules)),
    "passing": _passing,
    "pass_count": lambda rules: number(rules.pass_count),
    "deck": deck,
    "first_trick_points": lambda rules: "yes" if rules.first_trick_points else "no",
}


def _lower(text: str) -> str:
    """An answer inside a sentence."""
    return text[:1].lower() + text[1:]
