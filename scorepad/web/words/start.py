"""Sentences of the start form."""

from __future__ import annotations


def running(number: int, hand: int) -> str:
    """A game of the pad that is not over."""
    return f"A game is running: game {number}, hand {hand}."
