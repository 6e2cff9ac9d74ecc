"""A network between phones and a server that fails when a test says so, in front of any engine.

What a phone sends goes through a proxy of its own address, behind which the server may be stopped,
restored and started again. Neither a service worker nor a killed browser gets around it.
"""

from __future__ import annotations

import random
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Final, Literal

from tests.support.hosting import until
from tests.support.patience import PATIENCE

# What becomes of a request: answered; lost before the server has it, or after; answered later.
Fate = Literal["answered", "lost", "unheard"]
# ``bad``: any fate, by chance, for what is sent; ``held``: nothing that is sent arrives yet.
Weather = Literal["up", "bad", "held", "down"]

_RESET: Final = struct.pack("ii", 1, 0)
_OWN_HEADERS: Final = {"connection", "keep-alive", "transfer-encoding"}


@dataclass
class _Held:
    """A request that has been sent and has not arrived; its fate is decided later."""

    fate: Fate | None = None


@dataclass
class BadNetwork:
    """The network as it is now; ``note`` is told what becomes of requests that are sent."""

    target: int
    chance: random.Random = field(default_factory=random.Random)
    note: Callable[[str], object] = str
    weather: Weather = "up"
    port: int = 0
    posts: int = 0
    """How many requests have been sent so far, whatever became of them."""
    _held: list[_Held] = field(default_factory=list)
    _change: Condition = field(default_factory=Condition)

    @property
    def held(self) -> int:
        """How many requests have been sent and not arrived."""
        return len(self._held)

    @contextmanager
    def is_now(self, meanwhile: Weather) -> Iterator[None]:
        """The network is like this meanwhile; what was held by then is lost."""
        before, self.weather = self.weather, meanwhile
        try:
            yield
        finally:
            self.weather = before
            self.release("lost")

    def wait_for_held(self, requests: int = 1) -> None:
        """Go on as soon as so much is held."""
        until(lambda: self.held >= requests, "something to be sent")

    def release(self, fate: Fate | None = None) -> None:
        """All that is held meets this fate, or each one by chance."""
        with self._change:
            for each in self._held:
                each.fate = fate or self._any_fate()
            self._held.clear()
            self._change.notify_all()

    def fate_of_post(self, path: str) -> Fate:
        """What becomes of a request that is sent."""
        with self._change:
            self.posts += 1
            if self.weather == "held":
                request = _Held()
                self._held.append(request)
                self._change.wait_for(lambda: request.fate, PATIENCE)
                fate = request.fate or "lost"
            else:
                fate = self._any_fate() if self.weather == "bad" else "answered"
            if fate != "answered":
                self.note(f"    {fate}: {path}")
        return fate

    def _any_fate(self) -> Fate:
        return self.chance.choice(("answered", "lost", "unheard"))


@contextmanager
def bad_network(
    target: int, chance: random.Random | None = None, note: Callable[[str], object] = str
) -> Iterator[BadNetwork]:
    """Run a network that leads to a port of this machine."""
    network = BadNetwork(target, chance or random.Random(), note)  # noqa: S311 (no secret)

    class Request(_Request):
        way = network

    with ThreadingHTTPServer(("127.0.0.1", 0), Request) as proxy:
        proxy.daemon_threads = True
        network.port = proxy.server_port
        thread = Thread(target=proxy.serve_forever, args=[0.05])
        thread.start()
        try:
            yield network
        finally:
            network.weather = "down"
            network.release("lost")
            proxy.shutdown()
            thread.join()


class _Request(BaseHTTPRequestHandler):
    """One request, each by a connection of its own."""

    way: BadNetwork

    def do_GET(self) -> None:
        if self.way.weather == "down":
            self._reset()
        else:
            self._answer(b"")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.way.weather == "down":
            return self._reset()
        fate = self.way.fate_of_post(self.path)
        if fate == "lost":
            self._reset()
        else:
            self._answer(body, is_heard=fate == "answered")
        return None

    def _answer(self, body: bytes, *, is_heard: bool = True) -> None:
        wire = HTTPConnection("127.0.0.1", self.way.target, timeout=PATIENCE)
        try:
            wire.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
            for name, value in self.headers.items():
                if name.lower() not in _OWN_HEADERS:
                    wire.putheader(name, value)
            wire.putheader("Connection", "close")
            wire.endheaders(body)
            response = wire.getresponse()
            content = response.read()
        except (OSError, HTTPException):  # The server is away.
            return self._reset()
        finally:
            wire.close()
        if not is_heard:
            return self._reset()
        with suppress(OSError):  # The phone may have gone.
            self.send_response_only(response.status, response.reason)
            for name, value in response.getheaders():
                if name.lower() not in _OWN_HEADERS:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
        return None

    def _reset(self) -> None:
        with suppress(OSError):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self.close_connection = True
        with suppress(OSError):
            self.connection.close()

    def log_message(self, *_arguments: object) -> None:
        """Be quiet."""

    def log_error(self, *_arguments: object) -> None:
        """Be quiet."""
