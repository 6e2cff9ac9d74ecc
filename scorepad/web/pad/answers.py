"""From the answers of a start form to the options of a game file, to a ruleset, and back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scorepad.rules import DEFAULT_PRESET, RulesError, Ruleset, house_rules, ruleset
from scorepad.rules.cards import REMOVED_CARDS, left_over
from scorepad.web.forms import Faults, sentence_of, whole_number
from scorepad.web.pad.questions import (
    CARD_POINTS,
    DECK,
    HOUSE_RULES,
    OFF,
    OTHER_DECK,
    PRESET,
    UNDEALT,
    Question,
    fitting_values,
)

# The answers to the questions about rules by name, as a validated form has them: ``None`` for no
# answer, numbers as numbers.
Answers = Mapping[str, Any]


def options_of(answers: Answers, players: int) -> dict[str, Any]:
    """The options of a game file that these answers mean for so many players."""
    preset = answers["preset"] or DEFAULT_PRESET
    options: dict[str, Any] = {"preset": preset}
    cards: dict[str, Any] = {}
    for question in HOUSE_RULES:
        value = question.value_of(answers[question.name], players)
        if value is not None:
            if question.option == CARD_POINTS:
                cards[question.name] = value
            else:
                options[question.option] = value
    if UNDEALT.name in options and DECK.option not in options:
        # It means all cards, and nothing where these deal out evenly.
        if left_over(players):
            options[DECK.option] = []
        else:
            del options[UNDEALT.name]
    proposed = house_rules.proposed_moon(preset, players)
    if proposed is not None:
        options.setdefault("moon", proposed)
    points = house_rules.card_points(preset, cards)
    if points is not None:
        options[CARD_POINTS] = points
    return options


def answers_of(options: Mapping[str, Any], players: int) -> dict[str, str]:
    """The answers that lead to these options, as a form's fields have them."""
    preset = options.get("preset", DEFAULT_PRESET)
    values = {**options, **house_rules.special_cards(preset, options)}
    values.pop(CARD_POINTS, None)
    answers = {PRESET.name: preset}
    for question in HOUSE_RULES:
        value = values.get(question.name, values.get(question.option))
        answer = None if value is None else question.answer_of(value, players)
        if answer is not None:
            answers[question.name] = answer
    if DECK.name in answers:
        answers.pop(OTHER_DECK.name)
    # The proposal depends on the number of players, so it is made anew instead of copied.
    if answers.get("moon") == house_rules.proposed_moon(preset, players):
        answers.pop("moon", None)
    return answers


def answers_from_query(query: Mapping[str, str]) -> tuple[dict[str, str], int | None]:
    """The answers about rules in a query, and the number of players in it."""
    players = whole_number(query.get("players", ""))
    answers = {
        question.name: query[question.name]
        for question in (PRESET, *HOUSE_RULES)
        if question.name in query
    }
    if players in REMOVED_CARDS and answers.get(DECK.name) not in fitting_values(players):
        # It was chosen for another number of players.
        answers.pop(DECK.name, None)
    return answers, players


def field_of(fault: RulesError, answers: Answers) -> str:
    """The field that caused a fault that the rules find in the game of these answers."""
    option = re.split(r"[.\[]", fault.place.removeprefix("rules."))[0]
    fields = [question.name for question in HOUSE_RULES if question.option == option]
    # Of several that set this option, the last answer counts.
    answered = [field for field in fields if answers[field]]
    return next(iter(answered[-1:] or fields), option)


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


def _answer(question: Question, value: str) -> Any:
    if question.kind == "choice":
        return value if value in question.values else None
    if question.kind == "blank":
        return whole_number(value)
    return None if value in OFF else value
