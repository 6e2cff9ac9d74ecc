"""The rules of Hearts and its family, written once: pure values and functions.

Nothing here depends on Flask, a database, the clock or randomness. Points are whole numbers, seats
are counted from 0 clockwise, hands from 1. The source of every number is ``docs/rules.md``.

A reader may begin with :mod:`~scorepad.rules.sheet`: the sheet is one function of a game, that is
of a ruleset, the seats and the hands.
"""

from scorepad.rules.cards import Card
from scorepad.rules.checks import RulesError
from scorepad.rules.hand import Draft, Hand, check_hand, complete, shooter_of
from scorepad.rules.presets import DEFAULT_PRESET, PRESETS
from scorepad.rules.ruleset import Ruleset, ruleset
from scorepad.rules.sheet import Game, Line, NextHand, Sheet, hands_to_come, sheet

__all__ = [
    "DEFAULT_PRESET",
    "PRESETS",
    "Card",
    "Draft",
    "Game",
    "Hand",
    "Line",
    "NextHand",
    "RulesError",
    "Ruleset",
    "Sheet",
    "check_hand",
    "complete",
    "hands_to_come",
    "ruleset",
    "sheet",
    "shooter_of",
]
