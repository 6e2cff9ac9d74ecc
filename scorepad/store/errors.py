"""Why a verb was not carried out. The web turns each into an answer."""

from __future__ import annotations


class StoreError(Exception):
    """Something that was asked of a pad and cannot be done."""


class StaleError(StoreError):
    """Somebody else changed the game after the writer last saw it."""


class GameOverError(StoreError):
    """Something was to be done that only a game that has not ended allows."""


class BinnedError(StoreError):
    """Something was to be done with a game that is in the bin."""


class NotBinnedError(StoreError):
    """A game was to be deleted that is not in the bin."""


class LastPenError(StoreError):
    """The last pen of a pad was to be withdrawn: nobody could write in it any more."""


class PenWithdrawnError(StoreError):
    """The pen of the writer was withdrawn while the request was under way."""


class CapError(Exception):
    """There is as much of something already as there may be (:mod:`scorepad.store.caps`).

    ``what``: of which thing, the name of one of the caps in lower case.
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class UnusableError(Exception):
    """There is no database that this Scorepad can use.

    The message is one clear line for the person who runs Scorepad.
    """
