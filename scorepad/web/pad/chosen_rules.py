"""From the answers of a start form to the options of a game file and to a ruleset."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from scorepad.rules import DEFAULT_PRESET, RulesError, Ruleset, house, ruleset
from scorepad.rules.cards import QUEEN
from scorepad.rules.presets import JACK_OF_DIAMONDS
from scorepad.web.forms import Faults, sentence_of
from scorepad.web.pad.questions import (
    DECK,
    HOUSE_RULES,
    NO,
    OFF,
    ON,
    OTHER_DECK,
    PRESET,
    Blank,
    Choice,
    Question,
)
from scorepad.web.words.cards import card_typed

# The answers to the questions about rules by name, as a validated form has them: ``None`` for no
# answer, numbers as numbers.
Answers = Mapping[str, Any]

_NUMBER: Final = re.compile(r"\s*[+-]?[0-9]{1,6}\s*", re.ASCII)
# From the place of a fault in the rules to the field that caused it.
_FIELDS: Final = {
    "rules.deck_removed": DECK.name,
    "rules.pass_cycle": "passing",
    f"rules.card_points.{QUEEN}": "queen",
    **{f"rules.card_points.{card}": "jack" for card in JACK_OF_DIAMONDS},
}


def options_of(answers: Answers, players: int) -> dict[str, Any]:
    """The options of a game file that these answers mean for so many players."""
    preset = answers["preset"] or DEFAULT_PRESET
    options: dict[str, Any] = {"preset": preset}
    for option in ("moon", "end", "tie", "target", "pass_count"):
        if answers[option] is not None:
            options[option] = answers[option]
    proposed = house.proposed_moon(preset, players)
    if answers["moon"] is None and proposed is not None:
        options["moon"] = proposed
    if answers["moon_needs_bonus"] is not None:
        options["moon_needs_bonus"] = {ON: True, NO: False}[answers["moon_needs_bonus"]]
    for option in ("sun", "first_trick_points"):
        if answers[option]:
            options[option] = True
    if (exact := answers["exact"]) is not None:
        options["exact"] = exact if exact == "zero" else int(exact)
    if (habit := answers["passing"]) is not None:
        options["pass_cycle"] = house.pass_cycle(habit, players)
    # Cards that were typed take precedence.
    if deck := _cards(answers["other_deck"]) or _cards(answers["deck"]):
        options["deck_removed"] = deck
    wish = house.SpecialCards(
        jack={None: None, "yes": True, "no": False}[answers["jack"]],
        king_and_ace=answers["king_and_ace"],
        queen=answers["queen"],
    )
    points = house.card_points(preset, wish)
    if points is not None:
        options["card_points"] = points
    return options


def field_of(fault: RulesError, answers: Answers) -> str:
    """The field that caused a fault that the rules find in the game of these answers."""
    place = fault.place.partition("[")[0]
    if _FIELDS.get(place) == DECK.name and answers[OTHER_DECK.name]:
        return OTHER_DECK.name
    return _FIELDS.get(place) or place.removeprefix("rules.").partition(".")[0]


def answers_in(values: Mapping[str, str]) -> dict[str, Any]:
    """The answers among the values of a form's fields; invalid ones count as no answer."""
    return {
        question.name: _answer(question, values.get(question.name, "").strip())
        for question in (PRESET, *HOUSE_RULES)
    }


def rules_in_force(answers: Answers, players: int) -> tuple[Ruleset, Faults]:
    """The ruleset of these answers for so many players, without those that the rules refuse.

    The faults are by the field that caused them.
    """
    faults: Faults = {}
    valid = dict(answers)
    while True:
        try:
            return ruleset(players, options_of(valid, players)), faults
        except RulesError as fault:
            field = field_of(fault, valid)
            faults[field] = [sentence_of(fault)]
            if valid.get(field) is None:
                # Only several answers together are at fault.
                return ruleset(players, {"preset": valid["preset"] or DEFAULT_PRESET}), faults
            valid[field] = None


def whole_number(text: str) -> int | None:
    """The number that a form's field reads in this text, if any."""
    return int(text) if _NUMBER.fullmatch(text) else None


def _answer(question: Question, value: str) -> Any:
    if isinstance(question, Choice):
        return value if value in question.values else None
    if isinstance(question, Blank) and question.whole:
        return whole_number(value)
    return None if value in OFF else value


def _cards(text: str | None) -> list[str]:
    return [card_typed(each) for each in (text or "").upper().replace(",", " ").split()]
