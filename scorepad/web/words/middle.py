"""What the table in the middle says beyond the table's own words."""

from __future__ import annotations

from scorepad.rules import Ruleset
from scorepad.rules.ending import points_to_end
from scorepad.web.words.game import distance
from scorepad.web.words.names import isolated_text
from scorepad.web.words.translation import gettext


def passes_to(name: str) -> str:
    """What the player of a plate does before the next hand."""
    return gettext("passes to %(name)s", name=isolated_text(name))


def left(total: int, rules: Ruleset) -> str:
    """How far a total is from the end, however far that is."""
    return distance(total, rules) or gettext("%(points)s left", points=points_to_end(total, rules))
