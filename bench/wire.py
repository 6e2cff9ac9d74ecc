"""A wire between a browser and a server that counts what goes over it, whoever asked for it.

Chromium tells what a page asks for from what its service worker does; a data plan does not.
"""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

_PIECE: Final = 65_536
_REQUEST: Final = re.compile(rb"^GET ([^ ?]+)", re.MULTILINE)
_QUIET_SECONDS: Final = 2.0
_SECONDS: Final = 30.0


@dataclass
class Wire:
    """The wire's own address, what was asked for over it, and the bytes of all answers so far."""

    address: str
    asked: list[str] = field(default_factory=list)
    size: int = 0
    _busy: float = 0.0

    def begin(self) -> None:
        """Count from here."""
        self.asked.clear()
        self.size = 0

    def wait_for(self, endings: Collection[str]) -> None:
        """Wait until all these have been asked for, and nothing has come for a while."""
        deadline = time.monotonic() + _SECONDS
        while not all(any(each.endswith(ending) for each in self.asked) for ending in endings) or (
            time.monotonic() - self._busy < _QUIET_SECONDS
        ):
            if time.monotonic() > deadline:
                raise TimeoutError(f"waited in vain for {endings}")
            time.sleep(0.1)

    def note_asked(self, piece: bytes) -> None:
        """Count the requests in what a browser sends; none has a body."""
        self.asked += [address.decode() for address in _REQUEST.findall(piece)]

    def note_answered(self, piece: bytes) -> None:
        """Count a piece of an answer."""
        self.size += len(piece)
        self._busy = time.monotonic()


@contextmanager
def wired(server: str) -> Iterator[Wire]:
    """A wire to the server of this address, until the end of the block."""
    with socket.create_server(("127.0.0.1", 0)) as front:
        wire = Wire(f"http://127.0.0.1:{front.getsockname()[1]}")
        threading.Thread(
            target=_accept, args=(front, urlsplit(server).port, wire), daemon=True
        ).start()
        try:
            yield wire
        finally:
            # Closing alone would not wake the thread.
            with suppress(OSError):
                front.shutdown(socket.SHUT_RDWR)


def _accept(front: socket.socket, port: int, wire: Wire) -> None:
    with suppress(OSError):  # The end.
        while True:
            browser, _ = front.accept()
            server = socket.create_connection(("127.0.0.1", port))
            _pass_on(browser, server, wire.note_asked)
            _pass_on(server, browser, wire.note_answered)


def _pass_on(source: socket.socket, goal: socket.socket, note: Callable[[bytes], None]) -> None:
    """Pass on what comes, in a thread of its own, until nothing more does."""

    def go_on() -> None:
        with suppress(OSError):
            while piece := source.recv(_PIECE):
                note(piece)
                goal.sendall(piece)
        with suppress(OSError):
            goal.shutdown(socket.SHUT_WR)

    threading.Thread(target=go_on, daemon=True).start()
