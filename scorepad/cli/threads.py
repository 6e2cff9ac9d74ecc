"""The server's threads: some for those who look, some for those who write, a few for large files.

Requests of one kind wait for each other only, first come, first served: writers who wait for the
database, and files that take long to make, keep nobody from looking.
"""

from __future__ import annotations

import re
import time
from typing import Any, Final

from waitress.task import ThreadedTaskDispatcher

_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_FILE: Final = re.compile(r"/pad/[^/]*/(hands\.csv|games\.jsonl)")


class Threads:
    """``count`` threads each for looking and for writing, a quarter of that for files."""

    def __init__(self, count: int) -> None:
        self._looking, self._writing, self._files = (ThreadedTaskDispatcher() for _ in range(3))
        self._looking.set_thread_count(count)
        self._writing.set_thread_count(count)
        self._files.set_thread_count(max(1, count // 4))

    def add_task(self, channel: Any) -> None:
        """Have the next request of a connection answered."""
        request = channel.requests[0]
        # What cannot be read has neither.
        if getattr(request, "command", "GET") not in _SAFE_METHODS:
            self._writing.add_task(channel)
        elif _FILE.fullmatch(getattr(request, "path", "")):
            self._files.add_task(channel)
        else:
            self._looking.add_task(channel)

    def shutdown(self, timeout: float) -> None:
        """End all threads, and wait so many seconds at most for those that are at work."""
        end = time.monotonic() + timeout
        for each in (self._writing, self._files, self._looking):
            each.shutdown(timeout=max(0.0, end - time.monotonic()))
