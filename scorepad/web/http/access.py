"""Who may see and who may write, decided for every request at this one place.

Whoever has a pad's address can see it; only a browser that holds the pad's pen can write in it. A
browser has a secret for each pen that it holds: what it gains with one pad opens no other.
"""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

from flask import Flask, Response, abort, current_app, g, request
from flask import session as browser
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorepad.store.errors import CapError
from scorepad.store.game import snapshot
from scorepad.store.game.access import (
    Access,
    AccessRequest,
    PenSnapshot,
    find_access,
    lock_pad,
)
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.models import Pad
from scorepad.store.pad import pens
from scorepad.store.pad.pads import PadSnapshot
from scorepad.web import database, urls

COOKIE: Final = "scorepad_device"
# As long as browsers keep a cookie; it is renewed with every visit.
_COOKIE_SECONDS: Final = 400 * 24 * 3600
# A cookie has room for 4096 bytes; a secret takes 44 of them, and 65 if somebody made it up.
MOST_PENS: Final = 60
_BETWEEN_SECRETS: Final = "."
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
# Over HTTPS browsers take a cookie of such a name from this very host only, and for all of it.
HOST_PREFIX: Final = "__Host-"
# For a part of it there is no more than this one: set over HTTPS.
_SECURE_PREFIX: Final = "__Secure-"
# Read by static/js/sw.js and static/js/follow.js.
ACCESS_HEADER: Final = "Scorepad-Access"

_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
_View = TypeVar("_View", bound=Callable[..., object])


def setup(app: Flask) -> None:
    """Check every request before it reaches a view."""
    app.before_request(_admit)
    app.after_request(_add_access_header)
    app.after_request(_renew_cookie)


def for_the_pen(view: _View) -> _View:
    """Mark a page that only serves writing: it is shown to the holder of the pen only."""
    # A mark on the function itself stays with it when it is wrapped.
    view.for_the_pen = True  # type: ignore[attr-defined]  # functions have no such attribute
    return view


@dataclass
class Writer:
    """The writer, and what they write in, inside the transaction; the pad is locked."""

    session: Session
    pad_id: int
    device_id: int
    game_row: snapshot.AnyRow | None

    @cached_property
    def pad(self) -> Pad:
        """The pad that the request's address names."""
        return self.session.get_one(Pad, self.pad_id)

    @cached_property
    def game(self) -> GameSnapshot:
        """The game that the request's address names."""
        if self.game_row is None:
            abort(404)
        (game,) = snapshot.assemble(self.session.connection(), [self.game_row])
        return game


@contextmanager
def writing() -> Iterator[Writer]:
    """Begin a write (:func:`scorepad.web.database.writing`) as the holder of the pen.

    The pad and the pen are looked up anew: the request may have waited since it was admitted, and
    the pen may have been withdrawn meanwhile.
    """
    asked: AccessRequest = g.asked
    # A page after this shows the game as it then is.
    g.pop("game", None)
    g.pop("game_row", None)
    with database.writing() as session:
        # On a database server only the statement after the lock sees what others have committed.
        connection = session.connection()
        lock_pad(connection, asked.address)
        target = _target(connection, asked)
        if target.pen is None:
            abort(403)
        yield Writer(session, target.pad.id, target.pen.device_id, target.game)


def this_pad() -> PadSnapshot:
    """The pad that the request's address names."""
    target: Access = g.access
    return target.pad


def this_game() -> GameSnapshot:
    """The game that the request's address names, read when it is first used."""
    if "game" not in g:
        connection, row = database.connection(), g.pop("game_row", None)
        game = (
            snapshot.game_snapshot(connection, this_pad().id, g.asked.number)
            if row is None
            else snapshot.assemble(connection, [row])[0]
        )
        if game is None:
            abort(404)
        g.game = game
    snapshot_of_game: GameSnapshot = g.game
    return snapshot_of_game


def this_pen() -> PenSnapshot | None:
    """The pen of the pad, if the browser that sent the request holds it."""
    target: Access | None = g.get("access")
    return None if target is None else target.pen


def holds_pen() -> bool:
    """Whether the request comes from a browser that holds the pad's pen."""
    return this_pen() is not None


def cookie_name(name: str) -> str:
    """The name of a cookie of ours, with the prefix by which browsers guard it."""
    if not request.is_secure:
        return name
    return (_SECURE_PREFIX if request.script_root else HOST_PREFIX) + name


def secrets_sent() -> list[str]:
    """The secrets of the browser that sent the request, newest last."""
    cookie = request.cookies.get(cookie_name(COOKIE), "")
    secrets = filter(_SECRET.fullmatch, cookie.split(_BETWEEN_SECRETS))
    return list(secrets)[-MOST_PENS:]


def has_pens() -> bool:
    """Whether this browser has been given a pen, of whatever pad, and may hold it still."""
    return bool(secrets_sent())


def secret_of_form(entry_id: str, what: str = "", size: int = pens.SECRET_BYTES) -> str:
    """The secret that a form of this browser makes: the same, however often it is sent.

    An answer that was lost can so be given again. Only those who know the server's key, the
    browser's session and the form's random ``entry_id`` could work it out. ``what``: another
    ``what`` leads to another secret.
    """
    # Each with a length of its own or without a line break.
    parts = "\n".join((browser["csrf_token"], entry_id, what))
    key = str(current_app.secret_key).encode()
    digest = hmac.digest(key, f"secret of a form\n{parts}".encode(), "sha256")
    return urlsafe_b64encode(digest[:size]).decode().rstrip("=")


def remember(session: Session, secret: str) -> None:
    """Give the browser one more secret with the answer to this request.

    Secrets of pens that are gone make room for it, then the oldest that this database does not
    know: another Scorepad on this host may, as cookies know no port. Raises
    :class:`~scorepad.store.errors.CapError` if all are those of pens that it holds.
    """
    sent = [each for each in secrets_sent() if each != secret]
    held, unknown = pens.held_and_unknown(session, sent)
    room = MOST_PENS - 1 - len(held)
    if room < 0:
        raise CapError("own_pens")
    kept = {*held, *unknown[max(0, len(unknown) - room) :]}
    g.secrets = [*(each for each in sent if each in kept), secret]
    g.cookie_changed = True


def _admit() -> None:
    """Find the pad and the game of the address, or answer 404; refuse writes without the pen."""
    arguments = request.view_args or {}
    if request.endpoint is None or "address" not in arguments:
        return
    asked = AccessRequest(arguments.pop("address"), arguments.pop("number", None), secrets_sent())
    g.asked = asked
    target = _target(database.connection(), asked)
    g.game_row = target.game
    if target.pen is not None:
        g.secrets = asked.secrets
    view = current_app.view_functions[request.endpoint]
    writes = request.method not in _SAFE_METHODS
    if (writes or getattr(view, "for_the_pen", False)) and target.pen is None:
        abort(403)


def _target(connection: Connection, asked: AccessRequest) -> Access:
    """The pad, pen and game of the request; answers 404 if there is no such pad or game."""
    g.access = target = find_access(connection, asked)
    if target is None or (target.game is None and asked.number is not None):
        abort(404)
    return target


def _add_access_header(response: Response) -> Response:
    """Tell the service worker what this browser may do in the pad of the address.

    ``write``, ``look``, or ``none`` where there is no such pad: it forgets pages that it kept. Only
    the database knows, so an answer that could not ask it says nothing.
    """
    if "access" in g:
        allowed = "write" if holds_pen() else "look"
        response.headers[ACCESS_HEADER] = "none" if g.access is None else allowed
    return response


def _renew_cookie(response: Response) -> Response:
    secrets = g.get("secrets")
    # A refused request created nothing, so there is no device to remember.
    if not secrets or response.status_code >= 400:
        return response
    # The target of a redirect renews the cookie itself, and the page from which a script asks has
    # done so: its answer may come after that to a new secret, and must not take that away.
    by_script = request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate"
    passing = response.status_code >= 300 or "HX-Request" in request.headers or by_script
    # Only a new secret cannot wait.
    if passing and "cookie_changed" not in g:
        return response
    # An answer that browsers cache, or proxies share, is no place for a secret.
    if "max-age" in response.headers.get("Cache-Control", ""):
        return response
    response.set_cookie(
        cookie_name(COOKIE),
        _BETWEEN_SECRETS.join(secrets),
        max_age=_COOKIE_SECONDS,
        path=urls.cookie_path(),
        httponly=True,
        samesite="Lax",
        # At home there is no HTTPS, and a secure cookie would be dropped.
        secure=request.is_secure,
    )
    return response
