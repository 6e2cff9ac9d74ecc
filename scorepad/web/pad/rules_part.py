"""The start form's part about rules: the line in force, every question with its default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from scorepad.rules import DEFAULT_PRESET, RulesError, Ruleset, ruleset
from scorepad.rules.cards import ONE_CARD_OUT, REMOVED_CARDS, fitting_decks, left_over
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.web.forms import Faults
from scorepad.web.pad.answers import Answers, answers_in, options_of, rules_in_force
from scorepad.web.pad.questions import (
    DECK,
    HOUSE_RULES,
    MOON_NEEDS_BONUS,
    OFF,
    OTHER_CARDS,
    OTHER_DECK,
    PRESET,
    UNDEALT,
    Question,
    deck_value,
)
from scorepad.web.words import cards as deck_words
from scorepad.web.words import rules as words

# With too few names for a game the page shows the rules for this many players.
USUAL_PLAYERS: Final = 4

# A value as a form sends it, and its text on the page.
Option = tuple[str, str]


@dataclass(frozen=True)
class Field:
    """A question with the value of its field, and its fault, empty if there is none.

    ``options``: those of a choice; the first leaves it to the game. ``hint``: what applies while a
    blank is empty. ``warning``: what may come of the answer. ``moot``: the answer makes no
    difference under the rules in force. ``others``: options for other numbers of players, which a
    page without script shows too: it cannot follow.
    """

    kind: Literal["choice", "prominent", "blank", "switch", "text"]
    name: str
    label: str
    value: str = ""
    fault: str = ""
    options: tuple[Option, ...] = ()
    hint: str = ""
    warning: str = ""
    on: bool = False
    moot: bool = False
    others: tuple[Option, ...] = ()


@dataclass(frozen=True)
class RulesPart:
    """The part of the start form about rules; ``line``: the rules in force, ``ruleset``, in a line.

    ``other_deck``: the other of the two usual decks for this number of players, chosen with one
    tap, and ``why_deck``, why it is this one. ``faults``: the answers that the rules refuse.
    """

    game: str
    line: str
    preset: Field
    fields: Sequence[Field]
    other_deck: Option | None
    why_deck: str
    faults: Faults
    ruleset: Ruleset

    @property
    def is_open(self) -> bool:
        """Whether there is a fault to be seen."""
        return any(field.fault for field in self.fields)


def rules_part(
    values: Mapping[str, str],
    players: int | None,
    faults: Faults,
    answers: Mapping[str, str],
) -> RulesPart:
    """The part with these values in its fields, and the rules that these answers lead to.

    ``players``: their number, unless there are too few or too many. ``faults``: those known so far;
    the faults of the rules are added.
    """
    blank = _blank(answers_in(answers), players)
    faults = {**blank.faults, **faults}
    values = {PRESET.name: DEFAULT_PRESET, **values}
    preset, *fields = [
        _filled(field, values.get(field.name, ""), " ".join(faults.get(field.name, ())))
        for field in (blank.preset, *blank.fields)
    ]
    return replace(blank, preset=preset, fields=fields)


def _filled(field: Field, value: str, fault: str) -> Field:
    if not (value or fault):
        # Nearly all of them.
        return field
    options = field.options
    if field.kind == "choice" and value not in [each for each, _ in options]:
        # The form shows the choice again, although it was refused.
        options = (*options, (value, value))
    on = field.kind == "switch" and value not in OFF
    return replace(field, value=value, fault=fault, options=options, on=on)


def _blank(answers: Mapping[str, object], players: int | None) -> RulesPart:
    """The part for a set of answers, its fields without values and faults."""
    count = players or USUAL_PLAYERS
    rules, faults = rules_in_force(answers, count)
    valid = {name: None if name in faults else value for name, value in answers.items()}
    moot = {
        MOON_NEEDS_BONUS.name: not rules.bonus_cards or rules.moon == "off",
        UNDEALT.name: players is not None and not (left_over(players) or rules.left_over),
    }
    fields: list[Field] = []
    for question in (PRESET, *HOUSE_RULES):
        hint = _default(question, valid, players, rules)
        left_open = [("", hint)] if question.kind == "choice" and hint else []
        of_others: list[Option] = []
        if question == DECK:
            options = of_others = _decks(valid, _numbers(but=players), deck_words.deck_of_some)
            if players:
                options = _decks(valid, [players], deck_words.deck)
        else:
            options = _options(question, rules)
        fields.append(
            Field(
                "prominent" if question == MOON_NEEDS_BONUS else question.kind,
                question.name,
                words.label(question.name, rules),
                options=(*left_open, *options),
                hint=hint,
                warning=words.too_few_hands(rules) if question.name == "target" else "",
                moot=moot.get(question.name, False),
                others=tuple(of_others) if players else (),
            )
        )
    preset, *others = fields
    other_deck = _other_deck(valid, players, rules)
    return RulesPart(
        game=words.answer(PRESET.name, rules.preset, rules),
        line=words.rules_in_short(rules),
        preset=preset,
        fields=others,
        other_deck=other_deck,
        why_deck=deck_words.why_deck(rules) if other_deck else "",
        faults=faults,
        ruleset=rules,
    )


def _options(question: Question, rules: Ruleset) -> list[Option]:
    if question.kind != "choice":
        return []
    return [(value, words.answer(question.name, value, rules)) for value in question.values]


def _default(question: Question, answers: Answers, players: int | None, rules: Ruleset) -> str:
    """What holds while this question is unanswered; nothing for the game itself."""
    if question == PRESET:
        return ""
    if question == OTHER_DECK:
        return deck_words.how_to_write_cards()
    if question == OTHER_CARDS:
        return deck_words.how_to_write_points()
    if question == DECK and not players:
        return deck_words.default_deck()
    names = (DECK.name, OTHER_DECK.name) if question == DECK else (question.name,)
    if any(answers[name] is not None for name in names):
        rules = _ruleset({**answers, **dict.fromkeys(names)}, players or USUAL_PLAYERS) or rules
    return words.default(question.name, rules)


def _numbers(but: int | None) -> list[int]:
    return [each for each in range(FEWEST_PLAYERS, MOST_PLAYERS + 1) if each != but]


def _decks(
    answers: Answers, numbers: Sequence[int], in_words: Callable[[Ruleset], str]
) -> list[Option]:
    """The decks besides the usual one, for each of these numbers of players."""
    return [
        (deck_value(removed), in_words(rules))
        for players in numbers
        for removed in fitting_decks(players)[1:]
        if (rules := _without(removed, answers, players))
    ]


def _other_deck(answers: Answers, players: int | None, rules: Ruleset) -> Option | None:
    if not players or answers[OTHER_DECK.name] or answers[UNDEALT.name]:
        return None
    decks = fitting_decks(players)
    one_out, usual = (ONE_CARD_OUT,), REMOVED_CARDS[players]
    if one_out not in decks:
        return None
    removed = usual if rules.deck_removed == one_out else one_out
    other = _without(removed, answers, players)
    if other is None:
        return None
    value = "" if removed == usual else deck_value(removed)
    return value, deck_words.deck_instead(other)


def _without(removed: tuple[str, ...], answers: Answers, players: int) -> Ruleset | None:
    """The rules with a deck without these cards; ``None`` if one of them counts points."""
    return _ruleset({**answers, DECK.name: deck_value(removed), OTHER_DECK.name: None}, players)


def _ruleset(answers: Answers, players: int) -> Ruleset | None:
    try:
        return ruleset(players, options_of(answers, players))
    except RulesError:
        return None
