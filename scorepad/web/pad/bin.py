"""The pad's bin: the games in it; each can be restored or deleted for good on its own page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.store.bin_page import BinPage, bin_page
from scorepad.web import times
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.pager import PageLink, number_in_query
from scorepad.web.urls import game_url, pad_url
from scorepad.web.words.translation import gettext

blueprint = Blueprint("pad_bin", __name__, url_prefix="/pad/<address>/bin")


@dataclass(frozen=True)
class BinnedLink:
    """A game in the bin: its page, its number, and the day on which it was started."""

    url: str
    number: int
    day: Markup


@dataclass(frozen=True)
class BinContext:
    """A page of the bin. ``writes``: whether the viewer can restore games."""

    back: str
    writes: bool
    games: Sequence[BinnedLink]
    pages: Sequence[PageLink]


@blueprint.get("")
def bin_of_pad() -> ResponseReturnValue:
    """The games in the bin, newest first."""
    before = number_in_query("before")
    page = bin_page(db.session(), access.this_pad().id, before)
    context = bin_context(page, first=before is None, writes=access.holds_pen())
    return render_template("pad/bin.html", page=context)


def bin_context(page: BinPage, *, first: bool, writes: bool) -> BinContext:
    """A page of the bin of the request's pad; ``first``: whether no page comes before it."""
    links = []
    if page.older:
        older = pad_url("pad_bin.bin_of_pad", before=page.games[-1].number)
        links.append(PageLink(gettext("Older games"), older, back=False))
    if not first:
        newest = pad_url("pad_bin.bin_of_pad")
        links.append(PageLink(gettext("Newest games"), newest, back=True))
    return BinContext(
        back=pad_url("pad.front"),
        writes=writes,
        games=[
            BinnedLink(game_url("table.table", game.number), game.number, times.day(game.started))
            for game in page.games
        ],
        pages=links,
    )
