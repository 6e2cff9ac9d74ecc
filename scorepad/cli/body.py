"""Limits the bodies of requests: only an import may send much.

A body is read in full before the app is asked, so it cannot be known yet who sends it: only a few
such requests are read at a time, and what they send goes to the disk, not to memory.
"""

from __future__ import annotations

import copy
import re
from typing import Any, Final
from weakref import WeakSet

from waitress.parser import HTTPRequestParser

# A little more than the app takes, so that its own page answers a file that is a little too large.
_MOST_FILE_BYTES: Final = 21_000_000
_MOST_FILES: Final = 4
_IN_MEMORY: Final = 512 * 1024
_WITH_A_FILE: Final = re.compile(rb"POST /pad/[\w-]{1,43}/import[ ?]")


class RequestParser(HTTPRequestParser):
    """A request as it comes in."""

    adj: Any
    # A request leaves the set once it is answered, or its connection is closed.
    _large: Final[WeakSet[RequestParser]] = WeakSet()

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of the request, and know by it how much may follow."""
        if _WITH_A_FILE.match(header_plus) and len(self._large) < _MOST_FILES:
            self._large.add(self)
            self.adj = _for_a_file(self.adj)
        super().parse_header(header_plus)


def _for_a_file(adjustments: Any) -> Any:
    larger = copy.copy(adjustments)
    larger.max_request_body_size = _MOST_FILE_BYTES
    larger.inbuf_overflow = _IN_MEMORY
    return larger
