"""The list of a pad's players."""

from __future__ import annotations

from flask import abort, render_template
from flask.typing import ResponseReturnValue

from scorepad.store.figures.players_page import players_page
from scorepad.store.lists.players import player_named
from scorepad.web.database import db
from scorepad.web.figures.blueprint import blueprint
from scorepad.web.http import access
from scorepad.web.pager import number_in_query


@blueprint.get("/players")
def list_of_players() -> ResponseReturnValue:
    """The pad's players, with their games and wins; ``after``: the id of the last one before.

    By games if the page has all of them, else by name.
    """
    session, pad = db.session(), access.this_pad()
    after = number_in_query("after", strict=True)
    if after is not None and player_named(session, pad.id, after) is None:
        abort(404)
    page = players_page(session, pad.id, after)
    players, by_games = page.rows, after is None and not page.more
    if by_games:
        players = sorted(players, key=lambda each: each.sums.games, reverse=True)
    return render_template(
        "figures/players.html",
        page=page,
        players=players,
        by_games=by_games,
        first=after is None,
    )
