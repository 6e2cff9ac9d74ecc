"""Points, places, counts, shares and averages; days and times."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Final

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


_TIMES: Final = (
    *("", N_("once"), N_("twice"), N_("three times"), N_("four times"), N_("five times")),
    N_("six times"),
)


def times(count: int) -> str:
    """How often, from once on."""
    if count < len(_TIMES):
        return gettext(_TIMES[count])
    return gettext("%(count)s times", count=count)


def share(count: int, of: int) -> str:
    """How many of how many: 3 of 4; from ten on with the percentage: 9 of 12 (75%).

    A dash where there are none at all.
    """
    if not of:
        return NOTHING
    if of < PERCENT_FROM:
        return gettext("%(count)s of %(all)s", count=count, all=of)
    _, pattern = _signs(locale())
    percent = pattern.replace("#,##0", str(rounded(Fraction(100 * count, of))))
    return gettext("%(count)s of %(all)s (%(percent)s)", count=count, all=of, percent=percent)


def rounded(value: Fraction) -> int:
    """The nearest whole number; a half goes away from zero, as at school."""
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def average(total: int, of: int) -> str:
    """An average with one digit after the point, or the comma; a dash without any values."""
    if not of:
        return NOTHING
    return _tenths(rounded(Fraction(10 * total, of)))


def signed_points(points: float) -> str:
    """Points a hand against the mean, with one digit after the point: +0.4, −1.2, 0.0."""
    # As it is written: in binary, 0.15 is less than that.
    tenths = rounded(10 * Fraction(str(points)))
    return f"{'+' if tenths > 0 else ''}{_tenths(tenths)}"


def separators() -> tuple[str, str]:
    """The two separators of CSV files; first the one that spreadsheets of the language read."""
    # Where a comma stands in numbers, it cannot stand between them.
    point, _ = _signs(locale())
    return ("semicolon", "comma") if point == "," else ("comma", "semicolon")


def _tenths(tenths: int) -> str:
    whole, digit = divmod(abs(tenths), 10)
    point, _ = _signs(locale())
    return f"{'−' if tenths < 0 else ''}{whole}{point}{digit}"


@cache
def _signs(name: str) -> tuple[str, str]:
    """The decimal point of a locale, and its percent pattern: Babel looks for them each time."""
    found = Locale.parse(name)
    return get_decimal_symbol(found), found.percent_formats[None].pattern


def date(at: datetime) -> str:
    """A day: 21 November 2026."""
    return format_date(at, "long", locale=locale())


def day(at: datetime) -> Markup:
    """A day in UTC: 21 November 2026. A script converts it to the reader's time zone."""
    return Markup(f'<time datetime="{at.isoformat()}" data-day>{escape(date(at))}</time>')  # noqa: S704 (it is escaped)


def moment(at: datetime) -> Markup:
    """A day and a time: 21 November, 20:15 UTC. A script converts it to the reader's time zone."""
    text = gettext(
        "%(day)s, %(time)s UTC",
        day=_day_of_year(at),
        # Its own format would take as long as all the rest.
        time=f"{at.hour:02}:{at.minute:02}",
    )
    return Markup(f'<time datetime="{at.isoformat()}">{escape(text)}</time>')  # noqa: S704 (it is escaped)


def weekday(at: datetime) -> str:
    """A day with its name: Friday 20 November."""
    return gettext(
        "%(weekday)s %(day)s",
        weekday=format_date(at, "EEEE", locale=locale()),
        day=_day_of_year(at),
    )


def _day_of_year(at: datetime) -> str:
    return format_skeleton("MMMMd", at.date(), locale=locale())
