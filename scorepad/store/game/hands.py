"""Hands as their rows have them: the one place where cards become columns and columns cards."""

from __future__ import annotations

import json
import typing
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, Text, cast, func, select

from scorepad import rules
from scorepad.rules.hand import MoonChoice
from scorepad.store.models import Hand

# As text: the same cards need not be read from JSON again.
CARDS: Final = (
    cast(Hand.hearts, Text),
    cast(Hand.cards, Text),
    Hand.moon_choice,
    Hand.sun,
    Hand.passed,
    Hand.dealer,
)


def last_line_of(connection: Connection, game_id: int) -> int:
    """The last line of a game that ever held a hand, struck out or not; 0 if there is none."""
    return connection.scalar(select(func.max(Hand.line)).where(Hand.game_id == game_id)) or 0


def was_written(connection: Connection, game_id: int, line: int) -> bool:
    """Whether the game ever had a hand on this line, removed or not."""
    return 0 < line <= last_line_of(connection, game_id)


def columns_of(hand: rules.Hand) -> dict[str, object]:
    """The columns of a hand's row that hold its cards."""
    return {
        "hearts": list(hand.hearts),
        "cards": dict(hand.cards),
        "moon": hand.moon_choice,
        "sun": hand.sun,
        "passed": hand.passed,
        "dealer": hand.dealer,
    }


def hand_of(
    hearts: str,
    cards: str,
    moon_choice: str | None,
    sun: bool,
    passed: int | None,
    dealer: int | None,
) -> rules.Hand:
    """The hand in a row, from what was selected as ``CARDS``."""
    choice = typing.cast("MoonChoice | None", moon_choice)
    return rules.Hand(tuple(json.loads(hearts)), json.loads(cards), choice, sun, passed, dealer)


def as_stored(hand: rules.Hand, ruleset: rules.Ruleset) -> rules.Hand:
    """The hand without a choice that these rules do not leave to the shooter.

    How its moon counts can change with the hands before it, and the hand must not contradict that.
    """
    if hand.moon_choice is None or ruleset.moon == "choice":
        return hand
    return replace(hand, moon_choice=None)
