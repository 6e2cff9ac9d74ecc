"""What drawings say: their labels, and all of it in words for those who do not see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo
from typing import Final

from scorepad.rules.passing import HOLD
from scorepad.store.figures.player import FormGame
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.words.names import capitalised, isolated_text
from scorepad.web.words.numbers import average, number, signed
from scorepad.web.words.rules import passing
from scorepad.web.words.times import date
from scorepad.web.words.translation import N_, gettext

SHOT_THE_MOON: Final = N_("shot the moon")
SHOT_THE_SUN: Final = N_("shot the sun")


def facts(game: GameSnapshot, kind: str, zone: tzinfo | None) -> Iterator[str]:
    """What stands below the heading of a result; ``kind``: of game, unless it is the heading.

    Without the reader's ``zone`` there is no day: it would be another one for some.
    """
    yield gettext("Game %(number)s", number=game.number)
    if kind:
        yield kind
    if zone is not None:
        yield date(game.started.astimezone(zone))
    if not game.sheet.over:
        yield gettext("after hand %(number)s", number=game.sheet.lines[-1].number)
    elif game.sheet.ended_by == "stopped":
        yield gettext("ended early")


def points_of_seat(total: int, last: int | None) -> str:
    """What a seat has; ``last``: the points of the hand before."""
    return f"{number(total)}{'' if last is None else f' ({signed(last)})'}"


def seat_in_words(name: str, points: str, *, leads: bool, deals: bool) -> str:
    """A seat in the picture of a table; ``points``: what it has."""
    roles = (*([gettext("ahead")] if leads else ()), *([gettext("deals")] if deals else ()))
    return ", ".join((f"{isolated_text(name)} {points}", *roles))


def picture_in_words(
    seats: Sequence[str], passes: Iterable[tuple[str, str]], middle: Iterable[str]
) -> str:
    """The picture of a table; ``passes``: the names of giver and taker, none for a hold."""
    arrows = [
        gettext(
            "%(giver)s passes to %(taker)s",
            giver=isolated_text(giver),
            taker=isolated_text(taker),
        )
        for giver, taker in passes
    ]
    return gettext(
        "Seats clockwise: %(seats)s. %(passes)s. %(middle)s.",
        seats="; ".join(seats),
        passes=", ".join(arrows) or capitalised(passing(HOLD, len(seats))),
        middle=" · ".join(middle),
    )


def chart_in_words(first: int, last: int, totals: Iterable[tuple[str, int, int]]) -> str:
    """The chart of the totals, from hand to hand; ``totals``: names, before and after these."""
    standing = "; ".join(
        gettext(
            "%(name)s from %(before)s to %(after)s",
            name=isolated_text(name),
            before=number(before),
            after=number(after),
        )
        for name, before, after in totals
    )
    return gettext(
        "Chart of the totals, hands %(first)s to %(last)s: %(standing)s.",
        first=first,
        last=last,
        standing=standing,
    )


def form_in_words(name: str, games: Sequence[FormGame], *, points: bool) -> str:
    """The chart of a player's form; ``points``: whether it shows points."""
    values = {
        "name": isolated_text(name),
        "first": games[0].number,
        "last": games[-1].number,
        "places": ", ".join(str(game.place) for game in games),
    }
    if points:
        values["points"] = " · ".join(average(game.points, game.hands) for game in games)
        return gettext(
            "Form of %(name)s, games %(first)s to %(last)s. Places: %(places)s. "
            "Points per hand: %(points)s.",
            **values,
        )
    return gettext("Form of %(name)s, games %(first)s to %(last)s. Places: %(places)s.", **values)
