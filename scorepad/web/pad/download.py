"""Files to keep; those of a whole pad are made first, and then handed to the server to be sent.

A client that reads slowly, or not at all, holds neither a thread nor a transaction, only the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from tempfile import SpooledTemporaryFile
from typing import Final, TypeAlias
from urllib.parse import urlencode

from flask import Response, request
from sqlalchemy import Connection
from werkzeug.wsgi import wrap_file

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.transfer.exporting import FilePart, all_games, file_parts
from scorepad.web import database
from scorepad.web.http import compression, limits
from scorepad.web.urls import number_in_query

_IN_MEMORY: Final = 64 * 1024


def attachment(body: str | bytes | None, mimetype: str, name: str) -> Response:
    """Answer with a file of this name; ``body``: ``None`` if it is put in later."""
    headers = {"Content-Disposition": f"attachment; filename={name}"}
    return Response(body, mimetype=mimetype, headers=headers)


Pieces: TypeAlias = Callable[[Connection, Iterable[GameSnapshot]], Iterable[bytes]]


def download(pad_id: int, pieces: Pieces, mimetype: str, name: str) -> Response:
    """Make a file of the pad's games, as ``pieces`` writes them, and answer with it.

    It has as many games as one file holds, behind the number in the query if there is one; a
    header says where the next ones are. They are as the database is at one moment, which the
    request's own connection need not show.
    Raises :class:`OSError` if the disk is full.
    """
    response = attachment(None, mimetype, name)
    if request.method == "HEAD":
        return response
    limits.spend(limits.FILE_OF_PAD)
    # It has no name, and is gone once it was sent.
    file = SpooledTemporaryFile[bytes](_IN_MEMORY)
    encoding = compression.encoding()
    if encoding:
        response.content_encoding = encoding
    try:
        with database.reading() as connection:
            parts = file_parts(connection, pad_id, number_in_query("after") or 0)
            part = parts[0] if parts else FilePart(0, 0, 0)
            plain = pieces(connection, all_games(connection, pad_id, part.after, part.last))
            # Write piecewise to keep memory flat.
            for piece in compression.compressed(plain) if encoding else plain:
                file.write(piece)
        response.content_length = file.tell()
        file.seek(0)
    except BaseException:
        # A full disk has no room for what is not written yet either.
        with suppress(OSError):
            file.close()
        raise
    if len(parts) > 1:
        onward = {**request.args, "after": str(part.last)}
        response.headers["Link"] = f'<?{urlencode(onward)}>; rel="next"'
    response.response = wrap_file(request.environ, file)
    response.direct_passthrough = True
    return response
