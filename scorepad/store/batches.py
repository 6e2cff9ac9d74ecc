"""Long lists in parts: a database takes only so many values in one statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from sqlalchemy import BindParameter, bindparam

T = TypeVar("T")

# Every SQLite takes as many, and a few more.
_AT_A_TIME: Final = 500


def batches(values: Sequence[T]) -> Iterator[Sequence[T]]:
    """The values in order, so many at a time."""
    for start in range(0, len(values), _AT_A_TIME):
        yield values[start : start + _AT_A_TIME]


def some_ids(ids: Sequence[int]) -> BindParameter[Sequence[int]]:
    """Ids that are written into a statement as they are.

    Each a parameter of its own, they would cost more than what is asked.
    """
    return bindparam(None, ids, expanding=True, literal_execute=True)
