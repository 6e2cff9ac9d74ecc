"""The list of a pad's players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.store.figures.players_page import PlayersPage, player_named, players_page
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.pager import number_in_query
from scorepad.web.urls import pad_url
from scorepad.web.words.figures import share
from scorepad.web.words.names import tag

blueprint = Blueprint("players", __name__, url_prefix="/pad/<address>")


@dataclass(frozen=True)
class PlayerLink:
    """A player in the list, with games and wins."""

    name: Markup
    url: str
    games: int
    wins: str


@dataclass(frozen=True)
class PlayersList:
    """The list. ``first`` and ``next``: URLs of its other pages, if any."""

    back: str
    players: Sequence[PlayerLink]
    by_games: bool
    first: str | None
    next: str | None


@blueprint.get("/players")
def list_of_players() -> ResponseReturnValue:
    """The pad's players, with their games and wins; ``after``: the id of the last one before."""
    session, pad = db.session(), access.this_pad()
    after = number_in_query("after", strict=True)
    if after is not None and player_named(session, pad.id, after) is None:
        abort(404)
    page = players_list(players_page(session, pad.id, after), first=after is None)
    return render_template("figures/players.html", page=page)


def players_list(page: PlayersPage, *, first: bool) -> PlayersList:
    """The list of these players; ``first``: whether it begins with the first of them.

    By games if it has all of them, else by name.
    """
    complete = first and not page.more
    players = page.players
    if complete:
        players = sorted(players, key=lambda each: each.sums.games, reverse=True)
    return PlayersList(
        back=pad_url("pad.front"),
        players=[
            PlayerLink(
                name=tag(each.name),
                url=pad_url("player.player", player=each.id),
                games=each.sums.games,
                wins=share(each.sums.wins, each.sums.games),
            )
            for each in players
        ],
        by_games=complete,
        first=None if first else pad_url("players.list_of_players"),
        next=pad_url("players.list_of_players", after=page.players[-1].id) if page.more else None,
    )
