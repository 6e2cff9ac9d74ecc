"""The links between the pages of a list, and the numbers in their addresses.

A list continues after the last item of the page before, whatever was added or removed in the
meantime (docs/decisions/0044).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import abort, request

# Higher than any number or id in an address (``http/converters``).
_TOO_HIGH: Final = 10**9


@dataclass(frozen=True)
class PageLink:
    """A link to another page of a list. ``back``: whether it is one before this."""

    text: str
    url: str
    back: bool


def number_in_query(name: str, *, strict: bool = False) -> int | None:
    """The number of this name in the request's query, ``None`` without a valid one.

    ``strict``: answer 404 to a number that is out of range.
    """
    number = request.args.get(name, type=int)
    if number is None or 0 < number < _TOO_HIGH:
        return number
    return abort(404) if strict else None
