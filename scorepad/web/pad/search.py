"""Find finished games of the pad: by player, by rules, by year."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TypeVar

from flask import abort, render_template, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from scorepad.store.figures.games import DIGEST, AgreementSnapshot, agreement, most_used
from scorepad.store.game.lists import Search, games_found, years_played
from scorepad.store.pad.players import NamedPlayer, player_named, players_offered
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.pad import blueprint
from scorepad.web.urls import ID, YEAR, number_in_query
from scorepad.web.words.rules import rules_in_short

T = TypeVar("T", NamedPlayer, AgreementSnapshot)
K = TypeVar("K", int, str)


@blueprint.get("/games")
def find() -> ResponseReturnValue:
    """The games that match the query, newest first; all finished games without a query.

    Answers 404 if the pad has no such player or rules.
    """
    connection, pad = database.connection(), access.this_pad()
    search, before = _search(), number_in_query("before")
    return render_template(
        "pad/search.html",
        search=search,
        players=_with_chosen(players_offered(connection, pad.id), search.player, player_named),
        rules=[
            (each.id, rules_in_short(each.ruleset))
            for each in _with_chosen(most_used(connection, pad.id), search.agreement, agreement)
        ],
        years=[(year, year) for year in years_played(connection, pad.id)],
        found=games_found(connection, pad.id, search, before),
        first=before is None,
    )


def _search() -> Search:
    player, agreement, year = (
        _value(name, spelling)
        for name, spelling in (("player", ID), ("rules", DIGEST), ("year", YEAR))
    )
    return Search(int(player) if player else None, agreement, int(year) if year else None)


def _value(name: str, spelling: re.Pattern[str]) -> str | None:
    """The value of this name in the query; an empty one means no choice."""
    text = request.args.get(name, "")
    if not text:
        return None
    return text if spelling.fullmatch(text) else abort(404)


def _with_chosen(
    offered: Sequence[T], chosen: K | None, find: Callable[[Connection, int, K], T | None]
) -> Sequence[T]:
    """What is offered, preceded by the chosen one if it is not among them."""
    if chosen is None or chosen in {each.id for each in offered}:
        return offered
    first = find(database.connection(), access.this_pad().id, chosen) or abort(404)
    return list(chain([first], offered))
