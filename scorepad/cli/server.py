"""The HTTP server: waitress, with limits that keep it open for everybody, and an orderly end."""

from __future__ import annotations

import logging
import select
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from wsgiref.types import WSGIApplication

import waitress
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer

from scorepad.cli.channel import Channel

# Enough for a cookie of 4 kB and a long Referer.
_MOST_HEADER_BYTES: Final = 16 * 1024
# More than the app accepts, so that the app's own page answers a body that is a little too long.
_MOST_BODY_BYTES: Final = 128 * 1024
_MOST_CONNECTIONS: Final = 800
# File descriptors for the database and everything else.
_OTHER_FILES: Final = 200
# Idle connections are closed after this time: more than the 10 s between a phone's polls.
_IDLE_SECONDS: Final = 15
# Less than the 10 s between Docker's stop signal and its kill.
_ENDING_SECONDS: Final = 8


class Server:
    """waitress, listening for an app; requests wait until :meth:`run`.

    Raises :class:`OSError` if it cannot listen there, :class:`ValueError` if there is no such host.
    """

    def __init__(
        self,
        app: WSGIApplication,
        host: str,
        port: int,
        threads: int,
        *,
        idle_seconds: int = _IDLE_SECONDS,
        ending_seconds: float = _ENDING_SECONDS,
    ) -> None:
        self._ending_seconds = ending_seconds
        # Everything that waitress has open, by file descriptor.
        self._open: dict[int, Any] = {}
        self._most_open = _most_connections()
        waitress.create_server(
            app,
            map=self._open,
            host=host,
            port=port,
            threads=threads,
            max_request_header_size=_MOST_HEADER_BYTES,
            max_request_body_size=_MOST_BODY_BYTES,
            # Never reached: nothing of a body is written to disk but a file (scorepad/cli/body.py).
            inbuf_overflow=2 * _MOST_BODY_BYTES,
            connection_limit=self._most_open,
            channel_timeout=idle_seconds,
            cleanup_interval=max(1, idle_seconds // 3),
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
            listener.channel_class = Channel
        self._threads = self._listeners[0].task_dispatcher

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._listeners[0].effective_port)

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

    def _all(self, kind: type[Any]) -> list[Any]:
        return [each for each in self._open.values() if isinstance(each, kind)]

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
        for channel in self._all(HTTPChannel):
            if channel.requests or channel.total_outbufs_len or _has_more(channel.socket):
                # The answer says that it is the last one, unless it is on its way already.
                for request in channel.requests[-1:]:
                    request.headers["CONNECTION"] = "close"
            else:
                channel.handle_close()
        return bool(self._all(HTTPChannel))


def _has_more(connection: socket.socket) -> bool:
    """Whether there is unread data."""
    try:
        return bool(connection.recv(1, socket.MSG_PEEK))
    except OSError:
        return False


def _most_connections() -> int:
    """How many connections there can be; the system's limit for us is raised if need be."""
    if not hasattr(select, "poll"):
        # On Windows: select() takes 512.
        return 400
    import resource

    files, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_CONNECTIONS + _OTHER_FILES
    if files != resource.RLIM_INFINITY and files < wanted:
        raised = wanted if most_files == resource.RLIM_INFINITY else min(wanted, most_files)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, most_files))
        files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return _MOST_CONNECTIONS
    return min(_MOST_CONNECTIONS, max(files - _OTHER_FILES, files // 2))
