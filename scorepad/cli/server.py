"""The HTTP server at home: waitress with its own settings. The open net needs a proxy before it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from typing import Any, Final
from wsgiref.types import WSGIApplication

import waitress

from scorepad.settings import SetupError

# Enough for a cookie of 4 kB and a long Referer.
_MOST_HEADER_BYTES: Final = 16 * 1024
# A little more than the app takes, so that its own page answers a file that is a little too large.
_MOST_BODY_BYTES: Final = 21_000_000
# Idle connections are closed after this time: more than the 10 s between a phone's slowest polls.
_IDLE_SECONDS: Final = 15


@dataclass(frozen=True)
class Server:
    """A server that listens: its port, and how to serve and to stop listening."""

    port: int
    run: Callable[[], None]
    close: Callable[[], None]


def listening(
    app: WSGIApplication, host: str, port: int, *, threads: int, connections: int
) -> AbstractContextManager[Server]:
    """waitress, listening; ``run`` serves until a :class:`KeyboardInterrupt`.

    Requests that are being answered then get 5 s to finish. Raises
    :class:`~scorepad.settings.SetupError` if it cannot listen there.
    """
    try:
        server: Any = waitress.create_server(
            app,
            host=host,
            port=port,
            threads=threads,
            connection_limit=connections,
            channel_timeout=_IDLE_SECONDS,
            cleanup_interval=_IDLE_SECONDS // 3,
            max_request_header_size=_MOST_HEADER_BYTES,
            max_request_body_size=_MOST_BODY_BYTES,
            # Unlike select(), it takes any number of connections.
            asyncore_use_poll=True,
            ident=None,
            # The app decides which headers of proxies it believes.
            clear_untrusted_proxy_headers=False,
            log_socket_errors=False,
        )
    except OSError as error:
        raise SetupError(f"cannot listen on {host}, port {port}: {error.strerror}") from error
    except ValueError as error:
        raise SetupError(f"cannot listen on {host}: there is no such address") from error
    # A phone asks for several files at once; that they queue for a moment is normal.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    # A name with an IPv4 and an IPv6 address has two listeners.
    addresses = getattr(server, "effective_listen", None)
    own_port = addresses[0][1] if addresses else server.effective_port
    return closing(Server(int(own_port), server.run, server.close))
