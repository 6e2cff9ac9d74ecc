"""Whether a database is up to date; a server that does not answer is retried now and then."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from scorepad.store.errors import UnusableError
from scorepad.store.trouble import GoneError

_SECONDS_BETWEEN_TRIES: Final = 1.0


class Readiness:
    """Tracks whether the tables are up to date, and tries to upgrade them until they are.

    ``upgrade`` brings them up to date, or raises the database's own errors.
    """

    def __init__(self, upgrade: Callable[[], None], logger: logging.Logger) -> None:
        self._upgrade = upgrade
        self._logger = logger
        self._trying = Lock()
        self._next_try = 0.0
        self._ready = False

    def prepare(self) -> None:
        """Bring the tables up to date. Raises the database's own errors."""
        self._upgrade()
        self._ready = True

    def expect_up_to_date(self) -> None:
        """Go on if the database is up to date, or can be brought there now.

        Raises :class:`~scorepad.store.trouble.GoneError`.
        """
        if self._ready:
            return
        # One thread tries for all: a missing server must not hold every thread.
        if not self._trying.acquire(blocking=False):
            raise GoneError("the database server did not answer yet")
        try:
            if not self._ready:
                if monotonic() < self._next_try:
                    raise GoneError("the database server did not answer a moment ago")
                self._next_try = monotonic() + _SECONDS_BETWEEN_TRIES
                self.prepare()
                self._logger.warning("The database server answers: Scorepad is ready.")
        except UnusableError as error:
            self._logger.error("%s", error)
            raise GoneError(str(error)) from error
        finally:
            self._trying.release()
