"""Days and times; those on a page with a machine-readable value."""

from __future__ import annotations

from datetime import date as calendar_day
from datetime import datetime
from typing import Final

from babel.dates import format_date, format_skeleton
from markupsafe import Markup, escape

from scorepad.web.words.translation import gettext, locale

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
