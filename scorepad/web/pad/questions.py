"""The start form's questions about rules: from answers to the options of a game file, and back.

Their texts are in :mod:`scorepad.web.words.rules`: many depend on the rules in force.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, Literal

from scorepad.rules import DEFAULT_PRESET, PRESETS, RulesError, presets
from scorepad.rules.cards import Card, fitting_decks, left_over
from scorepad.rules.presets import EXTRA_CARDS, pass_cycle
from scorepad.rules.ruleset import EXACT_HITS, FEWEST_PLAYERS, MOST_PLAYERS, TRICKS, Ruleset
from scorepad.web.forms import whole_number
from scorepad.web.words.cards import card_typed

# The answers to the questions by name, as the fields of a form have them: ``None`` for no answer,
# numbers as numbers.
Answers = Mapping[str, Any]


@dataclass(frozen=True)
class Question:
    """A question by the ``name`` of its field; a blank is for a whole number, a text for cards.

    A prominent one is a choice that the page asks in sight while its answer matters.

    ``values``: the answers of a choice, of which "" leaves it to the game. ``of``: the option of a
    game file that it sets, if that has another name. ``meaning``: the option's value that an answer
    stands for, for so many players. ``written``: how a blank has this value.
    """

    name: str
    kind: Literal["choice", "prominent", "blank", "switch", "text"] = "blank"
    values: tuple[str, ...] = ()
    of: str = ""
    meaning: Callable[[Any, int], Any] = lambda answer, _: answer
    written: Callable[[Any], str] = str

    @property
    def option(self) -> str:
        """The option of a game file that the answer sets."""
        return self.of or self.name

    def is_moot(self, rules: Ruleset, players: int | None) -> bool:
        """Whether the answer makes no difference under these rules; ``players``: if known."""
        if self.name == "moon_needs_bonus":
            return not rules.bonus_cards or rules.moon == "off"
        all_dealt = players is not None and not (left_over(players) or rules.left_over)
        return self.name == "undealt" and all_dealt

    def answer_of(self, value: Any, players: int) -> str | None:
        """The answer that means this value; ``None`` if there is none."""
        if self.values:
            meant = (each for each in self.values if self.meaning(each, players) == value)
            return next(meant, None)
        return self.written(value)


def fitting_values(players: int) -> list[str]:
    """The values of the decks for so many players, besides the usual one, which is no answer."""
    return [" ".join(removed) for removed in fitting_decks(players)[1:]]


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
    return Question(name, "switch", ("y",), meaning=lambda answer, _: True if answer else None)


def _extra(name: str) -> Question:
    return Question(name, "choice", tuple(EXTRA_CARDS[name]), of="card_points")


PRESET: Final = Question("preset", "choice", tuple(PRESETS))
# In the order of the page. Where two set the same option, the later one counts.
HOUSE_RULES: Final = (
    _extra("bonus"),
    Question("moon_needs_bonus", "prominent", ("y", "n"), meaning=lambda answer, _: answer == "y"),
    Question("moon", "choice", ("add", "subtract", "choice", "safe", "off")),
    _switch("sun"),
    _extra("king_and_ace"),
    Question("queen", of="card_points"),
    Question(
        "other_cards",
        "text",
        of="card_points",
        meaning=_counting_cards,
        written=_as_counting_cards,
    ),
    Question("target"),
    Question("end", "choice", ("reach", "exceed")),
    Question(
        "exact",
        "choice",
        tuple(map(str, EXACT_HITS)),
        meaning=lambda answer, _: int(answer) if answer.isdecimal() else answer,
    ),
    Question("tie", "choice", ("share", "play-on")),
    Question("passing", "choice", ("left", "right", "never"), of="pass_cycle", meaning=pass_cycle),
    Question("pass_count"),
    Question(
        "deck",
        "choice",
        tuple(
            value
            for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
            for value in fitting_values(players)
        ),
        of="deck_removed",
        meaning=_cards,
    ),
    Question("other_deck", "text", of="deck_removed", meaning=_cards, written=" ".join),
    Question("undealt", "choice", TRICKS),
    _switch("first_trick_points"),
)


def options_of(answers: Answers, players: int) -> dict[str, Any]:
    """The options of a game file that these answers mean for so many players."""
    preset = answers["preset"] or DEFAULT_PRESET
    options: dict[str, Any] = {"preset": preset}
    cards: dict[str, Any] = {}
    for question in HOUSE_RULES:
        answer = answers[question.name]
        value = None if answer is None else question.meaning(answer, players)
        if value is not None:
            if question.option == "card_points":
                cards[question.name] = value
            else:
                options[question.option] = value
    if "undealt" in options and "deck_removed" not in options:
        # It means all cards, and nothing where these deal out evenly.
        if left_over(players):
            options["deck_removed"] = []
        else:
            del options["undealt"]
    proposed = presets.proposed_moon(preset, players)
    if proposed is not None:
        options.setdefault("moon", proposed)
    points = presets.card_points(preset, cards)
    if points is not None:
        options["card_points"] = points
    return options


def answers_of(options: Mapping[str, Any], players: int) -> dict[str, str]:
    """The answers that lead to these options, as a form's fields have them."""
    preset = options.get("preset", DEFAULT_PRESET)
    values = {**options, **presets.special_cards(preset, options)}
    values.pop("card_points", None)
    answers = {"preset": preset}
    for question in HOUSE_RULES:
        value = values.get(question.name, values.get(question.option))
        answer = None if value is None else question.answer_of(value, players)
        if answer is not None:
            answers[question.name] = answer
    if "deck" in answers:
        answers.pop("other_deck")
    # The proposal depends on the number of players: it is made again instead of copied.
    if answers.get("moon") == presets.proposed_moon(preset, players):
        answers.pop("moon", None)
    return answers


def field_of(fault: RulesError, answers: Answers) -> str:
    """The field that caused a fault that the rules find in the game of these answers."""
    option = re.split(r"[.\[]", fault.place.removeprefix("rules."))[0]
    fields = [question.name for question in HOUSE_RULES if question.option == option]
    # Of several that set this option, the last answer counts.
    answered = [field for field in fields if answers[field]]
    return next(iter(answered[-1:] or fields), option)
