"""Static files, at addresses that change with every release of them; the style sheet is joined.

``/static/<release>/entry.js``: browsers fetch it once and keep it. The release is a folder, so that
a module imports its neighbours by their names alone, from the same release.
"""

from __future__ import annotations

import hashlib
from functools import cache
from io import BytesIO
from typing import Any, Final

from flask import Flask, Response, g, send_file

from scorepad.assets import RELEASE_LETTERS, release, style_sheet

_ENDPOINT: Final = "static"


def setup(app: Flask) -> None:
    """Serve Flask's static files with the release in their address, too.

    A page of another release finds its files as they are now, and is not to keep them.
    """
    app.add_url_rule(
        f"/static/<string(length={RELEASE_LETTERS}):release>/<path:filename>", endpoint=_ENDPOINT
    )
    app.url_value_preprocessor(_take_release)


def send_style_sheet() -> Response:
    """Answer with the style sheet, as Flask does with a file."""
    return send_file(BytesIO(style_sheet()), mimetype="text/css", etag=_style_tag())


@cache
def _style_tag() -> str:
    return hashlib.sha256(style_sheet()).hexdigest()[:RELEASE_LETTERS]


def is_of_this_release() -> bool:
    """Whether the request is for a static file as it is now."""
    return bool(g.get("release") == release())


def _take_release(endpoint: str | None, values: dict[str, Any] | None) -> None:
    if endpoint == _ENDPOINT and values:
        g.release = values.pop("release", None)
