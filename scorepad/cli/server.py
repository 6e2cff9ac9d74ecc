"""The HTTP server: waitress, with limits that keep it open for everybody, and an orderly end."""

from __future__ import annotations

import logging
import select
import socket
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Any, Final
from wsgiref.types import WSGIApplication

import waitress
from waitress import wasyncore
from waitress.server import BaseWSGIServer

from scorepad.cli.channel import Channel
from scorepad.cli.threads import Threads
from scorepad.settings import DEFAULT_CONNECTIONS
from scorepad.web.network import network_of

# Enough for a cookie of 4 kB and a long Referer.
_MOST_HEADER_BYTES: Final = 16 * 1024
# More than the app accepts, so that the app's own page answers a body that is a little too long.
_MOST_BODY_BYTES: Final = 128 * 1024
# One network has a share of them, so that it keeps nobody else out; a browser opens six.
_SHARE: Final = 4
_FEWEST_OF_ONE: Final = 8
# File descriptors for the database and everything else.
_OTHER_FILES: Final = 200
# Connections on which nothing moves are closed after this time: more than the 10 s between a
# phone's polls.
_STILL_SECONDS: Final = 15
_CROWDED: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"Retry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)
# Less than the 10 s between Docker's stop signal and its kill.
_ENDING_SECONDS: Final = 8


class Server:
    """waitress, listening for an app; requests wait until :meth:`run`.

    ``threads``: see :class:`~scorepad.cli.threads.Threads`. ``connections``: how many there can be,
    unless the system allows fewer; one network has a quarter of them. ``behind_proxy``: clients
    come through a proxy, so that nobody knows here whose connection it is.

    Raises :class:`OSError` if it cannot listen there, :class:`ValueError` if there is no such host.
    """

    def __init__(
        self,
        app: WSGIApplication,
        host: str,
        port: int,
        threads: int,
        *,
        connections: int = DEFAULT_CONNECTIONS,
        behind_proxy: bool = False,
        still_seconds: int = _STILL_SECONDS,
        ending_seconds: float = _ENDING_SECONDS,
    ) -> None:
        self._behind_proxy = behind_proxy
        self._still_seconds = still_seconds
        self._ending_seconds = ending_seconds
        self._next_look = 0.0
        # Everything that waitress has open, by file descriptor.
        self._open: dict[int, Any] = {}
        self._most_open = _most_connections(connections)
        self._of_network: Counter[str | None] = Counter()
        share = max(_FEWEST_OF_ONE, self._most_open // _SHARE)
        self._share = inf if behind_proxy else share
        self._threads = Threads(threads)
        waitress.create_server(
            app,
            map=self._open,
            host=host,
            port=port,
            _dispatcher=self._threads,
            max_request_header_size=_MOST_HEADER_BYTES,
            max_request_body_size=_MOST_BODY_BYTES,
            # Only a file is longer (scorepad/cli/body.py), and is written to disk.
            inbuf_overflow=2 * _MOST_BODY_BYTES,
            connection_limit=self._most_open,
            channel_timeout=still_seconds,
            cleanup_interval=max(1, still_seconds // 3),
            # Unlike select(), it takes any number of connections.
            asyncore_use_poll=True,
            # No Server header: what serves concerns nobody.
            ident=None,
            # The app decides which headers of proxies it believes.
            clear_untrusted_proxy_headers=False,
            # An answer that breaks off is in the app's log; waitress would write its address there.
            log_socket_errors=False,
        )
        # A phone asks for several files at once: that they queue for a moment is no news.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        # Several for a name that has an address of IPv4 and one of IPv6.
        self._listeners = self._all(BaseWSGIServer)
        for listener in self._listeners:
            listener.channel_class = self._take

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._listeners[0].effective_port)

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._all(Channel))

    def run(self, is_over: Callable[[], bool]) -> None:
        """Answer requests until ``is_over``, and then those that have been received in full.

        For these there are a few seconds; idle connections are closed at once.
        """
        while not is_over():
            self._run_once()
        end = time.monotonic() + self._ending_seconds
        for listener in self._listeners:
            self._stop_listening(listener)
        while self._close_idle() and time.monotonic() < end:
            self._run_once()
        # A client that has hung up may still be being served.
        self._threads.shutdown(timeout=max(0.0, end - time.monotonic()))
        wasyncore.close_all(self._open, ignore_all=True)

    def wake(self) -> None:
        """Make the loop check at once whether to stop; safe in any thread and signal handler."""
        self._listeners[0].pull_trigger()

    def _run_once(self) -> None:
        """Run the event loop once: wait for something to happen, for a second at most."""
        wasyncore.loop(timeout=1, use_poll=True, map=self._open, count=1)
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + 1
            for channel in self._all(Channel):
                if channel.stands_still(self._still_seconds):
                    # waitress only closes what can be written to.
                    channel.handle_close()

    def _take(
        self, listener: Any, connection: socket.socket, client: Any, *more: Any, **of_waitress: Any
    ) -> None:
        """Take a new connection, unless its network has its share of them."""
        network = None if self._behind_proxy else network_of(client[0])
        if self._of_network[network] >= self._share:
            with connection, suppress(OSError):
                connection.send(_CROWDED)
            return
        Channel(
            *(listener, connection, client, *more),
            network=network,
            of_network=self._of_network,
            share=self._share,
            **of_waitress,
        )

    def _all(self, kind: type[Any]) -> list[Any]:
        return [each for each in list(self._open.values()) if isinstance(each, kind)]

    def _stop_listening(self, listener: Any) -> None:
        """Accept pending connections, and no new ones."""
        before = -1
        while before < len(self._open) < self._most_open:
            before = len(self._open)
            listener.handle_accept()
        # Not the listener's own close(): that also takes away what wakes it.
        wasyncore.dispatcher.close(listener)

    def _close_idle(self) -> bool:
        """Close idle connections; whether others are left."""
        for channel in self._all(Channel):
            if channel.requests or channel.total_outbufs_len or _has_more(channel.socket):
                # The answer says that it is the last one, unless it is on its way already.
                for request in channel.requests[-1:]:
                    request.headers["CONNECTION"] = "close"
            else:
                channel.handle_close()
        return bool(self._all(Channel))


def _has_more(connection: socket.socket) -> bool:
    try:
        return bool(connection.recv(1, socket.MSG_PEEK))
    except OSError:
        return False


def _most_connections(connections: int) -> int:
    """How many there can be, ``connections`` at most; our limit of files is raised if need be."""
    if not hasattr(select, "poll"):
        # On Windows: select() takes 512.
        return min(connections, 400)
    import resource

    files, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + _OTHER_FILES
    if files != resource.RLIM_INFINITY and files < wanted:
        raised = wanted if most_files == resource.RLIM_INFINITY else min(wanted, most_files)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most_files))
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return connections
    return min(connections, max(files - _OTHER_FILES, files // 2))
