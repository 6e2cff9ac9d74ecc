"""Why a verb was not carried out. The web turns each into an answer, at one place."""

from __future__ import annotations


class StoreError(Exception):
    """Something that was asked of a pad and cannot be done."""


class StaleError(StoreError):
    """Somebody else changed the game after the writer last saw it."""


class GameOverError(StoreError):
    """A hand was to be recorded in a game that has ended."""
