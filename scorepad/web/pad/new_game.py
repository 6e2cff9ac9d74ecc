"""A new game in a pad: the start form, filled in from the last game."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.store import games
from scorepad.store.games_page import last_game
from scorepad.store.running import running_game
from scorepad.store.snapshot import player_names
from scorepad.web.database import db
from scorepad.web.forms import Faults
from scorepad.web.http import access
from scorepad.web.pad.game_form import GameForm, fault_of_rules, read_game
from scorepad.web.pad.proposal import blank, proposal
from scorepad.web.pad.start_page import RunningGame, start_page
from scorepad.web.urls import game_url, pad_url
from scorepad.web.words.start import running

blueprint = Blueprint("new_game", __name__, url_prefix="/pad/<address>/new")


@blueprint.get("")
@access.for_the_pen
def ask() -> ResponseReturnValue:
    """The start form, with the last game's players and rules and the next dealer."""
    last = last_game(db.session(), access.this_pad().id)
    return _form(blank() if last is None else proposal(last), {})


@blueprint.post("")
def start() -> ResponseReturnValue:
    """Start a game."""
    form = GameForm()
    new, faults = read_game(form)
    if new is not None:
        try:
            with access.writing() as writer:
                game = games.start_game(
                    writer.session,
                    writer.pad,
                    writer.device,
                    new,
                    entry_id=str(form.entry_id.data),
                )
        except RulesError as fault:
            faults = fault_of_rules(fault, form)
        else:
            return redirect(game_url("table.table", game.number), code=303)
    return _form(request.form.to_dict(), faults), 422


def _form(values: Mapping[str, str], faults: Faults) -> str:
    page = start_page(
        values,
        faults,
        action=pad_url("new_game.start"),
        rules_url=url_for("start.new_pad"),
        back=pad_url("pad.front"),
        running=_running(),
        suggestions=player_names(db.session(), access.this_pad().id),
    )
    return render_template("pad/start.html", page=page)


def _running() -> RunningGame | None:
    """The pad's running game, if any."""
    game = running_game(db.session(), access.this_pad().id)
    if game is None or game.sheet.next is None:
        return None
    return RunningGame(running(game.sheet.next.number), game_url("table.table", game.number))
