"""Files to keep; those of a whole pad are made first, and then handed to the server to be sent.

Whoever reads slowly, or nothing at all, keeps neither a thread nor a look at the database, only the
file: of these one network has few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from tempfile import SpooledTemporaryFile
from typing import Final

from flask import Response, abort, request
from sqlalchemy import Connection
from werkzeug.wsgi import wrap_file

from scorepad.store.database.write_queue import Places
from scorepad.store.trouble import BusyError
from scorepad.web import database
from scorepad.web.http import compression
from scorepad.web.network import network_of

# Files of one network that are being made, or not yet read to their end.
MOST_FILES: Final = 2
_PLACES: Final = Places(MOST_FILES)
_IN_MEMORY: Final = 64 * 1024


class _File(SpooledTemporaryFile[bytes]):
    """A file that has no name, and is gone once it was sent; then its place is free."""

    def __init__(self, place: ExitStack) -> None:
        super().__init__(_IN_MEMORY)
        self._place = place

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._place.close()


def attachment(body: str | bytes | None, mimetype: str, name: str) -> Response:
    """Answer with a file of this name; ``body``: ``None`` if it is put in later."""
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(body, mimetype=mimetype, headers=headers)


def download(pieces: Callable[[Connection], Iterable[bytes]], mimetype: str, name: str) -> Response:
    """Make a file of what ``pieces`` reads from the database, and answer with it.

    It shows the whole database as it is at one moment, which the request's own connection need not.
    Answers 429 if the client's network has too many files under way. Raises :class:`OSError` if
    there is no room for it.
    """
    response = attachment(None, mimetype, name)
    if request.method == "HEAD":
        return response
    place = ExitStack()
    try:
        place.enter_context(_PLACES.place(network_of(request.remote_addr)))
    except BusyError:
        abort(429)
    file = _File(place)
    encoding = compression.encoding_for(request.headers.get("Accept-Encoding", ""))
    if encoding:
        response.content_encoding = encoding
    try:
        with database.reading() as connection:
            plain = pieces(connection)
            # Written one by one, it leaves the memory in time.
            for piece in compression.compressed(plain) if encoding else plain:
                file.write(piece)
        response.content_length = file.tell()
        file.seek(0)
    except BaseException:
        # A full disk has no room for what is not written yet either.
        with suppress(OSError):
            file.close()
        raise
    response.response = wrap_file(request.environ, file)
    response.direct_passthrough = True
    return response
