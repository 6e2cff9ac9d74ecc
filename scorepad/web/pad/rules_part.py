"""The start form's part about rules: the line in force, every question with its default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from scorepad.rules import DEFAULT_PRESET, RulesError, Ruleset, ruleset
from scorepad.rules.cards import ONE_CARD_OUT, REMOVED_CARDS
from scorepad.rules.decks import fitting_decks
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.web.forms import Faults
from scorepad.web.pad.chosen_rules import Answers, answers_in, options_of, rules_in_force
from scorepad.web.pad.questions import (
    DECK,
    HOUSE_RULES,
    MOON_NEEDS_BONUS,
    OFF,
    OTHER_DECK,
    PRESET,
    Blank,
    Choice,
    Question,
    deck_value,
)
from scorepad.web.words import house_choices
from scorepad.web.words.rules_line import rules_line
from scorepad.web.words.translation import cached_by_language

# With too few names for a game the page shows the rules for this many players.
USUAL_PLAYERS: Final = 4
# Longer answers are free text and not cached.
LONGEST_CACHED: Final = 200
_CACHE_SIZE: Final = 256

# A value as a form sends it, and its text on the page.
Option = tuple[str, str]


@dataclass(frozen=True)
class Field:
    """A question with the value of its field, and its fault, empty if there is none.

    ``options``: those of a choice; the first leaves it to the game. ``hint``: what applies while a
    blank is empty. ``moot``: the answer makes no difference under the rules in force.
    """

    kind: Literal["choice", "prominent", "blank", "switch", "text"]
    name: str
    label: str
    value: str
    fault: str
    options: tuple[Option, ...] = ()
    hint: str = ""
    on: bool = False
    moot: bool = False


@dataclass(frozen=True)
class OtherDeck:
    """The other of the two usual decks for this number of players, chosen with one tap."""

    field: str
    value: str
    text: str


@dataclass(frozen=True)
class RulesPart:
    """The part of the start form about rules; ``line``: the rules in force in a line."""

    game: str
    line: str
    preset: Field
    fields: Sequence[Field]
    other_deck: OtherDeck | None
    is_open: bool


@dataclass(frozen=True)
class _Words:
    """The texts for a set of answers; ``defaults`` and ``options`` by field."""

    game: str
    line: str
    defaults: Mapping[str, str]
    options: Mapping[str, tuple[Option, ...]]
    other_deck: OtherDeck | None
    moot: bool
    faults: Faults


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
    key = tuple(answers_in(answers).items())
    short = sum(len(str(value)) for _, value in key) <= LONGEST_CACHED
    words = (_cached_words if short else _words)(key, players)
    faults = {**words.faults, **faults}
    fields = [_field(question, values, words, faults) for question in HOUSE_RULES]
    return RulesPart(
        game=words.game,
        line=words.line,
        preset=_field(PRESET, {PRESET.name: DEFAULT_PRESET, **values}, words, faults),
        fields=fields,
        other_deck=words.other_deck,
        is_open=any(field.fault for field in fields),
    )


def _field(
    question: Question,
    values: Mapping[str, str],
    words: _Words,
    faults: Mapping[str, Sequence[str]],
) -> Field:
    name = question.name
    label, value = house_choices.label(name), values.get(name, "")
    fault, default = " ".join(faults.get(name, ())), words.defaults.get(name, "")
    if question == MOON_NEEDS_BONUS:
        options = words.options[name]
        return Field(
            "prominent", name, label, value, fault, options=options, hint=default, moot=words.moot
        )
    if isinstance(question, Choice):
        options = words.options[name]
        if value not in [each for each, _ in options]:
            # The form shows the choice again, although it was refused.
            options = (*options, (value, value))
        return Field("choice", name, label, value, fault, options=options)
    if isinstance(question, Blank):
        kind: Literal["blank", "text"] = "blank" if question.whole else "text"
        return Field(kind, name, label, value, fault, hint=default)
    return Field("switch", name, label, value, fault, hint=default, on=value not in OFF)


def _words(key: tuple[tuple[str, object], ...], players: int | None) -> _Words:
    answers = dict(key)
    count = players or USUAL_PLAYERS
    rules, faults = rules_in_force(answers, count)
    valid = {name: None if name in faults else value for name, value in answers.items()}
    defaults = {
        question.name: house_choices.default(
            question.name, _unanswered(question, valid, count, rules)
        )
        for question in HOUSE_RULES
        if question != OTHER_DECK
    }
    options: dict[str, tuple[Option, ...]] = {
        question.name: (
            *([("", defaults[question.name])] if question.default else []),
            *(
                (value, house_choices.answer(question.name, value, rules))
                for value in question.values
            ),
        )
        for question in (PRESET, *HOUSE_RULES)
        if isinstance(question, Choice) and question != DECK
    }
    if not players:
        defaults[DECK.name] = house_choices.default_deck()
    defaults[OTHER_DECK.name] = house_choices.how_to_write_cards()
    options[DECK.name] = (("", defaults[DECK.name]), *_decks(valid, players))
    return _Words(
        game=house_choices.answer(PRESET.name, rules.preset, rules),
        line=rules_line(rules),
        defaults=defaults,
        options=options,
        other_deck=_other_deck(valid, players, rules),
        moot=not rules.bonus_cards or rules.moon_rule == "off",
        faults=faults,
    )


_cached_words = cached_by_language(_CACHE_SIZE)(_words)


def _unanswered(question: Question, answers: Answers, players: int, rules: Ruleset) -> Ruleset:
    """The rules in force, but with this question unanswered."""
    names = (DECK.name, OTHER_DECK.name) if question in (DECK, OTHER_DECK) else (question.name,)
    if all(answers[name] is None for name in names):
        return rules
    return _ruleset({**answers, **dict.fromkeys(names)}, players) or rules


def _decks(answers: Answers, players: int | None) -> list[Option]:
    """The decks besides the usual one; without a number of players those of any number."""
    options = []
    numbers = [players] if players else range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    for count in numbers:
        for removed in fitting_decks(count)[1:]:
            rules = _without(removed, answers, count)
            if rules is not None:
                text = house_choices.deck(rules) if players else house_choices.deck_of_some(rules)
                options.append((deck_value(removed), text))
    return options


def _other_deck(answers: Answers, players: int | None, rules: Ruleset) -> OtherDeck | None:
    if not players or answers[OTHER_DECK.name]:
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
    return OtherDeck(DECK.name, value, house_choices.deck_instead(other))


def _without(removed: tuple[str, ...], answers: Answers, players: int) -> Ruleset | None:
    """The rules with a deck without these cards; ``None`` if one of them counts points."""
    return _ruleset({**answers, DECK.name: deck_value(removed), OTHER_DECK.name: None}, players)


def _ruleset(answers: Answers, players: int) -> Ruleset | None:
    try:
        return ruleset(players, options_of(answers, players))
    except RulesError:
        return None
