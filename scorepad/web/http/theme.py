"""The theme of a request: the one chosen on a page; without a choice pages follow the phone.

The choice is a cookie of its own, without the prefix of ours: clients that have no other still
share one page for each theme (``table/poll``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from flask import request

# The colour of the browser's bars by theme: that of the top of the page.
BARS: Final = {"light": "#1f5a3f", "dark": "#0f1f17", "black": "#000000"}
THEMES: Final = tuple(BARS)
COOKIE: Final = "theme"
# Other values of the cookie are ignored.
_CHOSEN: Final = re.compile(rf"(?:^|; ?){COOKIE}=({'|'.join(THEMES)})(?=;|$)")


def theme_of(environ: Mapping[str, Any]) -> str | None:
    """The theme that was chosen, ``None`` to follow the phone."""
    cookies = environ.get("HTTP_COOKIE", "")
    # Most have none, and a search for the word alone is quicker.
    chosen = _CHOSEN.search(cookies) if COOKIE in cookies else None
    return chosen[1] if chosen else None


def theme() -> str | None:
    """The theme of this request, ``None`` to follow the phone."""
    return theme_of(request.environ)
