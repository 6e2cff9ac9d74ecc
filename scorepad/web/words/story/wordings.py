"""The wordings of each fact of an evening, for its story.

The gaps of a text are filled from the fields of its fact (:meth:`Voice.say`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from scorepad.rules import evening_facts as facts
from scorepad.web.words.numbers import number
from scorepad.web.words.story.voice import Voice, in_words, some_hands
from scorepad.web.words.translation import N_, gettext, ngettext

_Wordings: TypeAlias = Callable[[Any, Voice], Sequence[str]]
# A group's names are listed, a crowd is counted.
_MOST_NAMES: Final = 7


def _beginning(fact: facts.Beginning, voice: Voice) -> Sequence[str]:
    count = len(fact.players)
    some = {
        "names": voice.listed(fact.players)
        if count <= _MOST_NAMES
        else ngettext("%(num)s player", "%(num)s players", count),
        "games": ngettext("one game", "%(count)s games", fact.games, count=in_words(fact.games)),
        "hands": some_hands(fact.hands),
    }
    if not fact.hands:
        return (gettext("%(names)s sat down for %(games)s.", **some),)
    if fact.games == 1:
        some["games"] = ngettext(
            "one game of one hand",
            "one game of %(hands)s hands",
            fact.hands,
            hands=in_words(fact.hands),
        )
        return (
            gettext("%(names)s sat down for %(games)s.", **some),
            gettext("%(names)s played %(games)s.", **some),
            gettext("%(games)s, with %(names)s at the table.", **some),
        )
    return (
        gettext("%(names)s sat down for %(games)s.", **some),
        gettext("%(names)s played %(games)s, %(hands)s in all.", **some),
        gettext("%(games)s and %(hands)s, with %(names)s at the table.", **some),
    )


def _night(fact: facts.Night, voice: Voice) -> Sequence[str]:
    names, wins = voice.listed(fact.players), in_words(fact.wins)
    some = {"name": names, "names": names, "wins": wins, "count": wins}
    some["games"] = in_words(fact.games)
    if fact.total is not None:
        some["total"] = number(fact.total)
        if len(fact.players) > 1:
            return (
                gettext("%(names)s share the win, with %(total)s each.", **some),
                gettext("The end of it: %(names)s level, on %(total)s each.", **some),
            )
        return (
            gettext("The evening goes to %(name)s, with %(total)s.", **some),
            gettext("And the winner is %(name)s, with %(total)s.", **some),
        )
    if len(fact.players) > 1:
        return (
            ngettext(
                "%(names)s share the night, with one win each.",
                "%(names)s share the night, with %(count)s wins each.",
                fact.wins,
                **some,
            ),
            ngettext(
                "The night has several winners: %(names)s, with one win each.",
                "The night has several winners: %(names)s, with %(count)s wins each.",
                fact.wins,
                **some,
            ),
        )
    if fact.wins < fact.games:
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
    if fact.games == 2:
        return (
            gettext("The night goes to %(name)s, who won both games.", **some),
            gettext("%(name)s won both games.", **some),
        )
    return (
        gettext("The night goes to %(name)s, who won all %(games)s games.", **some),
        gettext("%(name)s won every single game, all %(games)s of them.", **some),
    )


def _moon(fact: facts.Moon, voice: Voice) -> Sequence[str]:
    if fact.sun:
        return voice.say(
            fact,
            N_("A sun! %(name)s took every single trick in %(hand)s."),
            N_("In %(hand)s %(name)s shot the sun: every trick."),
        )
    return voice.say(
        fact,
        N_("%(name)s shot the moon in %(hand)s."),
        N_("%(hand)s was a moon for %(name)s."),
    )


def _moon_turned(fact: facts.MoonTurned, voice: Voice) -> Sequence[str]:
    if fact.sun:
        return voice.say(fact, N_("The sun in %(hand)s took %(name)s from %(place)s to first."))
    if fact.won:
        return voice.say(
            fact,
            N_("Then came %(hand)s: a moon took %(name)s from %(place)s to first, and to the win.")
            if voice.told else
            N_("It all turned in %(hand)s: a moon took %(name)s from %(place)s to first, and to "
               "the win."),
            N_("%(name)s turned it around with a moon in %(hand)s, from %(place)s to first, "
               "and won."),
        )  # fmt: skip
    return voice.say(
        fact,
        N_("Then came %(hand)s: a moon, and %(name)s went from %(place)s to first.")
        if voice.told else
        N_("It all turned in %(hand)s: a moon, and %(name)s went from %(place)s to first."),
        N_("%(name)s took over with a moon in %(hand)s: from %(place)s to first."),
    )  # fmt: skip


def _close(fact: facts.Close, voice: Voice) -> Sequence[str]:
    some = {
        "name": voice.name(fact.player),
        "where": voice.where(fact.game),
        "count": in_words(fact.points),
    }
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


def _texts(*texts: str) -> _Wordings:
    """The wordings of a fact, of which the texts are always the same."""
    return lambda fact, voice: voice.say(fact, *texts)


WORDINGS: Final[Mapping[type[facts.Fact], _Wordings]] = {
    facts.Beginning: _beginning,
    facts.Night: _night,
    facts.LedFrom: _texts(
        N_("%(name)s went ahead at the very last moment, in %(hand)s."),
        N_("It took the very last hand to put %(name)s ahead: %(hand)s."),
    ),
    facts.Moon: _moon,
    facts.MoonTurned: _moon_turned,
    facts.CameBack: _texts(
        N_("%(name)s was %(points)s points behind after %(hand)s and still won."),
        N_("What a comeback: after %(hand)s %(name)s trailed by %(points)s, and won."),
    ),
    facts.StreakEnded: _texts(
        N_("%(name)s had won %(count)s in a row; that streak ended%(where)s."),
        N_("After %(count)s wins in a row, the streak of %(name)s ended%(where)s."),
    ),
    facts.WonInRow: _texts(
        N_("%(name)s made it %(count)s wins in a row%(where)s."),
        N_("A win%(where)s made it %(count)s in a row for %(name)s."),
    ),
    facts.QueenRunEnded: _texts(
        N_("After %(count)s hands without it, %(card)s found %(name)s in %(hand)s."),
        N_("%(name)s kept clear of %(card)s for %(count)s hands, until %(hand)s."),
    ),
    facts.Won: _texts(
        N_("%(name)s came first%(where)s, with %(total)s."),
        N_("It was %(name)s who won%(where)s, with %(total)s."),
        N_("%(name)s ended up in front%(where)s, on %(total)s."),
    ),
    facts.Close: _close,
    facts.Tied: _texts(
        N_("%(names)s tied for the win%(where)s, on %(total)s each."),
        N_("Nothing between them: %(names)s shared the win%(where)s, on %(total)s."),
    ),
}
