"""The questions of the start form: the names of their fields, and the values that can be chosen.

Their texts are in :mod:`scorepad.web.words.house_choices`: many depend on the rules in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorepad.rules import PRESETS
from scorepad.rules.decks import fitting_decks
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS

# The value of the random dealer.
BY_LOT: Final = "lot"
# The value that a switch sends when it is on, and that a question with two answers sends for no.
ON: Final = "y"
NO: Final = "n"
# For a switch that is off browsers send nothing; other clients may send a value.
OFF: Final = ("", "false")


@dataclass(frozen=True)
class Choice:
    """A question with a few answers, of which "" leaves it to the game; ``name``: of its field."""

    name: str
    values: tuple[str, ...]
    default: bool = True


@dataclass(frozen=True)
class Blank:
    """A blank for a whole number or for a text."""

    name: str
    whole: bool = True


@dataclass(frozen=True)
class Switch:
    """A yes-or-no question."""

    name: str


Question: TypeAlias = Choice | Blank | Switch


def deck_value(removed: tuple[str, ...]) -> str:
    """The value that a form sends for a deck without these cards."""
    return " ".join(removed)


def fitting_values(players: int) -> list[str]:
    """The values of the decks for so many players, besides the usual one, which is no answer."""
    return [deck_value(removed) for removed in fitting_decks(players)[1:]]


PRESET: Final = Choice("preset", tuple(PRESETS), default=False)
DECK: Final = Choice(
    "deck",
    tuple(
        value
        for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
        for value in fitting_values(players)
    ),
)
OTHER_DECK: Final = Blank("other_deck", whole=False)
MOON_NEEDS_BONUS: Final = Choice("moon_needs_bonus", (ON, NO))
HOUSE_RULES: Final[tuple[Question, ...]] = (
    Choice("jack", ("yes", "no")),
    MOON_NEEDS_BONUS,
    Choice("moon", ("add", "subtract", "choice", "safe", "off")),
    Switch("sun"),
    Choice("king_and_ace", ("none", "clubs", "spades")),
    Blank("queen"),
    Blank("target"),
    Choice("end", ("reach", "exceed")),
    Choice("exact", ("50", "100", "zero")),
    Choice("tie", ("share", "play-on")),
    Choice("passing", ("left", "right", "never")),
    Blank("pass_count"),
    DECK,
    OTHER_DECK,
    Switch("first_trick_points"),
)
HANDS_BEFORE: Final = Blank("hands_before")
