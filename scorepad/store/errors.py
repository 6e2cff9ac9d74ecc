"""The reasons why a verb is not carried out. The web turns each into an answer."""

from __future__ import annotations


class StoreError(Exception):
    """A verb cannot be carried out."""


class StaleError(StoreError):
    """Somebody else changed the game after the writer last saw it."""


class GoneError(StaleError):
    """The hand is not on the sheet: somebody else took it off, or the database is an older copy."""


class GameOverError(StoreError):
    """The game is over, and only a game that goes on allows this."""


class BinnedError(StoreError):
    """The game is in the bin."""


class NotBinnedError(StoreError):
    """Only a game in the bin can be deleted, and this one is not in it."""


class MergedError(StoreError):
    """Two players cannot be one person: both played in the game of this number."""

    def __init__(self, game: int) -> None:
        super().__init__(game)
        self.game = game


class LastPenError(StoreError):
    """The last pen of a pad cannot be withdrawn: nobody could write in it any more."""


class PenWithdrawnError(StoreError):
    """The pen of the writer was withdrawn while the request was under way."""


class CapError(Exception):
    """A cap is reached (:mod:`scorepad.caps`).

    ``what``: which one, its name in lower case.
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class UnusableError(Exception):
    """There is no database that this Scorepad can use.

    The message is one clear line for the person who runs Scorepad.
    """
