"""The two sides of a row in the log: what was there before a change, and what is after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = Mapping[str, Any]
# Before and after; ``None`` where there was nothing.
Sides: TypeAlias = tuple[Json | None, Json | None]


def required(side: Json | None) -> Json:
    """A side that the row must have. Raises :class:`ValueError` if it has not."""
    if side is None:
        raise ValueError("a row of the log lacks one of its sides")
    return side
