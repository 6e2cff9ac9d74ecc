"""A connection of the server: how long it stays open, and how long it may stand still."""

from __future__ import annotations

import time
from collections import Counter
from functools import partial
from typing import Any, Final

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from scorepad.cli.body import RequestParser

# What may lie here unread before a connection gets no more answers.
_MOST_UNREAD_BYTES: Final = 1_000_000


class Task(WSGITask):
    """A request and its answer."""

    def build_response_header(self) -> bytes:
        """The head of the answer. It says if this is the last one on this connection.

        Whoever sends one request after the other and reads no answer would fill the memory, and
        waitress has a thread wait for him. The rest of such requests is dropped.
        """
        if self.channel.total_outbufs_len + (self.content_length or 0) > _MOST_UNREAD_BYTES:
            self.set_close_on_finish()
        head: bytes = super().build_response_header()
        return head

    def set_close_on_finish(self) -> None:
        """Close the connection after the answer, unless its end is known without that.

        Nearly every poll of a following phone is answered 204. Such an answer must not have a
        length (RFC 9110, 8.6), and waitress, which looks for one, would take it for an answer of
        unknown length and close. gunicorn keeps the connection open by itself.
        """
        # HTTP/1.0 closes by default; a client that sends "Connection: close" gets the same header.
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.version == "1.0" or wants_close or self.has_body or self.is_crowded():
            super().set_close_on_finish()

    def is_crowded(self) -> bool:
        """Whether idle connections would keep new ones out, all or those of the same network."""
        channel, server = self.channel, self.channel.server
        return bool(
            len(server.active_channels) * 2 > server.adj.connection_limit
            or channel.of_network[channel.network] * 2 > channel.share
        )


class Channel(HTTPChannel):
    """A connection.

    ``network``: that of the client, with which it shares what one may have; ``None`` for a proxy.
    ``of_network``: how many each network has, of which ``share`` is the most.
    """

    task_class = Task

    def __init__(
        self,
        *of_waitress: Any,
        network: str | None,
        of_network: Counter[str | None],
        share: float,
        **more_of_waitress: Any,
    ) -> None:
        self.network = network
        self.of_network = of_network
        self.share = share
        self.parser_class = partial(RequestParser, network=network)
        super().__init__(*of_waitress, **more_of_waitress)

    def add_channel(self, map: Any = None) -> None:
        """Note that it is open."""
        super().add_channel(map)
        self.of_network[self.network] += 1

    def del_channel(self, map: Any = None) -> None:
        """Note that it is closed; more than once changes nothing."""
        if self._fileno is not None:
            self.of_network[self.network] -= 1
            if not self.of_network[self.network]:
                del self.of_network[self.network]
        super().del_channel(map)

    def stands_still(self, seconds: float) -> bool:
        """Whether a request comes too slowly, or nobody has read of an answer for so long.

        waitress closes idle connections, but none on which it has a request to answer.
        """
        if self.total_outbufs_len:
            return bool(time.time() > self.last_activity + seconds)
        coming: RequestParser | None = self.request
        return coming is not None and not self.requests and coming.is_late(seconds)
