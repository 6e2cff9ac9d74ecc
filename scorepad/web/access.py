"""Who may see and who may write, decided for every request at this one place.

Whoever has a pad's address can see it; only a device that holds the pad's pen can write in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from flask import Flask, Response, abort, current_app, g, request
from werkzeug.routing import IntegerConverter

from scorepad.store import games, pads, pens
from scorepad.store.engine import begin_writing
from scorepad.store.models import Device, Game, Pad
from scorepad.web.database import db

COOKIE: Final = "scorepad_device"
# As long as browsers keep a cookie; it is renewed with every visit.
_COOKIE_SECONDS: Final = 400 * 24 * 3600

_SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
P = ParamSpec("P")
R = TypeVar("R")


class Count(IntegerConverter):
    """A number of games or hands in an address: as high as anybody counts, and no higher."""

    regex = r"\d{1,6}"


class Id(IntegerConverter):
    """The number that the database gave something: no higher than it can count."""

    regex = r"\d{1,9}"


def setup(app: Flask) -> None:
    """Check every request before it reaches a view."""
    app.url_map.converters.update(count=Count, id=Id)
    app.before_request(_admit)
    app.after_request(_renew_cookie)


def for_the_pen(view: Callable[P, R]) -> Callable[P, R]:
    """Mark a page that is only good for writing: it is shown only to who holds the pen."""
    view.for_the_pen = True  # type: ignore[attr-defined]
    return view


def this_pad() -> Pad:
    """The pad that the request's address names."""
    pad: Pad = g.pad
    return pad


def this_game() -> Game:
    """The game that the request's address names."""
    game: Game = g.game
    return game


def this_device() -> Device | None:
    """The device that sent the request, if it holds or held a pen."""
    device: Device | None = g.get("device")
    return device


def writer() -> Device:
    """The device that sent the request, which holds the pen."""
    device = this_device()
    assert device is not None and g.pen  # noqa: S101, PT018 (_admit let nobody else through)
    return device


def holds_pen() -> bool:
    """Whether the request comes from a device that holds the pad's pen."""
    return g.pen is not None


def remember(secret: str) -> None:
    """Give the browser its device secret with the answer to this request."""
    g.secret = secret


def _admit() -> None:
    """Find the pad and the game of the address, or answer 404; refuse writes without the pen."""
    g.pen = None
    if request.endpoint is None or request.endpoint == "static":
        return
    writing = request.method not in _SAFE_METHODS
    if writing:
        begin_writing(db.session())
    if secret := request.cookies.get(COOKIE):
        g.device = pens.device_with(db.session(), secret)
        if g.device is not None:
            g.secret = secret
    arguments = request.view_args or {}
    if "address" not in arguments:
        return
    pad = pads.pad_at(db.session(), arguments.pop("address"))
    if pad is None:
        abort(404)
    g.pad = pad
    device = this_device()
    g.pen = device and pens.pen_of(db.session(), device, pad)
    if "number" in arguments:
        game = games.game_numbered(db.session(), pad, arguments.pop("number"))
        if game is None:
            abort(404)
        g.game = game
    view = current_app.view_functions[request.endpoint]
    if (writing or getattr(view, "for_the_pen", False)) and not g.pen:
        abort(403)


def _renew_cookie(response: Response) -> Response:
    # A refused request made nothing, no device either.
    if response.status_code < 400 and (secret := g.get("secret")):
        response.set_cookie(
            COOKIE,
            secret,
            max_age=_COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            # At home there is no HTTPS, and a secure cookie would be dropped.
            secure=request.is_secure,
        )
    return response
