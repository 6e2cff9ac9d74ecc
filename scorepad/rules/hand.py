"""One recorded hand: who took which cards. Its points are computed, never stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from scorepad.rules.cards import Card

MoonChoice: TypeAlias = Literal["add", "subtract"]
MOON_CHOICES: Final[tuple[MoonChoice, ...]] = ("add", "subtract")


@dataclass(frozen=True)
class Hand:
    """The cards that each seat took in one hand.

    ``hearts``: how many hearts each seat took. ``cards``: special card → the seat that took it.
    ``moon_choice``: how the shooter chose to have the moon counted. ``sun``: whether the shooter
    took every trick. ``passed``: the offset that was passed, where the table departed from its
    cycle. ``dealer``: the seat that dealt, where it was not the one whose turn it was.
    """

    hearts: tuple[int, ...]
    cards: Mapping[Card, int] = field(default_factory=dict, hash=False)
    moon_choice: MoonChoice | None = None
    sun: bool = False
    passed: int | None = None
    dealer: int | None = None
