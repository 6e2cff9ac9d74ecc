"""Points, places, counts and times."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from babel.dates import format_date, format_skeleton, format_time

from scorepad.web.words.translation import N_, cached_by_language, gettext, language

# Babel's locale by language, where they differ: plain English puts the month first.
_LOCALES: Final = {"en": "en_GB"}
_MOMENTS_CACHE_SIZE: Final = 4096
# By place; there are at most six players.
_ORDINALS: Final = ("", N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"))


def ordinal(place: int) -> str:
    """A place, from 1 to 6: 1st, 2nd."""
    return gettext(_ORDINALS[place])


def signed(points: int) -> str:
    """Points as they are added: +5, −26, 0."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """A total, with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


@cached_by_language(_MOMENTS_CACHE_SIZE)
def date(moment: datetime) -> str:
    """A day: 21 November 2026."""
    return format_date(moment.date(), "long", locale=locale())


@cached_by_language(_MOMENTS_CACHE_SIZE)
def moment(at: datetime) -> str:
    """A day and a time in UTC: 21 November, 20:15 UTC."""
    return gettext(
        "%(day)s, %(time)s UTC",
        day=format_skeleton("MMMMd", at, locale=locale()),
        time=format_time(at, "HH:mm", locale=locale()),
    )


@cached_by_language(_MOMENTS_CACHE_SIZE)
def weekday(moment: datetime) -> str:
    """A day with its name: Friday 20 November."""
    return gettext(
        "%(weekday)s %(day)s",
        weekday=format_date(moment, "EEEE", locale=locale()),
        day=format_skeleton("MMMMd", moment, locale=locale()),
    )


def locale() -> str:
    """The locale of the request's language, as Babel knows it."""
    return _LOCALES.get(language(), language())
