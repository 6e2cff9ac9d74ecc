"""The questions of the start form, each with the answers that it offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorepad.rules import PRESETS
from scorepad.rules.cards import ONE_CARD_OUT
from scorepad.rules.ruleset import PASS_COUNT, TARGET

# A value as a form sends it, and its text on the page.
Answer: TypeAlias = tuple[str, str]

# The value for a dealer by lot.
BY_LOT: Final = "lot"
# The value that a switch sends when it is on.
ON: Final = "y"


@dataclass(frozen=True)
class Choice:
    """A question with a few answers; ``name`` is that of its field."""

    name: str
    label: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Blank:
    """A blank to be filled in, with a whole number or with a text; ``hint`` stands in it."""

    name: str
    label: str
    hint: str
    whole: bool = True


@dataclass(frozen=True)
class Switch:
    """Yes, or nothing."""

    name: str
    label: str


Question: TypeAlias = Choice | Blank | Switch


def _house_rule(name: str, label: str, *answers: Answer) -> Choice:
    """A house rule: as the game has it, or one of the answers."""
    return Choice(name, label, (("", "as in the game"), *answers))


PRESET: Final = Choice(
    "preset", "Game", tuple((preset.key, preset.name) for preset in PRESETS.values())
)
HOUSE_RULES: Final[tuple[Question, ...]] = (
    _house_rule(
        "moon",
        "The moon",
        ("add", "old: the others get the points"),
        ("subtract", "new: the shooter loses them"),
        ("choice", "the shooter chooses"),
        ("safe", "old, or new where the old would lose the shooter the game"),
        ("off", "none"),
    ),
    Switch("sun", "Sun: a moon with every trick counts twice"),
    _house_rule("jack", "Jack of diamonds takes points off", ("yes", "yes"), ("no", "no")),
    Switch("moon_needs_bonus", "A moon needs the bonus card too"),
    _house_rule(
        "king_and_ace",
        "Cards that cost points besides",
        ("none", "neither"),
        ("clubs", "king of spades and ace of clubs"),
        ("spades", "king and ace of spades"),
    ),
    Blank("queen", "The queen of spades costs", "as the game has it"),
    Blank("target", "Play to", str(TARGET)),
    _house_rule(
        "end",
        "The game is ended by",
        ("reach", "whoever reaches it"),
        ("exceed", "whoever goes beyond it"),
    ),
    _house_rule(
        "exact",
        "Who hits it exactly",
        ("50", "50 points come off"),
        ("100", "100 points come off"),
        ("zero", "back to zero"),
    ),
    _house_rule(
        "tie",
        "If several are lowest at the end",
        ("share", "first place is shared"),
        ("play-on", "play goes on"),
    ),
    _house_rule(
        "passing",
        "Passing",
        ("left", "always to the left"),
        ("right", "always to the right"),
        ("never", "never"),
    ),
    Blank("pass_count", "Cards passed", str(PASS_COUNT)),
    Blank("deck", "Cards out of the pack", f"as usual; or such as {ONE_CARD_OUT}", whole=False),
    Switch("first_trick_points", "Point cards may be thrown on the first trick"),
)
HANDS_BEFORE: Final = Blank("hands_before", "Hands played so far", "0")
