"""Polls of following pages: hundreds of phones may follow a game, and none may delay a save.

A page that follows a game asks every 1.5 seconds whether it went on. Nearly always it did not, and
one look-up answers that before anything else. When it did, the page is rendered once for all
phones without one of our cookies, which have no pen and no seat: they all see the same page.
"""

from __future__ import annotations

import re
from threading import Lock
from typing import Final

from flask import Flask, Response, g, request

from scorepad.store.game.access import GameState, game_state
from scorepad.store.secrets import is_address
from scorepad.web import database
from scorepad.web.http import access, compression
from scorepad.web.preferences import theme
from scorepad.web.words.translation import language

_ENDPOINTS: Final = ("table.table", "table.middle")
_QUERY: Final = re.compile(
    rb"(?:seen=([0-9]{1,9})(?:&next=([0-9]{1,9}))?(?:&pen=([0-9]{1,9}))?)?", re.ASCII
)
# The most pages that are kept: about 6 kB each, or 40 kB for clients without compression.
_MOST_PAGES: Final = 100


def setup(app: Flask) -> None:
    """Answer ``GET table?seen=<revision>`` with 204 while that is the game's revision.

    A table's page must change with the revision only, and once the game is over with ``next``, the
    number of the game that is played then. A page that writes asks with its ``pen``, and changes
    when that is withdrawn too. Called before all other parts: their checks are not needed for this,
    and a page is kept as it is sent.
    """
    pages = _Pages()
    app.before_request(lambda: _answer(pages))
    app.after_request(pages.keep)


def _answer(pages: _Pages) -> Response | None:
    if request.endpoint not in _ENDPOINTS or request.method != "GET":
        return None
    query, table = _QUERY.fullmatch(request.query_string), request.view_args or {}
    own = any("scorepad_" in name for name in request.cookies)
    if not query or (own and not query[1]) or not is_address(table["address"]):
        return None
    seen, following, pen = (None if each is None else int(each) for each in query.groups())
    state = game_state(database.connection(), table["address"], table["number"], pen)
    if state is None:
        return None
    if seen is not None and (seen, following) == (state.revision, state.next):
        return Response(status=204)
    # Without the number of a revision, htmx is given a page that takes the focus.
    takes_focus = "HX-Request" in request.headers and seen is None
    return None if own or pen is not None or takes_focus else pages.find(state)


class _Pages:
    """The pages of lookers-on, by the game's state and all of a request that they show."""

    def __init__(self) -> None:
        self._pages: dict[tuple[object, ...], bytes] = {}
        self._lock = Lock()

    def find(self, state: GameState) -> Response | None:
        """Answer the request with the page of this state; without one the app renders it."""
        coding = compression.encoding()
        # To htmx a page goes without its head.
        part = "HX-Request" in request.headers
        key = (state, coding, language(), theme(), request.root_url, request.path, part)
        if key not in self._pages:
            g.shared_page = key
            return None
        headers = {access.ACCESS_HEADER: "look", "Vary": "Cookie"}
        response = Response(self._pages[key], headers=headers)
        if coding:
            response.content_encoding = coding
        return response

    def keep(self, response: Response) -> Response:
        """Keep a page that was missing. It may be newer than its state, never older."""
        key = g.pop("shared_page", None)
        if key and response.status_code == 200 and "Set-Cookie" not in response.headers:
            with self._lock:
                if len(self._pages) >= _MOST_PAGES:
                    del self._pages[next(iter(self._pages))]
                self._pages[key] = response.get_data()
        return response
