"""A measured figure, and the bound that it must not pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

# Figures vary by some percent from run to run: only a figure well above its bound is a failure.
_SLACK: Final = 1.1


@dataclass(frozen=True)
class Figure:
    """One row: ``value`` is a ratio to a yardstick, ``bound`` the highest that is fine.

    ``unit``: what the ratio counts, with a note on how it was measured.
    """

    name: str
    value: float
    bound: float | None = None
    unit: str = "hellos"

    @property
    def over(self) -> bool:
        """Whether the bound is passed at all."""
        return self.bound is not None and self.value > self.bound

    @property
    def fails(self) -> bool:
        """Whether the bound is passed by more than a tenth."""
        return self.bound is not None and self.value > self.bound * _SLACK


def lines(figures: Iterable[Figure]) -> Iterator[str]:
    """A line for each row: its name, the ratio, the bound, and "ok" or "over"."""
    for figure in figures:
        bound = "" if figure.bound is None else f"at most {figure.bound:g}"
        verdict = "" if figure.bound is None else "over" if figure.over else "ok"
        row = f"{figure.name:>28}  {figure.value:7.2f}  {bound:<12}  {verdict:<4}  {figure.unit}"
        yield row.rstrip()


def exit_status(figures: Iterable[Figure]) -> int:
    """The exit status: 1 if any bound is passed by more than a tenth, else 0."""
    return int(any(figure.fails for figure in figures))
