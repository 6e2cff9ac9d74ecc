"""A connection of the server: it stays open after an answer that has no body.

Nearly every poll of a following phone is answered 204. Such an answer must not have a length
(RFC 9110, 8.6), and waitress, which looks for one, would take it for an answer of unknown length
and close. gunicorn keeps the connection open by itself.
"""

from __future__ import annotations

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from scorepad.cli.body import RequestParser


class Task(WSGITask):
    """A request and its answer."""

    def set_close_on_finish(self) -> None:
        """Close the connection after the answer, unless its end is known without that."""
        # HTTP/1.0 closes by default; a client that sends "Connection: close" gets the same header.
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.version == "1.0" or wants_close or self.has_body or self.is_crowded():
            super().set_close_on_finish()

    def is_crowded(self) -> bool:
        """Whether there are so many connections that idle ones would keep new clients out."""
        server = self.channel.server
        return bool(len(server.active_channels) * 2 > server.adj.connection_limit)


class Channel(HTTPChannel):
    """A connection."""

    task_class = Task
    parser_class = RequestParser
