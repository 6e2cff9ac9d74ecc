"""The story of an evening in sentences, as plain text.

Each fact has several wordings. Which one is used depends on the evening, so that stories differ and
the same one always reads the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scorepad.rules import evening_facts as facts
from scorepad.store.figures.story import Story
from scorepad.web.words.names import capitalised
from scorepad.web.words.story.voice import Voice
from scorepad.web.words.story.wordings import WORDINGS
from scorepad.web.words.translation import gettext


def sentences(story: Story) -> Sequence[str]:
    """The story, at most ten sentences."""
    return _said(story, story.tale.facts, story.names)


def highlights(story: Story, names: Mapping[int, str]) -> Sequence[str]:
    """The most notable of it; ``names``: by player, as far as there is room for them."""
    return _said(story, story.tale.highlights, names)


def ending(story: Story, names: Mapping[int, str]) -> str:
    """Who won the night, as the story says it."""
    return _said(story, story.tale.facts, names)[-1]


def _said(story: Story, told: Sequence[facts.Fact], names: Mapping[int, str]) -> Sequence[str]:
    kinds = list(WORDINGS)
    before: Counter[type[facts.Fact]] = Counter()
    said = []
    games: list[int] = []
    for fact in told:
        kind = type(fact)
        wordings = WORDINGS[kind](fact, Voice(names, len(story.games), games))
        # Two facts of one kind have different ones.
        turn = story.evening + kinds.index(kind) + before[kind]
        sentence = capitalised(wordings[turn % len(wordings)])
        # After a name that ends with one, there is no other full stop.
        said.append(sentence.replace(".\u2069.", ".\u2069"))
        before[kind] += 1
        if kind is not facts.Beginning:
            games.append(fact.game)
    return said


def heading(day: str) -> str:
    """What stands above the story to send; ``day``: its text."""
    return gettext("Hearts on %(day)s", day=day)


def message(day: str, said: Iterable[str]) -> str:
    """The story to send to the group."""
    return f"{heading(day)}\n\n{' '.join(said)}"
