"""PNG pictures of our own SVGs, where the extra ``png`` is installed and there are fonts.

Chat programs show no SVG. resvg draws it in this process; it fetches nothing, for our SVGs refer to
nothing outside of themselves.
"""

from __future__ import annotations

import re
from functools import lru_cache
from threading import Lock
from typing import Final

from flask import abort

from scorepad.web.http import limits

TYPE: Final = "image/png"
# Pixels for each unit of the SVG: sharp on a phone.
ZOOM: Final = 2
# About 200 kB each.
_MOST_KEPT: Final = 32
# Where a font lacks a letter, resvg looks for another one, but not for emoji that are joined of
# several beside letters: those are drawn side by side (a woman, a rocket).
_JOINED: Final = re.compile(
    "[\u2600-\u27bf\U0001f000-\U0001faff][\u200d\ufe0f\u2600-\u27bf\U0001f000-\U0001faff]+"
)
_JOINS: Final = re.compile("[\u200d\ufe0f\U0001f3fb-\U0001f3ff]")
_EMPTY: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'


class PictureError(Exception):
    """No PNG can be made of this SVG."""


class _Pictures:
    """The latest pictures, by their SVG, which is all that they show."""

    def __init__(self) -> None:
        self._pngs: dict[str, bytes] = {}
        self._lock = Lock()

    def of(self, svg: str) -> bytes:
        with self._lock:
            png = self._pngs.get(svg)
        if png is None:
            # It takes some dozen times as long as a page.
            limits.count("pictures") or abort(429)
            png = render_png(svg)
            with self._lock:
                if len(self._pngs) >= _MOST_KEPT:
                    self._pngs.pop(next(iter(self._pngs)))
                self._pngs[svg] = png
        return png


_pictures: Final = _Pictures()


def png_of(svg: str) -> bytes:
    """The SVG as a PNG, rendered once. Raises :class:`PictureError` if that is not possible.

    A network that asks for too many new ones is answered 429.
    """
    return _pictures.of(svg)


@lru_cache(1)
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
        return resvg_py.svg_to_bytes(svg_string=_JOINED.sub(_side_by_side, svg), zoom=ZOOM)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # A panic of resvg is no Exception.
        raise PictureError from error


def _side_by_side(emoji: re.Match[str]) -> str:
    return _JOINS.sub("", emoji[0])
