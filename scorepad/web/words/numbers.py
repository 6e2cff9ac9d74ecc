"""Points, places, counts, shares and averages; days and times."""

from __future__ import annotations

from datetime import date as calendar_day
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.numbers import get_decimal_symbol
from markupsafe import Markup, escape

from scorepad.web.words.translation import N_, gettext, locale

# By place; there are at most seven players.
_ORDINALS: Final = ("", N_("1st"), N_("2nd"), N_("3rd"), N_("4th"), N_("5th"), N_("6th"), N_("7th"))


def ordinal(place: int) -> str:
    """A place, from 1 to 7: 1st, 2nd."""
    return gettext(_ORDINALS[place])


def signed(points: int) -> str:
    """Points as they are added: +5, −26, 0."""
    return f"+{points}" if points > 0 else number(points)


def number(points: int) -> str:
    """A total, with a proper minus sign."""
    return f"−{-points}" if points < 0 else str(points)


# Below this number a percentage would be more precise than meaningful.
PERCENT_FROM: Final = 10
NOTHING: Final = "–"


def times(count: int) -> str:
    """How often, from once on."""
    if count == 1:
        return gettext("once")
    return gettext("twice") if count == 2 else gettext("%(count)s times", count=count)


def share(count: int, of: int) -> str:
    """How many of how many: 3 of 4; from ten on with the percentage: 9 of 12 (75%).

    A dash where there are none at all.
    """
    if not of:
        return NOTHING
    if of < PERCENT_FROM:
        return gettext("%(count)s of %(all)s", count=count, all=of)
    # Babel's own formatting takes twenty times as long.
    percent = _signs(locale()).percent.replace("#,##0", str(rounded(Fraction(100 * count, of))))
    return gettext("%(count)s of %(all)s (%(percent)s)", count=count, all=of, percent=percent)


def rounded(value: Fraction) -> int:
    """The nearest whole number; a half goes away from zero, as at school."""
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def average(total: int, of: int) -> str:
    """An average with one digit after the point, or the comma; a dash without any values."""
    if not of:
        return NOTHING
    tenths = rounded(Fraction(10 * total, of))
    return f"−{_tenths(tenths)}" if tenths < 0 else _tenths(tenths)


def signed_points(points: float) -> str:
    """Points a hand against the mean, with one digit after the point: +0.4, −1.2, 0.0."""
    # As it is written: in binary, 0.15 is less than that.
    tenths = rounded(10 * Fraction(str(points)))
    sign = "+" if tenths > 0 else "−" if tenths < 0 else ""
    return sign + _tenths(tenths)


def separators() -> tuple[str, str]:
    """The two separators of CSV files; first the one that spreadsheets of the language read."""
    # Where a comma stands in numbers, it cannot stand between them.
    return ("semicolon", "comma") if _signs(locale()).point == "," else ("comma", "semicolon")


def _tenths(tenths: int) -> str:
    """So many tenths, without a sign."""
    whole, digit = divmod(abs(tenths), 10)
    return f"{whole}{_signs(locale()).point}{digit}"


class _Signs(NamedTuple):
    """The decimal point of a locale, and its pattern of a percentage."""

    point: str
    percent: str


@cache
def _signs(name: str) -> _Signs:
    """What Babel knows of a locale: it would look for that with every number."""
    found = Locale.parse(name)
    return _Signs(get_decimal_symbol(found), found.percent_formats[None].pattern)


# A day without its year, as Babel calls it.
_DAY_OF_YEAR: Final = "MMMMd"


def date(at: datetime) -> str:
    """A day: 21 November 2026."""
    return _written(at.date(), "long")


def day(at: datetime) -> Markup:
    """A day in UTC: 21 November 2026. A script converts it to the reader's time zone."""
    return Markup(f'<time datetime="{at.isoformat()}" data-day>{escape(date(at))}</time>')  # noqa: S704 (it is escaped)


def moment(at: datetime) -> Markup:
    """A day and a time: 21 November, 20:15 UTC. A script converts it to the reader's time zone."""
    text = gettext(
        "%(day)s, %(time)s UTC",
        day=_written(at.date(), _DAY_OF_YEAR),
        # Its own format would take as long as all the rest.
        time=f"{at.hour:02}:{at.minute:02}",
    )
    return Markup(f'<time datetime="{at.isoformat()}">{escape(text)}</time>')  # noqa: S704 (it is escaped)


def weekday(at: datetime) -> str:
    """A day with its name: Friday 20 November."""
    return gettext(
        "%(weekday)s %(day)s",
        weekday=_written(at.date(), "EEEE"),
        day=_written(at.date(), _DAY_OF_YEAR),
    )


def _written(day: calendar_day, form: str) -> str:
    """A day in one of Babel's forms."""
    if form == _DAY_OF_YEAR:
        return format_skeleton(form, day, locale=locale())
    return format_date(day, form, locale=locale())
