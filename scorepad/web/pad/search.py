"""Find finished games of the pad: by player, by rules, by year."""

from __future__ import annotations

import re

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.store.figures.finished import Search, games_found, years_played
from scorepad.store.figures.games import DIGEST, agreement, most_used
from scorepad.store.pad.players import players_of
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.pad import blueprint
from scorepad.web.urls import ID, YEAR, number_in_query
from scorepad.web.words.rules import rules_in_short


@blueprint.get("/games")
def find() -> ResponseReturnValue:
    """The games that match the query, newest first; all finished games without a query.

    Answers 404 if the pad has no such player or rules.
    """
    connection, pad = database.connection(), access.this_pad().id
    player, year = _value("player", ID), _value("year", YEAR)
    search = Search(
        int(player) if player else None, _value("rules", DIGEST), int(year) if year else None
    )
    before = number_in_query("before")
    players, rules = players_of(connection, pad), [*most_used(connection, pad)]
    if search.player is not None and search.player not in dict(players):
        abort(404)
    if search.agreement is not None and search.agreement not in {each.id for each in rules}:
        # Only those that are used most are offered.
        rules.insert(0, agreement(connection, pad, search.agreement) or abort(404))
    return render_template(
        "pad/search.html",
        search=search,
        players=players,
        rules=[(each.id, rules_in_short(each.ruleset)) for each in rules],
        years=[(year, year) for year in years_played(connection, pad)],
        found=games_found(connection, pad, search, "before", before),
        first=before is None,
    )


def _value(name: str, spelling: re.Pattern[str]) -> str | None:
    """The value of this name in the query; an empty one means no choice."""
    text = request.args.get(name, "")
    if not text:
        return None
    return text if spelling.fullmatch(text) else abort(404)
