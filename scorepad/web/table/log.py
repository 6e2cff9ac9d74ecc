"""The log of a game in plain sentences, newest first, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping

from flask import render_template
from flask.typing import ResponseReturnValue

from scorepad.rules.scoring import tied
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import HandRecorded
from scorepad.store.log.rows import devices_in_log, log_page, rows_by_id
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.table import blueprint
from scorepad.web.urls import number_in_query
from scorepad.web.words.game import tie
from scorepad.web.words.log import sentence
from scorepad.web.words.translation import gettext


@blueprint.get("/log")
def log() -> ResponseReturnValue:
    """The newest changes of this game, or those before the one with the query's id."""
    game, connection, before = access.this_game(), database.connection(), number_in_query("before")
    page = log_page(connection, game.id, before)
    by_id = rows_by_id(connection, game.id, [row.undoes for row in page.rows if row.undoes])
    ties = _ties(game)
    return render_template(
        "table/log.html",
        game=game,
        lines=[
            (row, sentence(game, row, by_id), row.what == HandRecorded.what and ties.get(row.line))
            for row in page.rows
        ],
        devices=_labels(devices_in_log(connection, game.id)),
        older=page.rows[-1].id if page.more else None,
        first=before is None,
    )


def _ties(game: GameSnapshot) -> Mapping[int | None, str]:
    """What kept the game going, by the line of the hand after which it did."""
    if game.ruleset.tie != "play-on":
        # Then its sheet need not be worked out.
        return {}
    return {
        hand.line: tie(seats, line.totals, game.names_at(hand.line))
        for hand, line in zip(game.hands, game.sheet.lines, strict=True)
        if line.counts and (seats := tied(line.totals, game.ruleset))
    }


def _labels(names: Mapping[int | None, str | None]) -> dict[int | None, str]:
    """What tells devices apart: nothing for a single one; equal ``names`` are numbered."""
    if len(names) < 2:
        return dict.fromkeys(names, "")
    labels: dict[int | None, str] = {}
    for device, given in names.items():
        name = given or gettext("phone")
        alike = sum(other.partition(" #")[0] == name for other in labels.values())
        labels[device] = f"{name} #{alike + 1}" if alike else name
    return labels
