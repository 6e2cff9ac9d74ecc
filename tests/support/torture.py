"""Tests that search or break things have a short form, and a long one for ``make torture``.

``SCOREPAD_TEST_MORE=10 make torture`` makes the long ones ten times as long; wherever that is set,
random searches try many more examples.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

_MORE = os.environ.get("SCOREPAD_TEST_MORE")


def sample(values: Iterable[object], few: int = 1) -> list[object]:
    """Parameters of a test that tries much of one kind: the first few are in ``make test``.

    A tuple is one set of several parameters.
    """
    each = list(values)
    return [*each[:few], *map(_long, each[few:])]


def seeds(few: int, many: int) -> list[object]:
    """Parameters of a test that searches at random: the first few are in ``make test``."""
    return sample(range(_more(many)), few)


def short_and_long(short: int, long: int) -> list[object]:
    """Parameters of a test that does something so many times, or for so many seconds."""
    return [short, _long(_more(long))]


def examples(few: int, many: int) -> int:
    """How many examples a search tries: many where SCOREPAD_TEST_MORE is set."""
    return _more(many) if _MORE else few


def _more(many: int) -> int:
    return many * int(_MORE or 1)


def _long(value: object) -> object:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=pytest.mark.slow)
