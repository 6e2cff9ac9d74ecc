"""Rivals in words: what they are called, what that counts, and what chance alone would give."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from scorepad.rules.cards import QUEEN
from scorepad.store.figures.league import Rival
from scorepad.web.words.cards import symbol
from scorepad.web.words.names import isolated
from scorepad.web.words.numbers import rounded
from scorepad.web.words.translation import N_, gettext, markup

# What each kind is called, and what it counts.
_TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "feared": (
        N_("Most feared passer"),
        N_("How often %(queen)s went to whoever got %(name)s’s cards in the pass."),
    ),
    "magnet": (N_("Queen magnet"), N_("How often %(name)s took %(queen)s.")),
    "nemesis": (
        N_("Nemesis"),
        N_("How often %(name)s finished ahead of %(other)s in the games that both finished."),
    ),
    "closer": (
        N_("Closer"),
        N_(
            "Wins in games where %(name)s and others were within ten points of the lowest "
            "total before the last hand."
        ),
    ),
    "bounce": (
        N_("Bounce-back"),
        N_(
            "How often %(name)s had the fewest points of the table in the hand right after taking "
            "%(queen)s."
        ),
    ),
    "stopper": (
        N_("Moon stopper"),
        N_(
            "How often it was %(name)s who took the last hearts, four at most, when another player "
            "had all the rest of a moon."
        ),
    ),
    "spoiler": (
        N_("Spoiler"),
        N_("How often the only leader took %(queen)s after getting %(name)s’s cards in the pass."),
    ),
}


def about(rival: Rival) -> tuple[str, Markup, Markup]:
    """What a rival is called, who it is, and what is counted, with what chance alone would give."""
    title, text = _TEXTS[rival.kind]
    name = isolated(rival.name)
    who = name
    values = {"name": name, "queen": symbol(QUEEN)}
    if rival.other is not None:
        values["other"] = isolated(rival.other)
        who = markup("%(name)s, for %(other)s", **values)
    counted = markup(text, **values)
    chance = gettext("By chance alone: about %(count)s.", count=rounded(Fraction(rival.chance)))
    return gettext(title), who, Markup("%s %s") % (counted, chance)
