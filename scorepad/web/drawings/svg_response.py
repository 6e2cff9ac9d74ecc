"""SVG images at addresses of their own, which pages embed with ``<img>``."""

from __future__ import annotations

from typing import Final

from flask import Response, render_template, request

from scorepad.web.preferences import THEMES

SVG_TYPE: Final = "image/svg+xml"
_YEAR: Final = 365 * 24 * 3600


def svg_response(template: str, chart: object, version: str) -> Response:
    """A template's image of a chart; browsers cache it if ``v`` in the query is its version.

    ``theme`` in the query: the theme to draw it in; without a valid one it follows the phone.
    """
    theme = request.args.get("theme")
    image = render_template(template, chart=chart, palette=theme if theme in THEMES else None)
    response = Response(image, mimetype=SVG_TYPE)
    if request.args.get("v") == version:
        response.cache_control.private = True
        response.cache_control.max_age = _YEAR
        response.cache_control.immutable = True
    return response
