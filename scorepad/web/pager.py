"""The numbers in the addresses of the pages of a list.

A list continues after the last item of the page before, whatever was added or removed in the
meantime (docs/decisions/0044).
"""

from __future__ import annotations

from typing import Final

from flask import abort, request

# Higher than any number or id in an address (``http/converters``).
_TOO_HIGH: Final = 10**9


def number_in_query(name: str, *, strict: bool = False) -> int | None:
    """The number of this name in the request's query, ``None`` without a valid one.

    ``strict``: answer 404 to a number that is out of range.
    """
    number = request.args.get(name, type=int)
    if number is None or 0 < number < _TOO_HIGH:
        return number
    return abort(404) if strict else None
