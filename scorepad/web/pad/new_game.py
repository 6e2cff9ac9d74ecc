"""A new game in a pad: the start form, filled in from the last game."""

from __future__ import annotations

from collections.abc import Mapping

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.store.game import start as games
from scorepad.store.game.lists import last_game, running_game
from scorepad.store.pad.players import player_names
from scorepad.web import database
from scorepad.web.forms import Faults
from scorepad.web.http import access
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.pad.game_form import GameForm, fault_of_rules, read_game
from scorepad.web.pad.start_page import blank, proposal, start_page
from scorepad.web.urls import game_url


@blueprint.get("/new")
@access.for_the_pen
def new_game() -> ResponseReturnValue:
    """The start form, with the last game's players and rules and the next dealer."""
    last = last_game(database.connection(), access.this_pad().id)
    return _form(blank() if last is None else proposal(last), {})


@blueprint.post("/new")
def start_game() -> ResponseReturnValue:
    """Start a game."""
    form = GameForm()
    new, faults = read_game(form)
    entry_id = str(form.entry_id.data)
    # Before anything else: names that it brought may be one player's by now.
    if again := games.started(database.connection(), access.this_pad().id, entry_id):
        return redirect(game_url("table.table", again), code=303)
    if new is not None:
        try:
            with access.writing() as writer:
                game = games.start_game(
                    writer.session, writer.pad, writer.device_id, new, entry_id=entry_id
                )
        except RulesError as fault:
            faults = fault_of_rules(fault, form)
        else:
            return redirect(game_url("table.table", game.number), code=303)
    return _form(request.form.to_dict(), faults), 422


def _form(values: Mapping[str, str], faults: Faults) -> str:
    connection, pad = database.connection(), access.this_pad()
    return render_template(
        "pad/start.html",
        page=start_page(values, faults),
        pad=pad,
        running=running_game(connection, pad.id),
        suggestions=player_names(connection, pad.id),
    )
