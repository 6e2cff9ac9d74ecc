"""A figure of a page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A figure with its definition, which the page shows beside it.

    ``value`` may be markup. ``url``: of the game or the evening that it comes from.
    """

    label: str
    value: str
    definition: str
    url: str | None = None
