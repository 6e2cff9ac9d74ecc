"""Scorepad as an app of the phone: its manifest, where its icon leads, and its service worker."""

from __future__ import annotations

import json
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.assets import release, script, static_files
from scorepad.store.game.lists import newest_running
from scorepad.store.pad.pens import pads_held
from scorepad.web import database, urls
from scorepad.web.http import access
from scorepad.web.http.headers import HTMX, POLICY
from scorepad.web.preferences import BARS
from scorepad.web.words.translation import gettext, language

blueprint: Final = Blueprint("phone", __name__)

# Made by ``make icons``. A phone may cut a maskable one into any shape.
_ICONS: Final = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-maskable-512.png", "512x512", "image/png", "maskable"),
)
# No page that is kept shows them: they are for the home screen, or for pages that need the network.
_NOT_KEPT: Final = (
    *("icon-512.png", "icon-maskable-512.png"),
    *("start.css", "start.js", "figures.css", "send.js", "card.css", "card.js"),
)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest for the home screen, in the language of the request."""
    icons = [
        {"src": urls.static_url(file), "sizes": sizes, "type": kind, "purpose": purpose}
        for file, sizes, kind, purpose in _ICONS
    ]
    data = {
        "id": url_for("start.index"),
        "name": "Scorepad",
        "short_name": "Scorepad",
        "description": gettext("Keeps score for Hearts at a real table"),
        "lang": language(),
        "start_url": url_for("phone.play"),
        "scope": url_for("start.index"),
        "display": "standalone",
        "background_color": BARS["light"],
        "theme_color": BARS["light"],
        "categories": ["games", "utilities"],
        "icons": icons,
        "shortcuts": [
            {
                "name": gettext("New game"),
                "url": url_for("phone.new_game"),
                "icons": [icons[1]],
            }
        ],
    }
    return Response(json.dumps(data), mimetype="application/manifest+json")


@blueprint.get("/play")
def play() -> ResponseReturnValue:
    """Lead to the newest running game of the pads whose pens this phone holds."""
    pads = pads_held(database.connection(), access.secrets_sent())
    game = newest_running(database.connection(), [pad.id for pad in pads])
    if game is None:
        return redirect(url_for("start.index"))
    address, number = game
    return redirect(url_for("table.table", address=address, number=number))


@blueprint.get("/play/new")
def new_game() -> ResponseReturnValue:
    """Lead to the form for a new game in the newest pad whose pen this phone holds."""
    pads = pads_held(database.connection(), access.secrets_sent())
    if not pads:
        return redirect(url_for("start.new_pad"))
    return redirect(url_for("pad.new_game", address=pads[0].address))


@blueprint.get("/sw.js")
def worker() -> Response:
    """The service worker, with the files of this release: it changes with any of them."""
    data = {
        "name": release(),
        "root": request.script_root,
        "files": [urls.static_url(file) for file in static_files() if file not in _NOT_KEPT],
        "offline": url_for("phone.offline"),
        "htmx": HTMX,
    }
    code = f"const release = {json.dumps(data)};\n{script('sw')}"
    response = Response(code, mimetype="text/javascript")
    # The worker also fetches htmx from its CDN.
    response.headers[POLICY] = f"default-src 'none'; script-src 'self'; connect-src 'self' {HTMX}"
    return response


@blueprint.get("/offline")
def offline() -> str:
    """The page that is shown offline in place of one that is not cached."""
    return render_template("phone/offline.html")
