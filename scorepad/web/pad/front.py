"""The pad as a whole: its front page and name, its bin and its card, and deleting it for good."""

from __future__ import annotations

from collections.abc import Sequence

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from scorepad.names import name_key
from scorepad.store.figures.finished import GamesPage, Way, games_page
from scorepad.store.game.lists import bin_page
from scorepad.store.pad import pads
from scorepad.store.pad.forget import delete_pad
from scorepad.store.pad.pads import PadSnapshot
from scorepad.store.transfer.exporting import fits_one_file
from scorepad.web import database
from scorepad.web.forms import read_name, read_text
from scorepad.web.http import access
from scorepad.web.pad import blueprint
from scorepad.web.urls import number_in_query, pad_url
from scorepad.web.words.translation import gettext


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """The running games first, then the others, newest first."""
    return _page()


@blueprint.post("/name")
def give_name() -> ResponseReturnValue:
    """Give the pad a name."""
    name, faults = read_name()
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
        has_bin=bin_page(connection, pad.id).rows,
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
    return render_template("pad/card.html", pad=pad, link=link)


@blueprint.get("/delete")
@access.for_the_pen
def ask_to_delete() -> ResponseReturnValue:
    """Ask for the name or address of the pad, and explain what deletion means."""
    return _ask_to_delete()


@blueprint.post("/delete")
def delete() -> ResponseReturnValue:
    """Delete the pad, if its name or its address was typed."""
    typed, faults = read_text("typed")
    pad = access.this_pad()
    if faults:
        return _ask_to_delete(" ".join(faults)), 422
    if not is_called(pad, typed):
        if pad.name:
            return _ask_to_delete(gettext("That is neither this pad’s name nor its code.")), 422
        return _ask_to_delete(gettext("That is not this pad’s code.")), 422
    with access.writing() as writer:
        delete_pad(writer.session, writer.pad)
    flash(gettext("The pad was deleted, with everything in it."))
    return redirect(url_for("start.index"), code=303)


def is_called(pad: PadSnapshot, text: str) -> bool:
    """Whether a text is the pad's name in any case, its address, or the URL of one of its pages."""
    if pad.name and name_key(text) == name_key(pad.name):
        return True
    return pad.address in (text, text.partition("/pad/")[2].partition("/")[0])


def _ask_to_delete(fault: str = "") -> str:
    pad = access.this_pad()
    binned = bin_page(database.connection(), pad.id).rows
    return render_template("pad/delete.html", pad=pad, has_bin=binned, fault=fault)
