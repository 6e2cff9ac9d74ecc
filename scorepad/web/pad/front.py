"""The pad's front page: its name, its games, and links to everything else; its bin and its card."""

from __future__ import annotations

from collections.abc import Sequence

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from scorepad.store.figures.finished import GamesPage, Way, games_page
from scorepad.store.game.lists import bin_page, has_bin
from scorepad.store.pad import pads
from scorepad.store.transfer.exporting import fits_one_file
from scorepad.web import database, qr
from scorepad.web.forms import NameForm, read_name
from scorepad.web.http import access
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.urls import number_in_query, pad_url


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """The running games first, then the others, newest first."""
    return _page()


@blueprint.post("/name")
def give_name() -> ResponseReturnValue:
    """Give the pad a name."""
    name, faults = read_name(NameForm())
    if faults:
        return _page(name, faults), 422
    with access.writing() as writer:
        pads.name_pad(writer.session, writer.pad, writer.device_id, name)
    return redirect(pad_url("pad.front"), code=303)


@blueprint.get("/name")
def redirect_to_front() -> ResponseReturnValue:
    """Redirect a browser that reloads a refused name, or goes back to it, to the front page."""
    return redirect(pad_url("pad.front"))


def _page(name: str | None = None, faults: Sequence[str] = ()) -> str:
    """The front page; ``name``: one that was refused, with what is wrong with it."""
    connection, pad = database.connection(), access.this_pad()
    return render_template(
        "pad/front.html",
        pad=pad,
        games=_games(connection, pad.id),
        has_bin=has_bin(connection, pad.id),
        in_parts=not fits_one_file(connection, pad.id),
        name=pad.name or "" if name is None else name,
        faults=faults,
    )


def _games(connection: Connection, pad_id: int) -> GamesPage:
    """The page of games that the query names, by default the first one."""
    ways: tuple[Way, ...] = ("before", "after", "running")
    for way in ways:
        if (number := number_in_query(way)) is not None:
            return games_page(connection, pad_id, way, number)
    return games_page(connection, pad_id, "oldest" if "oldest" in request.args else None)


@blueprint.get("/bin")
def bin_of_pad() -> ResponseReturnValue:
    """The games in the bin, newest first; each is restored or deleted on its own page."""
    before = number_in_query("before")
    page = bin_page(database.connection(), access.this_pad().id, before)
    return render_template("pad/bin.html", page=page, first=before is None)


@blueprint.get("/card")
def card() -> ResponseReturnValue:
    """A card for the wall, to be printed as A6: the pad's name, and its address as a QR code."""
    pad = access.this_pad()
    link = url_for("pad.front", address=pad.address, _external=True)
    return render_template(
        "pad/card.html", pad=pad, link=link, code=qr.code(link), only_here=qr.only_here(link)
    )
