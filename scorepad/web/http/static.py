"""Static files, at addresses that change with every release of them.

``/static/<release>/scorepad.js``: browsers fetch it once and keep it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, request

from scorepad.assets import release, static_files

# Explicit, because the table of the mimetypes module differs between systems.
_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}


def setup(app: Flask) -> None:
    """Serve the static files in place of Flask, which knows no release."""
    app.add_url_rule("/static/<of>/<filename>", "static", _send)


def _send(filename: str, of: str) -> Response:
    """Answer with a static file; the sources of joined files are not served.

    ``of``: the release in the address. A page of another release finds its files as they are now,
    and browsers ask again at every use.
    """
    body = static_files().get(filename)
    if body is None:
        abort(404)
    response = Response(body, mimetype=_TYPES[Path(filename).suffix])
    current = of == release()
    response.headers["Cache-Control"] = (
        "public, max-age=31536000, immutable" if current else "no-cache"
    )
    # Weak, because it is the same for every content coding.
    response.set_etag(hashlib.sha256(body).hexdigest(), weak=True)
    response.make_conditional(request)
    return response
