"""Times on a page: a text for readers, and a machine-readable value."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup

from scorepad.web.words import numbers


def day(at: datetime) -> Markup:
    """A day: 21 November 2026."""
    return _time(at.date().isoformat(), numbers.date(at))


def moment(at: datetime) -> Markup:
    """A day and a time in UTC: 21 November, 20:15 UTC."""
    return _time(at.isoformat(), numbers.moment(at))


def _time(value: str, text: str) -> Markup:
    return Markup('<time datetime="%s">%s</time>') % (value, text)
