"""The manifest, with which a phone puts Scorepad on its home screen."""

from __future__ import annotations

import json
from typing import Final

from flask import Response, url_for

from scorepad.web import urls
from scorepad.web.phone.blueprint import blueprint
from scorepad.web.words import messages
from scorepad.web.words.translation import gettext, language

_FELT: Final = "#1f5a3f"
# Made by ``make icons``. A phone may cut a maskable one into any shape.
_ICONS: Final = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest, in the language of the request."""
    icons = [
        {"src": urls.static_url(file), "sizes": sizes, "type": kind, "purpose": purpose}
        for file, sizes, kind, purpose in _ICONS
    ]
    data = {
        "id": url_for("start.index"),
        "name": "Scorepad",
        "short_name": "Scorepad",
        "description": gettext(messages.DESCRIPTION),
        "lang": language(),
        "start_url": url_for("phone.play"),
        "scope": url_for("start.index"),
        "display": "standalone",
        "background_color": _FELT,
        "theme_color": _FELT,
        "categories": ["games", "utilities"],
        "icons": icons,
        "shortcuts": [
            {
                "name": gettext(messages.NEW_GAME),
                "url": url_for("phone.new_game"),
                "icons": [icons[1]],
            }
        ],
    }
    return Response(json.dumps(data), mimetype="application/manifest+json")
