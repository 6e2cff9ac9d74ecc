"""What a phone has chosen for its pages: language, theme, who uses it, and its time zone.

The footer's switches are links, each of which stores a choice in a cookie and comes back to the
page. The cookies do not have our prefix: lookers-on still share one page for each language and
theme (``table/poll``). Who uses the phone, which turns the picture of the table, is in the session.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from flask import Blueprint, abort, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.http import access
from scorepad.web.words import translation

blueprint: Final = Blueprint("footer", __name__)

# The colour of the browser's bars by theme: that of the top of the page.
BARS: Final = {"light": "#1f5a3f", "dark": "#0f1f17", "black": "#000000"}
THEMES: Final = tuple(BARS)
THEME_COOKIE: Final = "theme"
_COOKIE_SECONDS: Final = 400 * 24 * 3600
# Such as America/Argentina/Salta: no path elsewhere, no hidden file.
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,40}(?:/[A-Za-z0-9_+-]{1,40}){0,2}")
# The session's key for the players who use this phone, by pad: in the last few pads, so that the
# next game of the same people is turned the right way from the start.
_PLAYERS: Final = "players"
_MOST_PADS: Final = 10


def theme() -> str | None:
    """The theme that was chosen, ``None`` to follow the phone."""
    chosen = request.cookies.get(THEME_COOKIE)
    return chosen if chosen in THEMES else None


def zone_of_reader() -> ZoneInfo | None:
    """The time zone that a script told, for pictures, files and titles; ``None`` if unknown.

    Pages have times in UTC, which the script converts: they are the same for all who look on.
    """
    name = request.cookies.get("zone", "")
    try:
        return ZoneInfo(name) if _ZONE.fullmatch(name) else None
    except (LookupError, OSError, ValueError):
        return None


def player_here(address: str) -> int | None:
    """The id of the player who uses this phone in the pad of this address, if it is known."""
    player: int | None = session.get(_PLAYERS, {}).get(_short(address))
    return player


def seat_of_user(game: GameSnapshot) -> int | None:
    """The seat of this phone's user, if it is known and they play in this game."""
    player = player_here(access.this_pad().address)
    return next((seat.seat for seat in game.seats if seat.player_id == player), None)


def remember_user(game: GameSnapshot, seat: int | None) -> None:
    """Remember the seat of this phone's user, ``None`` for a looker-on; the table turns to it."""
    key, players = _short(access.this_pad().address), dict(session.get(_PLAYERS, {}))
    players.pop(key, None)
    if seat is not None:
        players[key] = game.seats[seat].player_id
    session[_PLAYERS] = dict([*players.items()][-_MOST_PADS:])


def _short(address: str) -> str:
    """So much of a pad's address that one phone's pads are told apart.

    Not the row's id, which another pad may get once this one is deleted.
    """
    return address[:8]


@blueprint.get("/language/<code>")
def choose_language(code: str) -> ResponseReturnValue:
    """Use this language from now on, and go back to the page with the link."""
    if code not in translation.LANGUAGES:
        abort(404)
    return _store(translation.COOKIE, code)


@blueprint.get("/theme/<name>")
def choose_theme(name: str) -> ResponseReturnValue:
    """Use this theme from now on, or the phone's, and go back to the page with the link."""
    if name not in (*THEMES, "phone"):
        abort(404)
    return _store(THEME_COOKIE, None if name == "phone" else name)


def _store(cookie: str, choice: str | None) -> Response:
    """Store the choice in a cookie (``None`` deletes it) and redirect to the page with the link."""
    response = redirect(_back(), code=303)
    response.set_cookie(
        cookie,
        choice or "",
        max_age=_COOKIE_SECONDS if choice else 0,
        path=urls.cookie_path(),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


def _back() -> str:
    """The page that the link was on, or the first one."""
    try:
        came_from = urlsplit(request.referrer or "")
    except ValueError:
        return url_for("start.index")
    if came_from.netloc != request.host or came_from.path == urls.this_path():
        return url_for("start.index")
    # One slash: two would make it an address on another server.
    path = f"/{came_from.path.lstrip('/')}"
    return f"{path}?{came_from.query}" if came_from.query else path
