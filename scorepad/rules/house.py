"""House rules in the words of players, and the options of a game file that they mean.

Players say "with the jack", not ``{"QS": "hearts", "JD": -10}``; this file translates both ways.
``None`` always stands for "as the preset has it".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from scorepad.rules.cards import QUEEN
from scorepad.rules.presets import (
    DEFAULT_PRESET,
    JACK_OF_DIAMONDS,
    KING_AND_ACE_OF_CLUBS,
    KING_AND_ACE_OF_SPADES,
    PRESETS,
)
from scorepad.rules.ruleset import MoonRule

KingAndAce: TypeAlias = Literal["none", "clubs", "spades"]
PassHabit: TypeAlias = Literal["left", "right", "never"]

_KING_AND_ACE: Final[Mapping[KingAndAce, Mapping[str, object]]] = {
    "none": {},
    "clubs": KING_AND_ACE_OF_CLUBS,
    "spades": KING_AND_ACE_OF_SPADES,
}
# With so many players the shooter of Black Lady normally chooses (seed; rules.md, "Presets").
_SHOOTER_CHOOSES: Final = (3, 6)


@dataclass(frozen=True)
class SpecialCards:
    """What a table plays besides hearts.

    ``jack``: whether the jack of diamonds takes points off. ``king_and_ace``: whether the king of
    spades and the ace of clubs, or of spades, cost points. ``queen``: the queen's points.
    """

    jack: bool | None = None
    king_and_ace: KingAndAce | None = None
    queen: int | None = None


def card_points(preset: str, wish: SpecialCards) -> dict[str, object] | None:
    """The ``card_points`` of this wish on top of a preset; ``None``: the preset's own."""
    if wish == SpecialCards():
        return None
    points = dict(PRESETS[preset].card_points)
    if wish.jack is not None:
        _replace(points, JACK_OF_DIAMONDS, JACK_OF_DIAMONDS if wish.jack else {})
    if wish.king_and_ace is not None:
        _replace(points, KING_AND_ACE_OF_CLUBS, {})
        _replace(points, KING_AND_ACE_OF_SPADES, _KING_AND_ACE[wish.king_and_ace])
    if wish.queen is not None:
        points[QUEEN] = wish.queen
    return points


def special_cards(preset: str, options: Mapping[str, object]) -> SpecialCards:
    """The special cards that these options mean, so that the next game can propose them again."""
    points = options.get("card_points")
    if not isinstance(points, Mapping) or points == PRESETS[preset].card_points:
        return SpecialCards()
    queen = points.get(QUEEN)
    for jack in (None, True, False):
        for king_and_ace in (None, *_KING_AND_ACE):
            for number in (None, queen if type(queen) is int else None):
                wish = SpecialCards(jack, king_and_ace, number)
                if card_points(preset, wish) == points:
                    return wish
    return SpecialCards()


def proposed_moon(preset: str, players: int) -> MoonRule | None:
    """The moon that is proposed to so many players, where that is not the preset's own."""
    return "choice" if preset == DEFAULT_PRESET and players in _SHOOTER_CHOOSES else None


def pass_cycle(habit: PassHabit, players: int) -> list[int]:
    """The pass cycle of a table with this habit."""
    return {"left": [1], "right": [players - 1], "never": []}[habit]


def pass_habit(cycle: object, players: int) -> PassHabit | None:
    """The habit with this pass cycle, if there is one."""
    habits: tuple[PassHabit, ...] = ("left", "right", "never")
    return next((habit for habit in habits if pass_cycle(habit, players) == cycle), None)


def _replace(
    points: dict[str, object], old: Mapping[str, object], new: Mapping[str, object]
) -> None:
    for card in old:
        points.pop(card, None)
    points.update(new)
