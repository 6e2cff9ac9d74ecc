"""Who may see and who may write, decided for every request at this one place.

Whoever has a pad's address can see it; only a browser that holds the pad's pen can write in it. A
browser has a secret for each pen that it holds: what it gains with one pad opens no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, ParamSpec, TypeVar

from flask import Flask, Response, abort, current_app, g, request
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorepad.rules import Ruleset
from scorepad.store import games, snapshot
from scorepad.store.models import Device, Game, Pad
from scorepad.store.snapshot import GameSnapshot
from scorepad.store.visit import (
    PadSnapshot,
    PenSnapshot,
    Sender,
    Visit,
    lock_pad,
    visit,
)
from scorepad.web import database
from scorepad.web.database import db
from scorepad.web.http import converters

COOKIE: Final = "scorepad_device"
# As long as browsers keep a cookie; it is renewed with every visit.
_COOKIE_SECONDS: Final = 400 * 24 * 3600
# A cookie has room for 4096 bytes; a secret takes 44 of them.
_MOST_SECRETS: Final = 60
_BETWEEN_SECRETS: Final = "."
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
# Over HTTPS browsers take a cookie of such a name from this very host only, and for all of it.
HOST_PREFIX: Final = "__Host-"
# Read by static/js/sw.js.
PEN_HEADER: Final = "Scorepad-Pen"

_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
P = ParamSpec("P")
R = TypeVar("R")


def setup(app: Flask) -> None:
    """Check every request before it reaches a view."""
    converters.setup(app)
    app.before_request(_admit)
    app.after_request(_add_pen_header)
    app.after_request(_renew_cookie)


def for_the_pen(view: Callable[P, R]) -> Callable[P, R]:
    """Mark a page that only serves writing: it is shown to the holder of the pen only."""
    # A mark on the function itself stays with it when it is wrapped.
    view.for_the_pen = True  # type: ignore[attr-defined]  # functions have no such attribute
    return view


@dataclass
class Writer:
    """The writer, and the game they write in, inside the transaction.

    The pad is locked. Models, which most verbs change, are read when they are first used.
    """

    session: Session
    connection: Connection
    pad_id: int
    device_id: int
    number: int | None
    game_row: Sequence[Any] | None

    @cached_property
    def pad(self) -> Pad:
        """The pad that the request's address names."""
        return self.session.get_one(Pad, self.pad_id)

    @cached_property
    def device(self) -> Device:
        """The device that holds the pen."""
        return self.session.get_one(Device, self.device_id)

    @cached_property
    def game(self) -> Game:
        """The game that the request's address names."""
        game = (
            None
            if self.number is None
            else games.game_numbered(self.session, self.pad, self.number)
        )
        if game is None:
            abort(404)
        return game

    @cached_property
    def game_snapshot(self) -> GameSnapshot:
        """The same game as rows."""
        if self.game_row is None:
            abort(404)
        (game,) = snapshot.assemble(self.connection, [self.game_row])
        return game


@contextmanager
def writing() -> Iterator[Writer]:
    """Begin a write (:func:`scorepad.web.database.writing`) as the holder of the pen.

    The pad and the pen are looked up anew: the request may have waited since it was admitted, and
    the pen may have been withdrawn meanwhile.
    """
    sender: Sender = g.sender
    # A page after this shows the game as it then is.
    g.pop("game", None)
    g.pop("game_row", None)
    with database.writing() as session:
        # On a database server only the statement after the lock sees what others have committed.
        connection = session.connection()
        lock_pad(connection, sender.address)
        target = _target(connection, sender)
        if target.pen is None:
            abort(403)
        yield Writer(
            session, connection, target.pad.id, target.pen.device_id, sender.number, target.game
        )


def this_pad() -> PadSnapshot:
    """The pad that the request's address names."""
    target: Visit = g.visit
    return target.pad


def this_game() -> GameSnapshot:
    """The game that the request's address names, read when it is first used."""
    if "game" not in g:
        session, row = db.session(), g.pop("game_row", None)
        game = (
            snapshot.game_snapshot(session, this_pad().id, g.sender.number)
            if row is None
            else snapshot.assemble(session.connection(), [row])[0]
        )
        if game is None:
            abort(404)
        g.game = game
    snapshot_of_game: GameSnapshot = g.game
    return snapshot_of_game


def this_ruleset() -> Ruleset:
    """The rules of that game, which are all that is needed to read a hand."""
    target: Visit = g.visit
    if target.ruleset is None:
        abort(404)
    return target.ruleset


def this_pen() -> PenSnapshot | None:
    """The pen of the pad, if the browser that sent the request holds it."""
    target: Visit | None = g.get("visit")
    return None if target is None else target.pen


def holds_pen() -> bool:
    """Whether the request comes from a browser that holds the pad's pen."""
    return this_pen() is not None


def secrets_sent() -> list[str]:
    """The secrets of the browser that sent the request, newest last."""
    name = COOKIE if not request.is_secure else HOST_PREFIX + COOKIE
    # Pens from before the prefix are still valid.
    cookie = request.cookies.get(name) or request.cookies.get(COOKIE) or ""
    secrets = filter(_SECRET.fullmatch, cookie.split(_BETWEEN_SECRETS))
    return list(secrets)[-_MOST_SECRETS:]


def remember(secret: str) -> None:
    """Give the browser one more secret with the answer to this request."""
    g.secrets = [*secrets_sent(), secret][-_MOST_SECRETS:]
    g.cookie_changed = True


def _admit() -> None:
    """Find the pad and the game of the address, or answer 404; refuse writes without the pen."""
    arguments = request.view_args or {}
    if request.endpoint is None or "address" not in arguments:
        return
    sender = Sender(arguments.pop("address"), arguments.pop("number", None), secrets_sent())
    g.sender = sender
    g.visit = target = _target(db.session().connection(), sender)
    g.game_row = target.game
    if target.pen is not None:
        g.secrets = sender.secrets
    view = current_app.view_functions[request.endpoint]
    writes = request.method not in _SAFE_METHODS
    if (writes or getattr(view, "for_the_pen", False)) and target.pen is None:
        abort(403)


def _target(connection: Connection, sender: Sender) -> Visit:
    """The pad, pen and game of the request; answers 404 if there is no such pad or game."""
    target = visit(connection, sender)
    if target is None or (target.game is None and sender.number is not None):
        abort(404)
    return target


def _add_pen_header(response: Response) -> Response:
    """Tell the service worker whether this browser holds the pen of the pad.

    Without the pen it forgets the pages that need one.
    """
    if "sender" in g:
        response.headers[PEN_HEADER] = "yes" if holds_pen() else "no"
    return response


def _renew_cookie(response: Response) -> Response:
    # A refused request created nothing, so there is no device to remember.
    if response.status_code >= 400:
        return response
    # The target of a redirect renews the cookie itself, and the page that htmx changes has done so;
    # only a new secret cannot wait.
    passing = response.status_code >= 300 or "HX-Request" in request.headers
    if passing and "cookie_changed" not in g:
        return response
    # An answer that browsers cache, or proxies share, is no place for a secret.
    if response.cache_control.max_age is not None:
        return response
    if secrets := g.get("secrets"):
        response.set_cookie(
            HOST_PREFIX + COOKIE if request.is_secure else COOKIE,
            _BETWEEN_SECRETS.join(secrets),
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            # At home there is no HTTPS, and a secure cookie would be dropped.
            secure=request.is_secure,
        )
    return response
