"""Times on a page: a text for readers, and a machine-readable value."""

from __future__ import annotations

from datetime import datetime

from markupsafe import Markup

from scorepad.web.words import numbers
from scorepad.web.words.translation import remembered


# Lists of games and of pens have many, most of them the same ones again.
@remembered(1024)
def day(at: datetime) -> Markup:
    """A day in UTC: 21 November 2026. A script makes it the reader's own."""
    return Markup('<time datetime="%s" data-day>%s</time>') % (at.isoformat(), numbers.date(at))


@remembered(1024)
@remembered(1024)
def moment(at: datetime) -> Markup:
    """A day and a time: 21 November, 20:15 UTC. A script puts them into the reader's zone."""
    return Markup('<time datetime="%s">%s</time>') % (at.isoformat(), numbers.moment(at))
