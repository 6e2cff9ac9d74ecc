"""Those who want to write, in line: first come, first served, and nobody takes the whole line.

SQLite has one writer at a time, and whom it lets in next is chance. So the threads of a process
line up here before they ask it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from threading import Condition, Lock
from time import monotonic
from typing import Final

from scorepad.store.trouble import BusyError

# Waiting or writing, for one who asks: a phone that repeats itself, and what it repeats.
MOST_PLACES: Final = 2
# How long a writer waits for another process before it gives up.
BUSY_SECONDS: Final = 5
# Whoever is ahead in line is at work, and comes to an end: this only keeps a mistake of ours from
# holding every thread for good.
_MOST_SECONDS: Final = 120


class Places:
    """Places of which each who asks has so many at a time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()
        self._lock = Lock()

    @contextmanager
    def place(self, who: Hashable) -> Iterator[None]:
        """Take a place for as long as the block lasts.

        Raises :class:`~scorepad.store.trouble.BusyError` if ``who`` has no more; ``None`` has any
        number.
        """
        with self._lock:
            if who is not None and self._taken[who] >= self._most:
                raise BusyError("others of the same network have all of its places")
            self._taken[who] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken[who] -= 1
                if not self._taken[who]:
                    del self._taken[who]


class WriteQueue:
    """The line of one process.

    ``at_once``: how many may write at the same time.
    """

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: deque[object] = deque()
        self._places = Places(MOST_PLACES)
        self._changed = Condition()
        self._last_wrote = 0.0

    @contextmanager
    def turn(self, who: Hashable = None) -> Iterator[float]:
        """Wait for a turn; it lasts as long as the block.

        ``who``: one of those who have ``MOST_PLACES`` each; ``None`` has any number. Gives the
        seconds to wait for the lock if another process holds it: as many as are left since the
        writer came, or since anybody of this line wrote. So all who wait for the same stuck process
        give up together. Raises :class:`~scorepad.store.trouble.BusyError`.
        """
        came = monotonic()
        with self._places.place(who):
            self._wait()
            stuck = False
            try:
                yield max(0.0, max(came, self._last_wrote) + BUSY_SECONDS - monotonic())
            except BusyError:
                stuck = True
                raise
            finally:
                with self._changed:
                    self._free += 1
                    if not stuck:
                        self._last_wrote = monotonic()
                    self._changed.notify_all()

    def _wait(self) -> None:
        ticket = object()
        with self._changed:
            self._waiting.append(ticket)
            try:
                if not self._changed.wait_for(
                    lambda: self._free and self._waiting[0] is ticket, _MOST_SECONDS
                ):
                    raise BusyError("nobody ahead in line has come to an end")
                self._free -= 1
            finally:
                self._waiting.remove(ticket)
                # With several at once, the next one may be free to go, too.
                self._changed.notify_all()
