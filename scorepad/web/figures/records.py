"""The records of the pad."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from scorepad.rules.cards import QUEEN
from scorepad.store.figures.games import most_used
from scorepad.store.figures.records import records_of
from scorepad.web import database
from scorepad.web.figures import blueprint
from scorepad.web.figures.chosen import (
    asked_rules,
    asked_season,
    chosen_games,
    rules_query,
    seasons_part,
)
from scorepad.web.http import access
from scorepad.web.words.cards import symbol


@blueprint.get("/records")
def records() -> ResponseReturnValue:
    """The records under the most used rules, unless the query names others; in a season, or ever.

    Those of single games are of games under these rules, the others of all games.
    """
    connection = database.connection()
    agreements = most_used(connection, access.this_pad().id)
    chosen, asked = asked_rules(agreements), asked_season()
    games = chosen_games(chosen, asked.season)
    page = render_template(
        "figures/records.html",
        records=records_of(connection, games),
        seasons=seasons_part(asked, games),
        rules_query=rules_query(),
        agreements=agreements,
        agreement=chosen,
        queen=symbol(QUEEN),
    )
    return page, asked.status
