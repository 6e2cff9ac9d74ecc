"""What stands in the head of every page but its title: colours, icons, style sheet and scripts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import request
from markupsafe import Markup

from scorepad.web.fragments import rendered
from scorepad.web.http.theme import BARS

# Each theme and none, for servers with several mount points. It has no words.
_REMEMBERED: Final = 32


def page_head(theme: str | None) -> Markup:
    """The head of this request's page; ``theme``: the one that was chosen."""
    return _page_head(request.script_root, theme)


@lru_cache(_REMEMBERED)
def _page_head(_script_root: str, chosen: str | None) -> Markup:
    return rendered("_head.html", chosen=chosen, bars=BARS)
