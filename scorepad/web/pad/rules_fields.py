"""The fields of the start form about rules, rendered once for each set of answers."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from scorepad.web.fragments import render_fragment
from scorepad.web.pad.rules_part import LONGEST_CACHED, Field, RulesPart
from scorepad.web.words.translation import cached_by_language

_CACHE_SIZE: Final = 64


def rules_fields(part: RulesPart) -> Markup:
    """All fields of the part except the prominent one."""
    fields = (part.preset, *part.fields)
    short = sum(len(field.value) for field in fields) <= LONGEST_CACHED
    return (_cached if short else _render)(fields)


def _render(fields: tuple[Field, ...]) -> Markup:
    return render_fragment("pad/_rules_fields.html", fields=fields)


_cached = cached_by_language(_CACHE_SIZE)(_render)
