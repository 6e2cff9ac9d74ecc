"""The questions of the start form: each with its field, its answers, and the option they mean.

Their texts are in :mod:`scorepad.web.words.rules`: many depend on the rules in force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, Literal

from scorepad.rules import PRESETS
from scorepad.rules.cards import Card, fitting_decks
from scorepad.rules.house_rules import EXTRA_CARDS, pass_cycle
from scorepad.rules.ruleset import EXACT_HITS, FEWEST_PLAYERS, MOST_PLAYERS, TRICKS
from scorepad.web.forms import whole_number
from scorepad.web.words.cards import card_typed

# The value of the random dealer.
BY_LOT: Final = "lot"
# The value that a switch sends when it is on, and that a question with two answers sends for no.
ON: Final = "y"
NO: Final = "n"
# For a switch that is off browsers send nothing; other clients may send a value.
OFF: Final = ("", "false")
# The option to which several questions about special cards add up.
CARD_POINTS: Final = "card_points"


@dataclass(frozen=True)
class Question:
    """A question by the ``name`` of its field; a blank is for a whole number, a text for cards.

    ``values``: the answers of a choice, of which "" leaves it to the game. ``of``: the option of a
    game file that it sets, if that has another name. ``meaning``: the option's value that an answer
    stands for, for so many players. ``written``: how a blank has this value.
    """

    name: str
    kind: Literal["choice", "blank", "switch", "text"] = "blank"
    values: tuple[str, ...] = ()
    of: str = ""
    meaning: Callable[[Any, int], Any] = lambda answer, _: answer
    written: Callable[[Any], str] = str

    @property
    def option(self) -> str:
        """The option of a game file that the answer sets."""
        return self.of or self.name

    def value_of(self, answer: Any, players: int) -> Any:
        """The option's value that an answer of a validated form means; ``None``: the preset's."""
        return None if answer is None else self.meaning(answer, players)

    def answer_of(self, value: Any, players: int) -> str | None:
        """The answer that means this value; ``None`` if there is none."""
        if self.values:
            meant = (each for each in self.values if self.meaning(each, players) == value)
            return next(meant, None)
        return self.written(value)


def deck_value(removed: tuple[str, ...]) -> str:
    """The value that a form sends for a deck without these cards."""
    return " ".join(removed)


def fitting_values(players: int) -> list[str]:
    """The values of the decks for so many players, besides the usual one, which is no answer."""
    return [deck_value(removed) for removed in fitting_decks(players)[1:]]


def _cards(answer: str, _: int) -> list[Card | str] | None:
    return [card_typed(each) for each in answer.upper().replace(",", " ").split()] or None


def _counting_cards(answer: str, _: int) -> dict[Card | str, int | None] | None:
    """Cards with their points, as in ♦10 −10, ♣Q 5; what is wrong is for the rules to refuse."""
    words = answer.upper().replace(",", " ").replace("−", "-").split()
    pairs = zip_longest(words[::2], words[1::2], fillvalue="")
    return {card_typed(card): whole_number(points) for card, points in pairs} or None


def _as_counting_cards(cards: Mapping[Card, int]) -> str:
    return ", ".join(f"{card} {points}" for card, points in cards.items())


def _switch(name: str) -> Question:
    return Question(name, "switch", (ON,), meaning=lambda answer, _: True if answer else None)


def _extra(name: str) -> Question:
    return Question(name, "choice", tuple(EXTRA_CARDS[name]), of=CARD_POINTS)


PRESET: Final = Question("preset", "choice", tuple(PRESETS))
DECK: Final = Question(
    "deck",
    "choice",
    tuple(
        value
        for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
        for value in fitting_values(players)
    ),
    of="deck_removed",
    meaning=_cards,
)
OTHER_DECK: Final = Question(
    "other_deck", "text", of="deck_removed", meaning=_cards, written=deck_value
)
MOON_NEEDS_BONUS: Final = Question(
    "moon_needs_bonus", "choice", (ON, NO), meaning=lambda answer, _: answer == ON
)
OTHER_CARDS: Final = Question(
    "other_cards", "text", of=CARD_POINTS, meaning=_counting_cards, written=_as_counting_cards
)
UNDEALT: Final = Question("undealt", "choice", TRICKS)
_EXACT_HITS: Final = {str(known): known for known in EXACT_HITS}
# In the order of the page. Where two set the same option, the later one counts.
HOUSE_RULES: Final = (
    _extra("bonus"),
    MOON_NEEDS_BONUS,
    Question("moon", "choice", ("add", "subtract", "choice", "safe", "off")),
    _switch("sun"),
    _extra("king_and_ace"),
    Question("queen", of=CARD_POINTS),
    OTHER_CARDS,
    Question("target"),
    Question("end", "choice", ("reach", "exceed")),
    Question("exact", "choice", tuple(_EXACT_HITS), meaning=lambda answer, _: _EXACT_HITS[answer]),
    Question("tie", "choice", ("share", "play-on")),
    Question(
        "passing",
        "choice",
        ("left", "right", "never"),
        of="pass_cycle",
        meaning=pass_cycle,
    ),
    Question("pass_count"),
    DECK,
    OTHER_DECK,
    UNDEALT,
    _switch("first_trick_points"),
)
HANDS_BEFORE: Final = Question("hands_before")
