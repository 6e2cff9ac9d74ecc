"""The head of every page except its title: colours, icons, style sheet and scripts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import request
from markupsafe import Markup

from scorepad.web.fragments import render_fragment
from scorepad.web.http.theme import BARS

# Themes × mount points; the head contains no translated text.
_CACHE_SIZE: Final = 32


def page_head(theme: str | None) -> Markup:
    """The head of this request's page in the chosen theme, ``None`` to follow the phone."""
    return _page_head(request.script_root, theme)


@lru_cache(_CACHE_SIZE)
def _page_head(_script_root: str, chosen: str | None) -> Markup:
    return render_fragment("_head.html", chosen=chosen, bars=BARS)
