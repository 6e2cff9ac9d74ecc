"""Sentences of the start form."""

from __future__ import annotations


def running(hand: int) -> str:
    """A game of the pad that is not over, by the hand that it is at."""
    return f"A game is running: hand {hand}."
