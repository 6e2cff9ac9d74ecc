"""Cleaning up now and then: tidying along with ordinary writes, chores in a thread of its own."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorepad.store.chores import is_due, leaves_chores
from scorepad.store.database.sweeping import sweep
from scorepad.store.database.write_queue import WriteQueue
from scorepad.store.trouble import TroubleError, reason_of
from scorepad.store.verbs.forget import tidy

_SECONDS_BETWEEN_TIDIES: Final = 3600.0
_SECONDS_BETWEEN_LOOKS: Final = 60.0
# A sweep takes the write lock for a time in proportion to the database: a twentieth of all the time
# at most, and it is not tried more often than this.
_SHORTEST_PAUSE: Final = 1.0
_PAUSES_TO_SWEEPS: Final = 20
_TELLING_FAILURES: Final = 2
_ENDING_SECONDS: Final = 5.0


class Housekeeping:
    """Tidies up once an hour, and after a deletion for good finishes it and sweeps the file.

    Only a process that answers requests does such chores, in a thread that lives while there are
    any: one that is forked, as gunicorn does, or runs a command has no such thread.
    ``finish_deletions``: as :class:`~scorepad.store.database.database.Database` does it.
    """

    def __init__(
        self,
        engine: Engine,
        line: WriteQueue,
        finish_deletions: Callable[[Callable[[float], object]], None],
        logger: logging.Logger,
    ) -> None:
        self._engine = engine
        self._line = line
        self._finish_deletions = finish_deletions
        self._logger = logger
        self._next_tidy = 0.0
        # For each request; ``None`` before the first.
        self._next_look: float | None = None
        self._lock = Lock()
        self._worker: Thread | None = None
        self._wanted = False
        self._stopping = Event()

    def look(self) -> None:
        """See whether there is a chore, once a minute: for every request of a server.

        It may be from before the start, or from another process.
        """
        if self._next_look is None or monotonic() >= self._next_look:
            self._next_look = monotonic() + _SECONDS_BETWEEN_LOOKS
            if is_due(self._engine):
                self._begin()

    @contextmanager
    def around(self, session: Session) -> Iterator[None]:
        """Tidy up before a write, in its transaction, if that is due; do its chores after it."""
        due = monotonic() >= self._next_tidy
        if due:
            tidy(session)
        yield
        if due:
            self._next_tidy = monotonic() + _SECONDS_BETWEEN_TIDIES
        if leaves_chores(session) and self._next_look is not None:
            self._begin()

    def stop(self) -> None:
        """Do no more: what is still due is done after the next start."""
        self._stopping.set()
        if (worker := self._worker) is not None:
            worker.join(_ENDING_SECONDS)

    def _begin(self) -> None:
        """Have the chores done, however often this is asked for meanwhile."""
        with self._lock:
            self._wanted = True
            # Of a process that was forked meanwhile it is there, but does not live.
            if self._worker is None or not self._worker.is_alive():
                # A daemon: it keeps no process alive.
                self._worker = Thread(target=self._work, name="scorepad-chores", daemon=True)
                self._worker.start()

    def _work(self) -> None:
        """Do what is due until nothing is any more; what the thread does."""
        pause, failures = 0.0, 0
        while not self._stopping.wait(pause):
            with self._lock:
                if not self._wanted:
                    self._worker = None
                    return
                # What is deleted from now on asks for it again.
                self._wanted = False
            fault, pause = self._finish(), _SHORTEST_PAUSE
            if not fault and not self._stopping.is_set():
                fault, pause = self._sweep()
            if fault:
                self._wanted = True
                failures += 1
                # Once may be a page that was just being read.
                if failures == _TELLING_FAILURES:
                    self._logger.warning("What was deleted is still in the database: %s", fault)
            else:
                if failures >= _TELLING_FAILURES:
                    self._logger.warning("What was deleted has left the database.")
                failures = 0

    def _finish(self) -> str:
        try:
            self._finish_deletions(self._stopping.wait)
        except (SQLAlchemyError, TroubleError) as error:
            return reason_of(error)
        return ""

    def _sweep(self) -> tuple[str, float]:
        """Sweep; what is in the way, and for how many seconds others are then left alone."""
        began = monotonic()
        try:
            # In line, so that writers wait for its end and not for SQLite's lock.
            with self._line.turn():
                fault = "" if sweep(self._engine) else "somebody is reading the database"
        except (SQLAlchemyError, TroubleError, sqlite3.Error) as error:
            fault = reason_of(error)
        return fault, max(_SHORTEST_PAUSE, _PAUSES_TO_SWEEPS * (monotonic() - began))
