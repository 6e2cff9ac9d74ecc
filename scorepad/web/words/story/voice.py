"""How the story of an evening calls its players, games and hands, and says its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from scorepad.rules.evening_facts import Fact
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import isolated_text, listed_text
from scorepad.web.words.numbers import number, ordinal
from scorepad.web.words.translation import N_, gettext, ngettext, pgettext

# As they are said; larger ones are written in figures.
_NUMBERS: Final = (
    *("", "", N_("two"), N_("three"), N_("four"), N_("five"), N_("six")),
    *(N_("seven"), N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve")),
)
# Where one of them stands: in the first game, hand 3 of the first game.
_GAMES: Final = (
    *("", N_("the first game"), N_("the second game"), N_("the third game")),
    *(N_("the fourth game"), N_("the fifth game"), N_("the sixth game")),
    *(N_("the seventh game"), N_("the eighth game"), N_("the ninth game"), N_("the tenth game")),
)
_BOTH: Final = 2
# From so many games on, one is the last.
_SEVERAL: Final = 3


def in_words(count: int) -> str:
    """A number as it is said, from two on."""
    return gettext(_NUMBERS[count]) if 1 < count < len(_NUMBERS) else str(count)


def some_hands(count: int) -> str:
    """So many hands."""
    return ngettext("one hand", "%(count)s hands", count, count=in_words(count))


@dataclass(frozen=True)
class Voice:
    """How the story calls what a fact names.

    ``games``: how many the evening has. ``told``: which ones the sentences before were about, the
    beginning left out.
    """

    names: Mapping[int, str]
    games: int
    told: Sequence[int]

    def say(self, fact: Fact, *texts: str) -> Sequence[str]:
        """These texts about a fact, with their gaps filled from its fields."""
        # The gap that each field fills, and how.
        gaps: Mapping[str, tuple[str, Callable[[Any], str]]] = {
            "player": ("name", self.name),
            "players": ("names", self.listed),
            "card": ("card", symbol),
            "place": ("place", ordinal),
            "total": ("total", number),
            "points": ("points", str),
            "behind": ("points", str),
            "wins": ("count", in_words),
            "without": ("count", in_words),
        }
        values = {
            gaps[field][0]: gaps[field][1](value)
            for field, value in vars(fact).items()
            if field in gaps
        }
        if fact.game:
            values["where"] = self.where(fact.game)
        if fact.hand:
            values["hand"] = self._hand(fact)
        return [gettext(text, **values) for text in texts]

    def name(self, player: int) -> str:
        """A player."""
        return isolated_text(self.names[player])

    def listed(self, players: Sequence[int]) -> str:
        """Several players."""
        return listed_text([self.names[player] for player in players])

    def where(self, game: int) -> str:
        """A game, to add to a sentence: in the second game; nothing of the only one."""
        told = self._told_of(game)
        if self.games == 1 or told > _BOTH:
            return ""
        if told == _BOTH:
            where = pgettext("in that game", "there")
        else:
            where = gettext("in %(game)s", game=self._game(game))
        return f" {where}"

    def _hand(self, fact: Fact) -> str:
        """The hand of a fact: hand 3 of the second game."""
        if self.games == 1 or self._told_of(fact.game) >= _BOTH:
            return gettext("hand %(number)s", number=fact.hand)
        return gettext("hand %(number)s of %(game)s", number=fact.hand, game=self._game(fact.game))

    def _told_of(self, game: int) -> int:
        """How many of the last sentences were about this game."""
        return len([*takewhile(game.__eq__, reversed(self.told))])

    def _game(self, game: int) -> str:
        if self._told_of(game):
            return gettext("that game")
        if game == self.games >= _SEVERAL:
            return gettext("the last game")
        if game < len(_GAMES):
            return gettext(_GAMES[game])
        return pgettext("of an evening", "game %(number)s", number=game)
