"""Limits requests while they come in: only an import may send much, and nobody takes for ever.

A body is read in full before the app is asked, so it cannot be known yet who sends it: only some
such requests are read at a time, two of one network, and what they send goes to the disk, not to
memory.
"""

from __future__ import annotations

import copy
import re
import time
from typing import Any, Final
from weakref import WeakSet

from waitress.parser import HTTPRequestParser
from waitress.utilities import Error

# A little more than the app takes, so that its own page answers a file that is a little too large.
_MOST_FILE_BYTES: Final = 21_000_000
MOST_FILES: Final = 16
MOST_FILES_OF_ONE: Final = 2
_WITH_A_FILE: Final = re.compile(rb"POST /pad/[\w-]{1,43}/import[ ?]")
# What a slow phone sends at least.
_BYTES_PER_SECOND: Final = 8_000


class _CrowdedError(Error):
    """The answer if there is no place for a large body."""

    code = 503
    reason = "Service Unavailable"

    def __init__(self) -> None:
        super().__init__("Other files are on their way; please try again in a moment.")

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        status, headers, body = super().to_response(ident)
        return status, [*headers, ("Retry-After", "10")], body


class RequestParser(HTTPRequestParser):
    """A request as it comes in, from its first byte on.

    ``network``: that of the client; ``None`` if it is not known, and has no share.
    """

    adj: Any
    # A request leaves the set once it is answered, or its connection is closed.
    _large: Final[WeakSet[RequestParser]] = WeakSet()

    def __init__(self, adjustments: Any, network: str | None = None) -> None:
        super().__init__(adjustments)
        self.network = network
        self._began = time.monotonic()

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head of the request, and know by it how much may follow."""
        super().parse_header(header_plus)
        # The body has its own time.
        self._began = time.monotonic()
        long = self.chunked or self.content_length >= self.adj.max_request_body_size
        if not (long and _WITH_A_FILE.match(header_plus)):
            return
        if self._is_crowded():
            self.error = _CrowdedError()
            self.completed = True
            # Otherwise waitress would ask for the body all the same.
            self.expect_continue = False
        else:
            self._large.add(self)
        self.adj = copy.copy(self.adj)
        self.adj.max_request_body_size = _MOST_FILE_BYTES

    def is_late(self, seconds: float) -> bool:
        """Whether it comes too slowly: its head in more than so many seconds, or its body.

        A body has as much time, and more the longer it is.
        """
        more = self.body_bytes_received / _BYTES_PER_SECOND
        late: bool = time.monotonic() > self._began + seconds + more
        return late

    def _is_crowded(self) -> bool:
        same = sum(each.network == self.network for each in self._large)
        return len(self._large) >= MOST_FILES or (
            self.network is not None and same >= MOST_FILES_OF_ONE
        )
