"""Find a game or a house rule by what people call it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from scorepad.rules import Ruleset
from scorepad.web.pad.questions import HOUSE_RULES, PRESET
from scorepad.web.words import rules as words
from scorepad.web.words.rule_names import NOT_SCORED, known_as, typed_as
from scorepad.web.words.translation import gettext

# Between the words that matter.
_SMALL: Final = frozenset(("a", "and", "das", "der", "die", "of", "the", "und"))


@dataclass(frozen=True)
class Found:
    """An answer that can be chosen, in words; or only ``text``, that this is not scored."""

    text: str
    question: str = ""
    value: str = ""


def find_rules(typed: str, rules: Ruleset, players: int | None) -> Sequence[Found]:
    """What is called like this, by the names of people or of the form; nothing for a letter.

    ``rules``: those in force, in whose words the form asks; ``players``: their number, if known.
    """
    typed = " ".join(typed.split())
    if not 2 <= len(typed) <= 40:
        return ()
    scored = _answers(typed, rules, players)
    not_scored = (
        Found(gettext(why)) for names, why in NOT_SCORED.items() if _is_called(typed, names)
    )
    return [*islice(chain(scored, not_scored), 9)] or [
        Found(gettext("No game or rule is called like this here."))
    ]


def _answers(typed: str, rules: Ruleset, players: int | None) -> Iterator[Found]:
    for question in (PRESET, *HOUSE_RULES):
        # Decks have no names: their cards say all.
        for value in question.values if question.name != "deck" else ():
            text = words.said(question.name, value, rules)
            names = known_as(question.name, value), typed_as(question.name, value)
            if not _is_called(typed, (text, *chain(*names))):
                continue
            if question.name == "undealt" and question.is_moot(rules, players):
                yield Found(gettext("With so many players no card is left over."))
                break
            yield Found(text, question.name, value)


def _is_called(typed: str, names: Sequence[str]) -> bool:
    """Whether every word that was typed begins a word of one of these names, in any order."""
    return any(
        _begins(wanted, name)
        for wanted in _spellings(typed)
        for each in names
        for name in _spellings(each)
    )


def _begins(wanted: Sequence[str], name: Sequence[str]) -> bool:
    each_begins_one = all(any(word.startswith(each) for word in name) for each in wanted)
    # In one word what is two: Pikdame.
    return bool(wanted) and (each_begins_one or "".join(name).startswith("".join(wanted)))


def _spellings(text: str) -> Sequence[Sequence[str]]:
    """The words of a text without case, with umlauts written out (gruene) and left out (grune)."""
    text = unicodedata.normalize("NFC", text).casefold()
    written_out = text.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return [
        [word for word in re.findall("[^\\W_]+|[♠♥♦♣]", _without_marks(each)) if word not in _SMALL]
        for each in (written_out, text)
    ]


def _without_marks(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return "".join(each for each in parts if not unicodedata.combining(each))
