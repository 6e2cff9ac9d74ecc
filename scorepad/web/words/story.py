"""The story of an evening in sentences, as plain text.

Each fact has several wordings. Which one is used depends on the evening, so that stories differ and
the same one always reads the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from scorepad.rules import evening_facts as facts
from scorepad.rules.cards import QUEEN
from scorepad.store.figures.story import Story
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import capitalised, isolated_text, listed_text
from scorepad.web.words.numbers import number, ordinal, times
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
# A group's names are listed, a crowd is counted.
_MOST_NAMES: Final = 7


def sentences(story: Story) -> Sequence[str]:
    """The story, at most ten sentences."""
    return _said(story, story.tale.facts, story.names)


def highlights(story: Story, names: Mapping[int, str]) -> Sequence[str]:
    """The most notable of it; ``names``: by player, as far as there is room for them."""
    return _said(story, story.tale.highlights, names)


def ending(story: Story, names: Mapping[int, str]) -> str:
    """Who won the night, as the story says it."""
    *_, last = _said(story, story.tale.facts, names)
    return last


def _said(story: Story, told: Sequence[facts.Fact], names: Mapping[int, str]) -> Sequence[str]:
    kinds = list(_WORDINGS)
    before: Counter[type[facts.Fact]] = Counter()
    said = []
    games: list[int] = []
    for fact in told:
        kind = type(fact)
        wordings = _WORDINGS[kind](fact, _Voice(names, len(story.games), games))
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


@dataclass(frozen=True)
class _Voice:
    """How players, games and hands are called.

    ``games``: how many the evening has. ``told``: which ones the sentences before were about, the
    beginning left out.
    """

    names: Mapping[int, str]
    games: int
    told: Sequence[int]

    def name(self, player: int) -> str:
        """A player."""
        return isolated_text(self.names[player])

    def listed(self, players: Sequence[int]) -> str:
        """Several players."""
        return listed_text([self.names[player] for player in players])

    def where(self, fact: facts.Fact) -> str:
        """The game of a fact, to add to a sentence: in the second game; nothing of the only one."""
        if self.games == 1:
            return ""
        told = self._told_of(fact.game)
        if told > _BOTH:
            return ""
        if told == _BOTH:
            where = pgettext("in that game", "there")
        else:
            where = gettext("in %(game)s", game=self._game(fact.game))
        return f" {where}"

    def hand(self, fact: facts.Fact) -> str:
        """The hand of a fact: hand 3 of the second game."""
        if self.games == 1 or self._told_of(fact.game) >= _BOTH:
            return gettext("hand %(number)s", number=fact.hand)
        return gettext("hand %(number)s of %(game)s", number=fact.hand, game=self._game(fact.game))

    def _told_of(self, at: int) -> int:
        """How many of the last sentences were about this game."""
        return len([*takewhile(at.__eq__, reversed(self.told))])

    def _game(self, at: int) -> str:
        if self._told_of(at):
            return gettext("that game")
        if at == self.games >= _SEVERAL:
            return gettext("the last game")
        if at < len(_GAMES):
            return gettext(_GAMES[at])
        return pgettext("of an evening", "game %(number)s", number=at)


def _count(count: int) -> str:
    """A number as it is said, from two on."""
    return gettext(_NUMBERS[count]) if 1 < count < len(_NUMBERS) else str(count)


def _times(count: int) -> str:
    """How often, from three times on."""
    if count < len(_NUMBERS):
        return pgettext("said", "%(count)s times", count=_count(count))
    return times(count)


def _hands(count: int) -> str:
    return ngettext("one hand", "%(count)s hands", count, count=_count(count))


def _beginning(fact: facts.Beginning, say: _Voice) -> Sequence[str]:
    count = len(fact.players)
    some = {
        "names": say.listed(fact.players)
        if count <= _MOST_NAMES
        else ngettext("%(num)s player", "%(num)s players", count),
        "games": ngettext("one game", "%(count)s games", fact.games, count=_count(fact.games)),
    }
    if not fact.hands:
        return (gettext("%(names)s sat down for %(games)s.", **some),)
    if fact.games == 1:
        some["games"] = ngettext(
            "one game of one hand",
            "one game of %(hands)s hands",
            fact.hands,
            hands=_count(fact.hands),
        )
        return (
            gettext("%(names)s sat down for %(games)s.", **some),
            gettext("%(names)s played %(games)s.", **some),
            gettext("%(games)s, with %(names)s at the table.", **some),
        )
    some["hands"] = _hands(fact.hands)
    return (
        gettext("%(names)s sat down for %(games)s.", **some),
        gettext("%(names)s played %(games)s, %(hands)s in all.", **some),
        gettext("%(games)s and %(hands)s, with %(names)s at the table.", **some),
    )


def _night(fact: facts.Night, say: _Voice) -> Sequence[str]:
    names = say.listed(fact.players)
    if fact.total is not None:
        total = number(fact.total)
        if len(fact.players) > 1:
            return (
                gettext("%(names)s share the win, with %(total)s each.", names=names, total=total),
                gettext(
                    "The end of it: %(names)s level, on %(total)s each.", names=names, total=total
                ),
            )
        return (
            gettext("The evening goes to %(name)s, with %(total)s.", name=names, total=total),
            gettext("And the winner is %(name)s, with %(total)s.", name=names, total=total),
        )
    if len(fact.players) > 1:
        return (
            ngettext(
                "%(names)s share the night, with one win each.",
                "%(names)s share the night, with %(count)s wins each.",
                fact.wins,
                names=names,
                count=_count(fact.wins),
            ),
            ngettext(
                "The night has several winners: %(names)s, with one win each.",
                "The night has several winners: %(names)s, with %(count)s wins each.",
                fact.wins,
                names=names,
                count=_count(fact.wins),
            ),
        )
    some = {"name": names, "wins": _count(fact.wins), "games": _count(fact.games)}
    if fact.wins == fact.games:
        if fact.games == _BOTH:
            return (
                gettext("The night goes to %(name)s, who won both games.", **some),
                gettext("%(name)s won both games.", **some),
            )
        return (
            gettext("The night goes to %(name)s, who won all %(games)s games.", **some),
            gettext("%(name)s won every single game, all %(games)s of them.", **some),
        )
    return (
        ngettext(
            "The night goes to %(name)s, with one win in %(games)s games.",
            "The night goes to %(name)s, with %(wins)s wins in %(games)s games.",
            fact.wins,
            **some,
        ),
        ngettext(
            "Nobody won more than %(name)s that night: one of %(games)s games.",
            "Nobody won more than %(name)s that night: %(wins)s of %(games)s games.",
            fact.wins,
            **some,
        ),
    )


def _led_from(fact: facts.LedFrom, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "hand": say.hand(fact)}
    if fact.last:
        return (
            gettext("%(name)s went ahead at the very last moment, in %(hand)s.", **some),
            gettext("It took the very last hand to put %(name)s ahead: %(hand)s.", **some),
        )
    return (
        gettext("%(name)s took the lead in %(hand)s and never gave it back.", **some),
        gettext("From %(hand)s on, nobody caught up with %(name)s.", **some),
        gettext("%(name)s led from %(hand)s to the end.", **some),
    )


def _lead_changed(fact: facts.LeadChanged, say: _Voice) -> Sequence[str]:
    some = {"where": say.where(fact), "times": _times(fact.times)}
    return (
        gettext("The lead changed hands %(times)s%(where)s.", **some),
        gettext("It went back and forth%(where)s: the lead changed %(times)s.", **some),
    )


def _moon(fact: facts.Moon, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "hand": say.hand(fact)}
    if fact.sun:
        return (
            gettext("A sun! %(name)s took every single trick in %(hand)s.", **some),
            gettext("In %(hand)s %(name)s shot the sun: every trick.", **some),
        )
    return (
        gettext("%(name)s shot the moon in %(hand)s.", **some),
        gettext("%(hand)s was a moon for %(name)s.", **some),
    )


def _moon_turned(fact: facts.MoonTurned, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "hand": say.hand(fact), "place": ordinal(fact.place)}
    if fact.sun:
        return (gettext("The sun in %(hand)s took %(name)s from %(place)s to first.", **some),)
    if fact.won:
        return (
            gettext("Then came %(hand)s: a moon took %(name)s from %(place)s to first, and to "
                    "the win.", **some)
            if say.told else
            gettext("It all turned in %(hand)s: a moon took %(name)s from %(place)s to first, and "
                    "to the win.", **some),
            gettext("%(name)s turned it around with a moon in %(hand)s, from %(place)s to first, "
                    "and won.", **some),
        )  # fmt: skip
    return (
        gettext("Then came %(hand)s: a moon, and %(name)s went from %(place)s to first.", **some)
        if say.told else
        gettext("It all turned in %(hand)s: a moon, and %(name)s went from %(place)s to first.",
                **some),
        gettext("%(name)s took over with a moon in %(hand)s: from %(place)s to first.",
                **some),
    )  # fmt: skip


def _moon_ended(fact: facts.MoonEnded, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "hand": say.hand(fact)}
    if fact.sun:
        return (gettext("%(name)s finished it with a sun, in %(hand)s.", **some),)
    return (
        gettext("%(name)s finished it with a moon, in %(hand)s.", **some),
        gettext("With a moon in %(hand)s, %(name)s ended it and won.", **some),
    )


def _moons(fact: facts.Moons, say: _Voice) -> Sequence[str]:
    total = sum(count for _, count in fact.counts)
    some = {
        "count": _count(total),
        "players": ", ".join(f"{say.name(player)} {count}" for player, count in fact.counts),
    }
    if len(fact.counts) == 1:
        ((player, _),) = fact.counts
        some |= {"name": say.name(player), "times": _times(total)}
        return (
            gettext("%(name)s shot the moon %(times)s that evening.", **some),
            gettext("All %(count)s moons went to %(name)s.", **some),
        )
    return (
        gettext("There were %(count)s moons: %(players)s.", **some),
        gettext("%(count)s moons in one evening (%(players)s).", **some),
    )


def _came_back(fact: facts.CameBack, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "hand": say.hand(fact), "points": fact.behind}
    return (
        gettext("%(name)s was %(points)s points behind after %(hand)s and still won.", **some),
        gettext("What a comeback: after %(hand)s %(name)s trailed by %(points)s, and won.", **some),
    )


def _streak_ended(fact: facts.StreakEnded, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "where": say.where(fact), "count": _count(fact.wins)}
    return (
        gettext("%(name)s had won %(count)s in a row; that streak ended%(where)s.", **some),
        gettext("After %(count)s wins in a row, the streak of %(name)s ended%(where)s.", **some),
    )


def _won_in_row(fact: facts.WonInRow, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "count": _count(fact.wins)}
    return (
        gettext("That made it %(count)s wins in a row for %(name)s.", **some),
        gettext("%(name)s had now won %(count)s in a row.", **some),
    )


def _queen_run_ended(fact: facts.QueenRunEnded, say: _Voice) -> Sequence[str]:
    some = {
        "name": say.name(fact.player),
        "hand": say.hand(fact),
        "card": symbol(QUEEN),
        "count": fact.hands,
    }
    return (
        gettext("After %(count)s hands without it, %(card)s found %(name)s in %(hand)s.", **some),
        gettext("%(name)s kept clear of %(card)s for %(count)s hands, until %(hand)s.", **some),
    )


def _queen_often(fact: facts.QueenOften, say: _Voice) -> Sequence[str]:
    some = {
        "name": say.name(fact.player),
        "card": symbol(fact.card),
        "times": _times(fact.times),
        "hands": _count(fact.hands),
    }
    return (
        gettext("%(card)s took a liking to %(name)s: %(times)s in %(hands)s hands.", **some),
        gettext("%(name)s and %(card)s kept meeting, %(times)s in %(hands)s hands.", **some),
    )


def _queen_in_row(fact: facts.QueenInRow, say: _Voice) -> Sequence[str]:
    some = {
        "name": say.name(fact.player),
        "card": symbol(fact.card),
        "times": _times(fact.times),
        "hand": say.hand(fact),
    }
    return (
        gettext("%(card)s went to %(name)s %(times)s in a row, up to %(hand)s.", **some),
        gettext("%(name)s got %(card)s again and again: %(times)s in a row, up to %(hand)s.",
                **some),
    )  # fmt: skip


def _queen_never(fact: facts.QueenNever, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "card": symbol(fact.card), "hands": _count(fact.hands)}
    return (
        gettext("%(name)s got through %(hands)s hands without %(card)s.", **some),
        gettext("Not once in %(hands)s hands did %(card)s end up with %(name)s.", **some),
    )


def _exact_hit(fact: facts.ExactHit, say: _Voice) -> Sequence[str]:
    some = {
        "name": say.name(fact.player),
        "hand": say.hand(fact),
        "target": fact.target,
        "total": number(fact.total),
    }
    return (
        gettext("%(name)s hit exactly %(target)s in %(hand)s and dropped to %(total)s.", **some),
        gettext("A perfect landing in %(hand)s: %(name)s on exactly %(target)s, back to %(total)s.",
                **some),
    )  # fmt: skip


def _played_on(fact: facts.PlayedOn, say: _Voice) -> Sequence[str]:
    some = {"names": say.listed(fact.players), "hand": say.hand(fact)}
    return (
        gettext("After %(hand)s, %(names)s were level at the top, so play went on.", **some),
        gettext("%(hand)s could have been the end, but %(names)s were level.", **some),
    )


def _won(fact: facts.Won, say: _Voice) -> Sequence[str]:
    some = {
        "name": say.name(fact.player),
        "where": say.where(fact),
        "total": number(fact.total),
    }
    return (
        gettext("%(name)s came first%(where)s, with %(total)s.", **some),
        gettext("It was %(name)s who won%(where)s, with %(total)s.", **some),
        gettext("%(name)s ended up in front%(where)s, on %(total)s.", **some),
    )


def _close(fact: facts.Close, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "where": say.where(fact), "count": _count(fact.points)}
    return (
        ngettext(
            "It was close%(where)s: %(name)s won by a single point.",
            "It was close%(where)s: %(name)s won by just %(count)s points.",
            fact.points,
            **some,
        ),
        ngettext(
            "One point decided it for %(name)s%(where)s.",
            "%(count)s points decided it for %(name)s%(where)s.",
            fact.points,
            **some,
        ),
    )


def _clear(fact: facts.Clear, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "where": say.where(fact), "points": fact.points}
    return (
        gettext("%(name)s won by a clear %(points)s points%(where)s.", **some),
        gettext("%(name)s was far ahead in the end%(where)s, by %(points)s points.", **some),
    )


def _tied(fact: facts.Tied, say: _Voice) -> Sequence[str]:
    some = {
        "names": say.listed(fact.players),
        "where": say.where(fact),
        "total": number(fact.total),
    }
    return (
        gettext("%(names)s tied for the win%(where)s, on %(total)s each.", **some),
        gettext("Nothing between them: %(names)s shared the win%(where)s, on %(total)s.", **some),
    )


def _longest(fact: facts.Longest, say: _Voice) -> Sequence[str]:
    some = {"where": say.where(fact), "hands": _hands(fact.hands)}
    return (
        gettext("It dragged on%(where)s: %(hands)s, the most of the evening.", **some),
        gettext("It seemed to have no end%(where)s: %(hands)s.", **some),
    )


def _quick(fact: facts.Quick, say: _Voice) -> Sequence[str]:
    some = {"where": say.where(fact), "hands": _hands(fact.hands)}
    return (
        gettext("After only %(hands)s it was over%(where)s.", **some),
        gettext("It went fast%(where)s: only %(hands)s.", **some),
    )


def _took_over(fact: facts.TookOver, say: _Voice) -> Sequence[str]:
    some = {
        "name": say.name(fact.player),
        "former": say.name(fact.former),
        "hand": say.hand(fact),
    }
    return (
        gettext("%(name)s took over from %(former)s after %(hand)s.", **some),
        gettext("After %(hand)s, %(name)s sat down in the place of %(former)s.", **some),
    )


def _one_short(fact: facts.OneShort, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "hand": say.hand(fact)}
    return (
        gettext("%(name)s was one heart short of a moon in %(hand)s.", **some),
        gettext("So close: in %(hand)s %(name)s lacked a single heart for a moon.", **some),
    )


def _clean(fact: facts.Clean, say: _Voice) -> Sequence[str]:
    some = {"name": say.name(fact.player), "hand": say.hand(fact), "hands": _hands(fact.hands)}
    return (
        gettext("%(hands)s in a row without a point: %(name)s, up to %(hand)s.", **some),
        gettext("%(name)s stayed clean for %(hands)s in a row, up to %(hand)s.", **some),
    )


def _stopped(fact: facts.Stopped, say: _Voice) -> Sequence[str]:
    where = say.where(fact)
    return (
        gettext("All agreed to stop early%(where)s.", where=where),
        gettext("They called it a day early%(where)s.", where=where)
        if fact.game == say.games
        else gettext("They ended it early%(where)s.", where=where),
    )


_WORDINGS: Final[Mapping[type[facts.Fact], Callable[[Any, _Voice], Sequence[str]]]] = {
    facts.Beginning: _beginning,
    facts.Night: _night,
    facts.LedFrom: _led_from,
    facts.LeadChanged: _lead_changed,
    facts.Moon: _moon,
    facts.MoonTurned: _moon_turned,
    facts.MoonEnded: _moon_ended,
    facts.Moons: _moons,
    facts.CameBack: _came_back,
    facts.StreakEnded: _streak_ended,
    facts.WonInRow: _won_in_row,
    facts.QueenRunEnded: _queen_run_ended,
    facts.QueenOften: _queen_often,
    facts.QueenInRow: _queen_in_row,
    facts.QueenNever: _queen_never,
    facts.ExactHit: _exact_hit,
    facts.PlayedOn: _played_on,
    facts.Won: _won,
    facts.Close: _close,
    facts.Clear: _clear,
    facts.Tied: _tied,
    facts.Longest: _longest,
    facts.Quick: _quick,
    facts.TookOver: _took_over,
    facts.OneShort: _one_short,
    facts.Clean: _clean,
    facts.Stopped: _stopped,
}
