"""The writers of one process in line: first come, first served.

SQLite has one writer at a time, and whom it lets in next is chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic
from typing import Final

from scorepad.store.trouble import BusyError

# How long a writer waits for another process before it gives up.
BUSY_SECONDS: Final = 5
_SECONDS_AT_LEAST: Final = 0.5
# An import takes two.
_SECONDS_IN_LINE: Final = 2 * BUSY_SECONDS


class Line:
    """Lets one in at a time."""

    def __init__(self) -> None:
        self._line: deque[object] = deque()
        self._changed = Condition()

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Wait for a turn, which lasts as long as the block.

        Gives the seconds to wait for another process: counted from now on for each, the last of a
        line would wait for minutes. Raises :class:`~scorepad.store.trouble.BusyError`.
        """
        ticket, came = object(), monotonic()
        self._line.append(ticket)
        try:
            with self._changed:
                if not self._changed.wait_for(lambda: self._line[0] is ticket, _SECONDS_IN_LINE):
                    raise BusyError("those ahead in line take too long")
            yield max(_SECONDS_AT_LEAST, came + BUSY_SECONDS - monotonic())
        finally:
            with self._changed:
                self._line.remove(ticket)
                self._changed.notify_all()
