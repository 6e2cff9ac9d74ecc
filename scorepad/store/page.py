"""A page of a list, continued after the last row of the one before (docs/decisions/0044)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows of a list, and whether there are more behind them."""

    rows: Sequence[T]
    more: bool


def page_of(found: Sequence[T], most: int) -> Page[T]:
    """The first ``most`` rows; one more was looked for, which tells whether there are others."""
    return Page(found[:most], len(found) > most)
