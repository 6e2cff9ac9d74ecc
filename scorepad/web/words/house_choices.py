"""The texts of the questions about house rules, their answers, and their defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from scorepad.rules import Ruleset
from scorepad.rules.cards import ONE_CARD_OUT, QUEEN
from scorepad.rules.presets import (
    JACK_OF_DIAMONDS,
    KING_AND_ACE_OF_CLUBS,
    KING_AND_ACE_OF_SPADES,
)
from scorepad.web.words.cards import symbol
from scorepad.web.words.house_rules import game_name
from scorepad.web.words.names import capitalised, listed
from scorepad.web.words.numbers import number
from scorepad.web.words.passing import direction
from scorepad.web.words.rules_line import removed
from scorepad.web.words.translation import N_, cached_by_language, gettext

_KING_AND_ACE: Final[Mapping[str, Mapping[str, object]]] = {
    "clubs": KING_AND_ACE_OF_CLUBS,
    "spades": KING_AND_ACE_OF_SPADES,
}
_LABELS: Final[Mapping[str, str]] = {
    "preset": N_("Game"),
    "moon": N_("Moon"),
    "moon_needs_bonus": N_("Does a moon need %(jack)s too?"),
    "sun": N_("Sun: a moon with every trick counts twice"),
    "jack": N_("%(jack)s counts %(jack_points)s"),
    "king_and_ace": N_("Extra penalty cards"),
    "queen": N_("%(queen)s counts"),
    "target": N_("Target"),
    "end": N_("Game ends when someone"),
    "exact": N_("Landing exactly on the target"),
    "tie": N_("Tie for lowest"),
    "passing": N_("Passing"),
    "pass_count": N_("Cards passed"),
    "deck": N_("Cards removed"),
    "other_deck": N_("Other cards removed"),
    "first_trick_points": N_("Points allowed on the first trick"),
    "hands_before": N_("Hands played so far"),
}
_LABELS_CACHE_SIZE: Final = 64
_YES, _NO = N_("yes"), N_("no")
# In lower case, as after "Default:"; alone they are capitalised.
_ANSWERS: Final[Mapping[str, Mapping[str, str]]] = {
    "moon": {
        "add": N_("+%(points)s to everyone else"),
        "subtract": N_("−%(points)s for the shooter"),
        "choice": N_("shooter chooses +%(points)s or −%(points)s"),
        "safe": N_("+%(points)s to others; −%(points)s if that would lose the shooter the game"),
        "off": N_("no moon"),
    },
    "moon_needs_bonus": {"y": _YES, "n": _NO},
    "jack": {"yes": _YES, "no": _NO},
    "king_and_ace": {"none": N_("none")},
    "end": {"reach": N_("reaches the target"), "exceed": N_("goes over the target")},
    "exact": {
        "50": N_("takes 50 points off"),
        "100": N_("takes 100 points off"),
        "zero": N_("back to 0"),
    },
    "tie": {"share": N_("share first place"), "play-on": N_("keep playing")},
    "passing": {"left": N_("always left"), "right": N_("always right"), "never": N_("never")},
}
# An explanation of a game whose name needs one.
_NOTES: Final = {"hearts": N_("no %(queen)s, moon or passing")}


@cached_by_language(_LABELS_CACHE_SIZE)
def label(question: str) -> str:
    """A question, by the name of its field."""
    return gettext(_LABELS[question], **_special_cards())


def answer(question: str, value: str, rules: Ruleset) -> str:
    """An answer, as it is in a game with these rules."""
    if question == "preset":
        name = game_name(value)
        return f"{name}: {gettext(_NOTES[value], **_special_cards())}" if value in _NOTES else name
    return capitalised(_phrase(question, value, rules))


def default(question: str, rules: Ruleset) -> str:
    """The default answer of a question; ``rules``: those in force without an answer."""
    return gettext("Default: %(answer)s", answer=_DEFAULTS[question](rules))


def default_deck() -> str:
    """The default deck while the number of players is unknown."""
    return gettext("Default: by number of players")


def how_to_write_cards() -> str:
    """A hint in the blank for cards."""
    return gettext("Others, such as %(card)s", card=symbol(ONE_CARD_OUT))


def deck(rules: Ruleset) -> str:
    """The removed cards and their consequences: ♦2 – 17 each, ♠Q 13."""
    return f"{removed(rules) or gettext('none')} – {_follows(rules)}"


def deck_of_some(rules: Ruleset) -> str:
    """A deck of a certain number of players."""
    return gettext(
        "%(players)s players: %(rules)s",
        players=rules.players,
        rules=f"{removed(rules)} – {_follows(rules)}",
    )


def deck_instead(rules: Ruleset) -> str:
    """An offer of another deck than the one in force."""
    offer = gettext("%(cards)s out instead: %(deck)s", cards=removed(rules), deck=_follows(rules))
    return capitalised(offer)


def _special_cards() -> dict[str, object]:
    """The signs and points of the cards that questions name."""
    return {
        "queen": symbol(QUEEN),
        "jack": listed(symbol(card) for card in JACK_OF_DIAMONDS),
        "jack_points": listed(_number(points) for points in JACK_OF_DIAMONDS.values()),
    }


def _phrase(question: str, value: str, rules: Ruleset) -> str:
    if question == "king_and_ace" and value in _KING_AND_ACE:
        worth = _KING_AND_ACE[value].items()
        return listed(f"{symbol(card)} {_number(points)}" for card, points in worth)
    return gettext(_ANSWERS[question][value], points=rules.penalty_total)


def _number(points: object) -> str:
    return number(int(str(points)))


def _follows(rules: Ruleset) -> str:
    """The consequences of a deck: the cards each player gets, and the points of the queen."""
    each = gettext("%(count)s each", count=rules.cards_each)
    if QUEEN not in rules.card_points:
        return each
    return f"{each}, {symbol(QUEEN)} {number(rules.card_points[QUEEN])}"


def _yes_or_no(*, yes: bool) -> str:
    return gettext(_YES if yes else _NO)


def _jack(rules: Ruleset) -> str:
    return _yes_or_no(yes=any(card in rules.card_points for card in JACK_OF_DIAMONDS))


def _king_and_ace(rules: Ruleset) -> str:
    names = [name for name, cards in _KING_AND_ACE.items() if set(cards) <= set(rules.card_points)]
    return _phrase("king_and_ace", names[0] if names else "none", rules)


def _queen(rules: Ruleset) -> str:
    return number(rules.card_points[QUEEN]) if QUEEN in rules.card_points else gettext("nothing")


def _passing(rules: Ruleset) -> str:
    ways = [direction(offset, rules.players) for offset in rules.pass_cycle]
    if not any(rules.pass_cycle):
        return _phrase("passing", "never", rules)
    if len(set(ways)) == 1:
        return gettext("always %(direction)s", direction=ways[0])
    return ", ".join(ways)


def _exact(rules: Ruleset) -> str:
    if rules.exact is None:
        return gettext("nothing special")
    return _phrase("exact", str(rules.exact), rules)


_DEFAULTS: Final[Mapping[str, Callable[[Ruleset], str]]] = {
    "moon": lambda rules: _phrase("moon", rules.moon_rule, rules),
    "moon_needs_bonus": lambda rules: _yes_or_no(yes=rules.moon_needs_bonus),
    "sun": lambda rules: _yes_or_no(yes=rules.sun),
    "jack": _jack,
    "king_and_ace": _king_and_ace,
    "queen": _queen,
    "target": lambda rules: number(rules.target),
    "end": lambda rules: _phrase("end", rules.end, rules),
    "exact": _exact,
    "tie": lambda rules: _phrase("tie", rules.tie, rules),
    "passing": _passing,
    "pass_count": lambda rules: number(rules.pass_count),
    "deck": deck,
    "first_trick_points": lambda rules: _yes_or_no(yes=rules.first_trick_points),
}
