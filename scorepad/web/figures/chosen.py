"""The games that a page of figures is about, as its query says.

The rules are ``?rules=`` with an agreement's digest, or ``all``; the season is ``?season=2026``,
``?season=recent``, or own dates from ``?from=`` to ``?to=``; without them, all games.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from flask import abort, request

from scorepad.store.base import now
from scorepad.store.figures.games import (
    DIGEST,
    EVER,
    AgreementSnapshot,
    Games,
    GamesPlayed,
    Season,
    agreement,
    played,
)
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.urls import YEAR
from scorepad.web.words.translation import gettext

ALL: Final = "all"
# How many years are offered side by side; the others are in the list below.
MOST_YEARS: Final = 2


@dataclass(frozen=True)
class ChosenSeason:
    """What the query says. Days are those of UTC, as a pad knows no time zone.

    ``query``: what a link to the same season carries. ``first``
    and ``last``: the own days as they were put in, with the ``fault`` of them.
    """

    season: Season = EVER
    query: Mapping[str, str] = field(default_factory=dict)
    first: str = ""
    last: str = ""
    fault: str = ""

    @property
    def is_over(self) -> bool:
        """Whether it has ended: what holds at its end does not hold at the moment."""
        return self.season.end is not None and self.season.end <= now()

    @property
    def status(self) -> int:
        """The status of the page: 422 if the dates are none."""
        return 422 if self.fault else 200


@dataclass(frozen=True)
class SeasonsPart:
    """The part of a page that lets one choose a season.

    ``years``: the latest ones, ``earlier``: the others. ``shown``: a pad of a few weeks has no
    seasons yet.
    """

    chosen: ChosenSeason
    played: GamesPlayed
    years: Sequence[int]
    earlier: Sequence[int]
    shown: bool


def asked_season() -> ChosenSeason:
    """The season that the query names; 404 for one that cannot be."""
    name, first, last = (request.args.get(each, "") for each in ("season", "from", "to"))
    if name == "recent":
        return ChosenSeason(Season(_months_ago(now())), {"season": name})
    if name:
        if not YEAR.fullmatch(name):
            abort(404)
        first_day, next_year = (_midnight(date(int(name) + more, 1, 1)) for more in (0, 1))
        return ChosenSeason(Season(first_day, next_year), {"season": name})
    if not first and not last:
        return ChosenSeason()
    days = [day if _DAY.fullmatch(day) else None for day in (first or _FIRST, last or _LAST)]
    try:
        begin, end = (_midnight(date.fromisoformat(day or "")) for day in days)
        if begin <= end:
            season = Season(begin, end + timedelta(days=1))
            return ChosenSeason(season, {"from": first, "to": last}, first, last)
    except ValueError:
        pass
    fault = gettext("Please choose a first day and a last day that is not before it.")
    return ChosenSeason(first=first, last=last, fault=fault)


def seasons_part(chosen: ChosenSeason, games: Games) -> SeasonsPart:
    """What the page says about the season of these games."""
    connection = database.connection()
    _, first, last = played(connection, Games(games.pad_id))
    years: Sequence[int] = ()
    if first is not None and last is not None:
        years = range(last.year, first.year - 1, -1)
    old = first is not None and first < _months_ago(now())
    return SeasonsPart(
        chosen=chosen,
        played=played(connection, games),
        years=years[:MOST_YEARS],
        earlier=years[MOST_YEARS:],
        shown=old or len(years) > 1 or bool(chosen.query) or bool(chosen.fault),
    )


def rules_query() -> Mapping[str, str]:
    """What a link carries to a page about the same rules: nothing, if the query has none."""
    value = request.args.get("rules")
    return {} if value is None else {"rules": value}


def chosen_games(chosen: AgreementSnapshot | None, season: Season) -> Games:
    """The pad's games by these rules, ``None`` for all, in a season."""
    return Games(access.this_pad().id, None if chosen is None else chosen.id, season)


def asked_rules(agreements: Sequence[AgreementSnapshot]) -> AgreementSnapshot | None:
    """The agreement that the query names, ``None`` for all rules.

    Without a name in the query it is the first of those. Answers 404 if the pad has no such
    agreement.
    """
    value = request.args.get("rules")
    if value is None:
        return agreements[0] if agreements else None
    if value == ALL:
        return None
    if not DIGEST.fullmatch(value):
        abort(404)
    choice = next((each for each in agreements if each.id == value), None)
    return choice or agreement(database.connection(), access.this_pad().id, value) or abort(404)


def _months_ago(at: datetime) -> datetime:
    """The beginning of the same day three months before."""
    months = at.year * 12 + at.month - 1 - 3
    year, month = divmod(months, 12)
    return _midnight(date(year, month + 1, min(at.day, monthrange(year, month + 1)[1])))


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


# As a field for a date has them, and as years are in game files.
_DAY: Final = re.compile("(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}")
_FIRST: Final = "1900-01-01"
_LAST: Final = "2999-12-31"
