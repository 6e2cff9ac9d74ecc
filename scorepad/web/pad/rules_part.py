"""The start form's part about rules: every question with its default, and the rules in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorepad.rules import DEFAULT_PRESET, RulesError, Ruleset, ruleset
from scorepad.rules.cards import ONE_CARD_OUT, REMOVED_CARDS, fitting_decks
from scorepad.rules.presets import KING_AND_ACE_OF_CLUBS
from scorepad.rules.ruleset import FEWEST_PLAYERS, MOST_PLAYERS
from scorepad.web.forms import Faults, sentence_of
from scorepad.web.pad.questions import HOUSE_RULES, PRESET, Answers, Question, field_of, options_of
from scorepad.web.words import cards as deck_words
from scorepad.web.words import rules as words
from scorepad.web.words.translation import gettext

# With too few names for a game the page shows the rules for this many players.
USUAL_PLAYERS: Final = 4

# A value as a form sends it, and its text on the page.
Option = tuple[str, str]


@dataclass(frozen=True)
class Field:
    """A question with the value of its field, and its fault, empty if there is none.

    ``kind``: that of the question. ``options``: those of a choice; the first leaves it to the game.
    ``hint``: what applies while a blank is empty. ``moot``: the answer makes no difference under
    the rules in force. ``others``: options for other numbers of players, which a page without
    script shows too: it cannot follow.
    """

    kind: str
    name: str
    label: str
    value: str
    fault: str
    options: Sequence[Option] = ()
    hint: str = ""
    moot: bool = False
    others: Sequence[Option] = ()


@dataclass(frozen=True)
class RulesPart:
    """The rules in force, and the questions about them, that of the game first.

    ``other_deck``: the other of the two usual decks for this number of players, chosen with one
    tap, and why it is this one.
    """

    ruleset: Ruleset
    fields: Sequence[Field]
    other_deck: tuple[Option, str] | None


def rules_part(
    values: Mapping[str, str], players: int | None, faults: Faults, answers: Answers
) -> RulesPart:
    """The part with these values in its fields, and the rules that these answers lead to.

    ``players``: their number, unless there are too few or too many. ``faults``: those known so far;
    the faults of the rules are added.
    """
    rules, refused = _in_force(answers, players or USUAL_PLAYERS)
    valid = {name: None if name in refused else answer for name, answer in answers.items()}
    values = {"preset": DEFAULT_PRESET, **values}
    faults = {**refused, **faults}
    fields = [
        _field(
            question,
            values.get(question.name, ""),
            " ".join(faults.get(question.name, ())),
            *(valid, players, rules),
        )
        for question in (PRESET, *HOUSE_RULES)
    ]
    return RulesPart(rules, fields, _other_deck(valid, players, rules))


def _in_force(answers: Answers, players: int) -> tuple[Ruleset, Faults]:
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
                # The answers conflict only in combination.
                return ruleset(players, {"preset": valid["preset"] or DEFAULT_PRESET}), faults
            valid[field] = None


def _field(
    question: Question,
    value: str,
    fault: str,
    answers: Answers,
    players: int | None,
    rules: Ruleset,
) -> Field:
    """A question with its value and its fault; ``answers``: those that led to the rules."""
    name, hint = question.name, _default(question, answers, players, rules)
    options: list[Option] = []
    others: list[Option] = []
    if name == "deck":
        numbers = [each for each in range(FEWEST_PLAYERS, MOST_PLAYERS + 1) if each != players]
        options = others = _decks(answers, numbers, deck_words.deck_of_some)
        if players:
            options = _decks(answers, [players], deck_words.deck)
    elif question.kind in ("choice", "prominent"):
        options = [(each, words.answer(name, each, rules)) for each in question.values]
    if hint:
        options = [("", hint), *options]
    if question.kind == "choice" and value not in dict(options):
        # The form shows the choice again, although it was refused.
        options = [*options, (value, value)]
    return Field(
        question.kind,
        name,
        words.label(name, rules),
        value,
        fault,
        options,
        hint,
        moot=question.is_moot(rules, players),
        others=others if players else (),
    )


def _default(question: Question, answers: Answers, players: int | None, rules: Ruleset) -> str:
    """What holds while this question is unanswered; nothing for the game itself."""
    match question.name:
        case "preset":
            return ""
        case "other_deck":
            return gettext("Others, such as %(card)s", card=deck_words.symbol(ONE_CARD_OUT))
        case "other_cards":
            cards = (
                f"{deck_words.symbol(card)} {points}"
                for card, points in KING_AND_ACE_OF_CLUBS.items()
            )
            return gettext("Such as %(cards)s", cards=", ".join(cards))
        case "deck" if not players:
            return gettext("Default: by number of players")
    names = ("deck", "other_deck") if question.name == "deck" else (question.name,)
    if any(answers[name] is not None for name in names):
        rules = _ruleset({**answers, **dict.fromkeys(names)}, players or USUAL_PLAYERS) or rules
    return words.default(question.name, rules)


def _decks(
    answers: Answers, numbers: Sequence[int], in_words: Callable[[Ruleset], str]
) -> list[Option]:
    """The decks besides the usual one, for each of these numbers of players."""
    return [
        (" ".join(removed), in_words(rules))
        for players in numbers
        for removed in fitting_decks(players)[1:]
        if (rules := _without(removed, answers, players))
    ]


def _other_deck(answers: Answers, players: int | None, rules: Ruleset) -> tuple[Option, str] | None:
    if not players or answers["other_deck"] or answers["undealt"]:
        return None
    one_out, usual = (ONE_CARD_OUT,), REMOVED_CARDS[players]
    if one_out not in fitting_decks(players):
        return None
    removed = usual if rules.deck_removed == one_out else one_out
    other = _without(removed, answers, players)
    if other is None:
        return None
    value = "" if removed == usual else ONE_CARD_OUT
    return (value, deck_words.deck_instead(other)), deck_words.why_deck(rules)


def _without(removed: tuple[str, ...], answers: Answers, players: int) -> Ruleset | None:
    """The rules with a deck without these cards; ``None`` if one of them counts points."""
    return _ruleset({**answers, "deck": " ".join(removed), "other_deck": None}, players)


def _ruleset(answers: Answers, players: int) -> Ruleset | None:
    try:
        return ruleset(players, options_of(answers, players))
    except RulesError:
        return None
