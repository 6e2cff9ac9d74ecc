"""Static files, at addresses that change with every release of them.

``/static/<release>/scorepad.js``: browsers fetch it once and keep it.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, send_file

from scorepad.assets import RELEASE_LETTERS, release, static_files

_IMMUTABLE: Final = "public, max-age=31536000, immutable"
# Explicit, because the table of the mimetypes module differs between systems.
_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}


def setup(app: Flask) -> None:
    """Serve Flask's static files with the release in their address, too.

    A page of another release finds its files as they are now, and is not to keep them.
    """
    app.add_url_rule(
        f"/static/<string(length={RELEASE_LETTERS}):release>/<path:filename>", endpoint="static"
    )


def send(file: str, of: str | None) -> Response:
    """Answer with a static file, or 404; the sources of joined files are not served.

    ``of``: the release in its address. One that is of this release is fetched once; of others
    Flask's default stays: browsers ask again at every use.
    """
    body = static_files().get(file)
    if body is None:
        abort(404)
    tag = hashlib.sha256(body).hexdigest()[:RELEASE_LETTERS]
    response = send_file(BytesIO(body), mimetype=_TYPES[Path(file).suffix], etag=tag)
    if of == release() and response.status_code < 400:
        response.headers["Cache-Control"] = _IMMUTABLE
    return response
