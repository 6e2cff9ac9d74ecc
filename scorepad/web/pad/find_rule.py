"""Find a game or a house rule by what people call it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from scorepad.web.pad.questions import DECK, HOUSE_RULES, PRESET, UNDEALT
from scorepad.web.pad.rules_part import RulesPart
from scorepad.web.words import rules as words
from scorepad.web.words.not_scored import NOT_SCORED
from scorepad.web.words.translation import gettext

# The name of the field in which is typed what to find.
FIND: Final = "find"
_SHORTEST: Final = 2
_LONGEST: Final = 40
_MOST: Final = 9
_WORD: Final = re.compile("[^\\W_]+|[♠♥♦♣]")
_WRITTEN_OUT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Between the words that matter.
_SMALL: Final = frozenset(("a", "and", "das", "der", "die", "of", "the", "und"))


@dataclass(frozen=True)
class Found:
    """An answer that can be chosen, in words; or only ``text``, that this is not scored."""

    text: str
    question: str = ""
    value: str = ""


def find_rules(typed: str, part: RulesPart) -> Sequence[Found]:
    """What is called like this, by the names of people or of the form; nothing for a letter.

    ``part``: what the form asks now, and in whose words.
    """
    typed = " ".join(typed.split())
    if not _SHORTEST <= len(typed) <= _LONGEST:
        return ()
    found = chain(_answers(typed, part), _not_scored(typed))
    return [*islice(found, _MOST)] or [Found(gettext("No game or rule is called like this here."))]


def _not_scored(typed: str) -> Iterator[Found]:
    for names, why in NOT_SCORED.items():
        if _is_called(typed, names):
            yield Found(gettext(why))


def _answers(typed: str, part: RulesPart) -> Iterator[Found]:
    asked = {field.name: field for field in (part.preset, *part.fields)}
    for question in (PRESET, *HOUSE_RULES):
        # Decks have no names: their cards say all.
        for value in question.values if question != DECK else ():
            text = words.said(question.name, value, part.ruleset)
            names = words.known_as(question.name, value), words.typed_as(question.name, value)
            if not _is_called(typed, (text, *chain(*names))):
                continue
            if question == UNDEALT and asked[question.name].moot:
                yield Found(gettext("With so many players no card is left over."))
                break
            yield Found(text, question.name, value)


def _is_called(typed: str, names: Sequence[str]) -> bool:
    """Whether every word that was typed begins a word of one of these names, in any order."""
    return any(_begins(typed, name) for name in names)


def _begins(typed: str, name: str) -> bool:
    for wanted in _spellings(typed):
        for words_of_name in _spellings(name):
            if all(any(word.startswith(each) for word in words_of_name) for each in wanted):
                return bool(wanted)
            # In one word what is two: Pikdame.
            if "".join(words_of_name).startswith("".join(wanted)):
                return bool(wanted)
    return False


def _spellings(text: str) -> Sequence[Sequence[str]]:
    """The words of a text without case, with umlauts written out (gruene) and left out (grune)."""
    text = unicodedata.normalize("NFC", text).casefold()
    return [
        [word for word in _WORD.findall(_without_marks(each)) if word not in _SMALL]
        for each in (text.translate(_WRITTEN_OUT), text)
    ]


def _without_marks(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(each for each in parts if not unicodedata.combining(each))
