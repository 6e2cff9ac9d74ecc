"""Pictures at addresses of their own: SVGs, which pages embed with ``<img>``, and PNGs of them.

Chat programs show no SVG. Where the extra ``png`` is installed and there are fonts, resvg draws it
in this process; it fetches nothing, for these SVGs refer to nothing outside of themselves.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from flask import Response, abort, render_template, request

from scorepad.web.http import limits
from scorepad.web.preferences import THEMES

SVG_TYPE: Final = "image/svg+xml"
# Pixels for each unit of the SVG: sharp on a phone.
ZOOM: Final = 2
# Where a font lacks a letter, resvg looks for another one, but not for emoji that are joined of
# several beside letters: those are drawn side by side (a woman, a rocket).
_JOINED: Final = re.compile(
    "[\u2600-\u27bf\U0001f000-\U0001faff][\u200d\ufe0f\u2600-\u27bf\U0001f000-\U0001faff]+"
)
_JOINS: Final = re.compile("[\u200d\ufe0f\U0001f3fb-\U0001f3ff]")
_EMPTY: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'


class PictureError(Exception):
    """No PNG can be made of this SVG."""


def svg_response(template: str, chart: object, version: str) -> Response:
    """A template's image of a chart; browsers cache it if ``v`` in the query is its version.

    ``theme`` in the query: the theme to draw it in; without a valid one it follows the phone.
    """
    theme = request.args.get("theme")
    image = render_template(template, chart=chart, palette=theme if theme in THEMES else None)
    response = Response(image, mimetype=SVG_TYPE)
    if request.args.get("v") == version:
        response.cache_control.private = True
        response.cache_control.max_age = 365 * 24 * 3600
        response.cache_control.immutable = True
    return response


def png_response(svg: str) -> Response:
    """Answer with the SVG as a PNG; 404 where this server makes none, 429 to who asks for many."""
    if not available():
        abort(404)
    # It takes some dozen times as long as a page.
    limits.spend(limits.PICTURE)
    try:
        return Response(render_png(svg), mimetype="image/png")
    except PictureError:
        # An odd letter in a name, for instance: an SVG is better than no picture.
        return Response(svg, mimetype=SVG_TYPE)


@cache
def available() -> bool:
    """Whether this server can make a PNG with words on it."""
    try:
        return render_png(_EMPTY.format('<text y="15">A</text>')) != render_png(_EMPTY.format(""))
    except (ImportError, PictureError):
        return False


def render_png(svg: str) -> bytes:
    """The SVG as a PNG. Raises :class:`PictureError` if that is not possible."""
    # Loaded by the first picture: commands do without.
    import resvg_py

    try:
        drawn = _JOINED.sub(lambda emoji: _JOINS.sub("", emoji[0]), svg)
        return resvg_py.svg_to_bytes(svg_string=drawn, zoom=ZOOM)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # A panic of resvg is no Exception.
        raise PictureError from error
