"""Times on a page, with a machine-readable value."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup

from scorepad.web.words import numbers
from scorepad.web.words.translation import cached_by_language


# Lists of games and of pens have many, most of them repeated.
@cached_by_language(1024)
def day(at: datetime) -> Markup:
    """A day in UTC: 21 November 2026. A script converts it to the reader's time zone."""
    return Markup('<time datetime="%s" data-day>%s</time>') % (at.isoformat(), numbers.date(at))


@cached_by_language(1024)
def moment(at: datetime) -> Markup:
    """A day and a time: 21 November, 20:15 UTC. A script converts it to the reader's time zone."""
    return Markup('<time datetime="%s">%s</time>') % (at.isoformat(), numbers.moment(at))
