"""Whether an old moon, which adds points to the others, would lose its shooter the game."""

from __future__ import annotations

from scorepad.rules.hand import Hand
from scorepad.rules.scoring import adding_loses, shooter_of
from scorepad.rules.sheet import Game, Sheet


def moon_warning(game: Game, sheet: Sheet, hand: Hand) -> bool:
    """Whether ``hand``, a moon whose shooter chooses, would lose them the game as an old moon.

    It does if it ends the game and leaves the shooter not among the winners. ``game`` ends before
    that hand, and ``sheet`` is its sheet.
    """
    shooter = shooter_of(hand, game.rules)
    if shooter is None or game.rules.moon_rule != "choice" or sheet.over:
        return False
    return adding_loses(hand, game.rules, shooter, sheet.totals)
