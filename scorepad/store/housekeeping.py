"""Cleaning up now and then, along with ordinary writes: there is no command for it."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorepad.store.forget import sweep, tidy
from scorepad.store.trouble import TroubleError

_SECONDS_BETWEEN_TIDIES: Final = 24 * 3600.0
_SECONDS_BETWEEN_SWEEPS: Final = 60.0


class Housekeeping:
    """Tidies up once a day, and sweeps the file after something was deleted for good."""

    def __init__(self, engine: Engine, logger: logging.Logger) -> None:
        self._engine = engine
        self._logger = logger
        self._next_tidy = 0.0
        self._next_sweep = 0.0
        self._sweep_is_due = False

    def schedule_sweep(self) -> None:
        """Note that something was deleted for good and must leave no trace in the file."""
        self._sweep_is_due = True

    @contextmanager
    def around(self, session: Session) -> Iterator[None]:
        """Tidy up before a write, in its transaction; sweep after its commit, if either is due."""
        due = monotonic() >= self._next_tidy
        if due:
            tidy(session)
        yield
        if due:
            self._next_tidy = monotonic() + _SECONDS_BETWEEN_TIDIES
        if self._sweep_is_due and monotonic() >= self._next_sweep:
            # Takes time in proportion to the database: not for every single deletion.
            self._next_sweep = monotonic() + _SECONDS_BETWEEN_SWEEPS
            try:
                sweep(self._engine)
            except (SQLAlchemyError, TroubleError, sqlite3.Error) as error:
                self._logger.warning("What was deleted is still in the file: %s", error)
            else:
                self._sweep_is_due = False
