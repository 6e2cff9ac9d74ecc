"""Static files, at addresses that change with every release of them.

``/static/<release>/scorepad.js``: browsers fetch it once and keep it.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, abort, g, send_file

from scorepad.assets import RELEASE_LETTERS, release, static_files

_ENDPOINT: Final = "static"
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
        f"/static/<string(length={RELEASE_LETTERS}):release>/<path:filename>", endpoint=_ENDPOINT
    )
    app.url_value_preprocessor(_take_release)


def send(file: str) -> Response:
    """Answer with a static file, or 404; the sources of joined files are not served."""
    body = static_files().get(file)
    if body is None:
        abort(404)
    tag = hashlib.sha256(body).hexdigest()[:RELEASE_LETTERS]
    return send_file(BytesIO(body), mimetype=_TYPES[Path(file).suffix], etag=tag)


def is_of_this_release() -> bool:
    """Whether the request is for a static file as it is now."""
    return bool(g.get("release") == release())


def _take_release(endpoint: str | None, values: dict[str, Any] | None) -> None:
    if endpoint == _ENDPOINT and values:
        g.release = values.pop("release", None)
