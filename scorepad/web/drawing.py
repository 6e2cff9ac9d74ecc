"""Drawings with an address of their own: SVG images, which pages show as they show a photograph."""

from __future__ import annotations

from typing import Final

from flask import Response, render_template, request

from scorepad.web.http.theme import BARS

_YEAR: Final = 365 * 24 * 3600


def drawing(template: str, chart: object, version: str) -> Response:
    """The image that a template makes of a chart; browsers keep it if ``v`` is its version.

    ``theme`` in its address: the one to draw it in, without one (or another word) the phone's.
    """
    theme = request.args.get("theme")
    image = render_template(template, chart=chart, palette=theme if theme in BARS else None)
    response = Response(image, mimetype="image/svg+xml")
    if request.args.get("v") == version:
        response.cache_control.private = True
        response.cache_control.max_age = _YEAR
        response.cache_control.immutable = True
    return response
