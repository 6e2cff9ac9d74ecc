"""The links between the pages of a list, and the numbers in their addresses.

A list continues after the last item of the page before, whatever was added or removed in the
meantime (docs/decisions/0044).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import request

# Higher than any number or id in an address (``access.Count``, ``access.Id``).
_TOO_HIGH: Final = 10**9


@dataclass(frozen=True)
class PageLink:
    """A link to another page of a list. ``back``: whether it is one before this."""

    text: str
    url: str
    back: bool


def number_in_query(name: str) -> int | None:
    """The number of this name in the request's query, ``None`` without a valid one."""
    number = request.args.get(name, type=int)
    return number if number is not None and 0 < number < _TOO_HIGH else None
