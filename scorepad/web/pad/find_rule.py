"""Find a game or a house rule by what people call it."""

from __future__ import annotations

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
_MOST: Final = 6


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
    typed = " ".join(typed.split()).casefold()
    if not _SHORTEST <= len(typed) <= _LONGEST:
        return ()
    found = chain(_not_scored(typed), _answers(typed, part))
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
            if not _is_called(typed, (text, *words.known_as(question.name, value))):
                continue
            if question == UNDEALT and asked[question.name].moot:
                yield Found(gettext("With so many players no card is left over."))
                break
            yield Found(text, question.name, value)


def _is_called(typed: str, names: Sequence[str]) -> bool:
    return any(typed in name.casefold() for name in names)
