"""The pad's front page, a new game in it, and its history as CSV."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.store import games
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.pad import hands_csv as csv_file
from scorepad.web.pad.game_form import GameForm, field_of, read_game
from scorepad.web.pad.start import proposal, start_page, started

blueprint = Blueprint("pad", __name__, url_prefix="/pad/<address>")


@blueprint.get("/")
def front() -> ResponseReturnValue:
    """The running games first, then the others, newest first."""
    pad = access.this_pad()
    page = games.games_page(db.session(), pad, request.args.get("page", 1, type=int))
    return render_template(
        "pad/front.html",
        pad=pad,
        page=page,
        sheets={game.id: games.sheet_of(game) for game in [*page.running, *page.finished]},
        binned=games.binned_games(db.session(), pad),
        writes=access.holds_pen(),
    )


@blueprint.get("/new")
@access.for_the_pen
def new_game() -> ResponseReturnValue:
    """The start form, with the last game's players and rules and the next dealer."""
    form = GameForm()
    proposal(form, access.this_pad())
    return start_page(form, {}, access.this_pad())


@blueprint.post("/new")
def start() -> ResponseReturnValue:
    """Start a game."""
    form = GameForm()
    new, faults = read_game(form)
    if new is not None:
        try:
            with access.writing() as w:
                game = games.start_game(
                    w.session,
                    w.pad,
                    w.device,
                    new,
                    entry_id=str(form.entry_id.data),
                )
        except RulesError as fault:
            faults = {field_of(fault.place): [fault.message]}
        else:
            return started(access.this_pad(), game)
    return start_page(form, faults, access.this_pad()), 422


@blueprint.get("/hands.csv")
def hands() -> ResponseReturnValue:
    """Every hand of every game, a row for each hand and seat."""
    pad = access.this_pad()
    return csv_file.response(pad, "scorepad.csv")
