"""The fields of the start form about rules, rendered once for each set of answers."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from scorepad.web.fragments import rendered
from scorepad.web.pad.rules_part import LONGEST_REMEMBERED, Field, RulesPart
from scorepad.web.words.translation import remembered

_MOST_REMEMBERED: Final = 64


def rules_fields(part: RulesPart) -> Markup:
    """All fields of the part but the one that is asked in sight."""
    fields = (part.preset, *part.fields)
    short = sum(len(field.value) for field in fields) <= LONGEST_REMEMBERED
    return (_remembered if short else _rendered)(fields)


def _rendered(fields: tuple[Field, ...]) -> Markup:
    return rendered("pad/_rules.html", fields=fields)


_remembered = remembered(_MOST_REMEMBERED)(_rendered)
