"""The links between the pages of a list, and the numbers in their addresses.

A list goes on from the last thing that a page showed, whatever has come or gone meanwhile
(docs/decisions/0044).
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


def number_asked(name: str) -> int | None:
    """The number of this name in the request's query; ``None`` if there is none that can be."""
    number = request.args.get(name, type=int)
    return number if number is not None and 0 < number < _TOO_HIGH else None
