"""The service worker, and the page that it shows where nothing else is kept."""

from __future__ import annotations

import json
from typing import Final

from flask import Response, render_template, request, url_for

from scorepad.assets import release, script, static_files
from scorepad.web import urls
from scorepad.web.http.headers import HTMX
from scorepad.web.phone.blueprint import blueprint

# No page that is kept shows them: they are for the home screen, or for pages that need the network.
_NOT_KEPT: Final = (
    *("icon-512.png", "icon-maskable-512.png"),
    *("start.css", "start.js", "figures.css", "send.js", "card.css", "card.js"),
)
# The worker also fetches htmx from its CDN.
_POLICY: Final = f"default-src 'none'; script-src 'self'; connect-src 'self' {HTMX}"


@blueprint.get("/sw.js")
def worker() -> Response:
    """The service worker, with the files of this release: it changes with any of them."""
    offline = url_for("phone.offline")
    files = [file for file in static_files() if file not in _NOT_KEPT]
    data = {
        "name": release(),
        "root": request.script_root,
        "files": [urls.static_url(file) for file in files],
        "offline": offline,
        "htmx": HTMX,
    }
    code = f"const release = {json.dumps(data)};\n{script('sw')}"
    response = Response(code, mimetype="text/javascript")
    response.headers["Content-Security-Policy"] = _POLICY
    return response


@blueprint.get("/offline")
def offline() -> str:
    """The page that is shown offline in place of one that is not cached."""
    return render_template("phone/offline.html")
