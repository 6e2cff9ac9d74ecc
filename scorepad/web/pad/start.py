"""Starting a game with the start form: in a new pad, and in one that there is."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.rules.cards import REMOVED_CARDS
from scorepad.store.errors import CapError
from scorepad.store.game import start as games
from scorepad.store.game.lists import last_game, running_game
from scorepad.store.pad import pads, pens
from scorepad.store.pad.pens import pads_held
from scorepad.store.pad.players import players_of
from scorepad.web import database
from scorepad.web.forms import Faults, whole_number
from scorepad.web.http import access, limits
from scorepad.web.pad.blueprint import blueprint, start
from scorepad.web.pad.game_form import GameForm, fault_of_rules, read_game
from scorepad.web.pad.questions import fitting_values
from scorepad.web.pad.start_page import blank, proposal, start_page
from scorepad.web.urls import game_url
from scorepad.web.words import messages
from scorepad.web.words.names import guessed_name


@start.get("/")
def index() -> ResponseReturnValue:
    """The start form; on a phone that has pads, their list."""
    pad_list = pads_held(database.connection(), access.secrets_sent())
    if not pad_list:
        return new_pad()
    if len(pad_list) == 1:
        return redirect(url_for("pad.front", address=pad_list[0].address))
    return render_template("pad/pads.html", pads=pad_list)


@start.get("/new")
def new_pad() -> ResponseReturnValue:
    """The start form, whose submission also creates the pad.

    A query has answers about rules and the number of players. The page shows the resulting rules,
    but does not repeat the query (docs/decisions/0028).
    """
    answers, players = request.args.to_dict(), whole_number(request.args.get("players", ""))
    if players in REMOVED_CARDS and answers.get("deck") not in fitting_values(players):
        # It was chosen for another number of players.
        answers.pop("deck", None)
    page = start_page(blank(), {}, answers, players, answers.get("find", ""))
    return render_template("pad/start.html", page=page)


@start.post("/new")
def start_pad() -> ResponseReturnValue:
    """Create a pad and start its first game, once for every form however often it is sent."""
    form = GameForm()
    has_room = limits.has_room(limits.NEW_PAD)
    new, faults = read_game(form)
    secret = access.secret_of_form(str(form.entry_id.data))
    if not has_room and pens.pad_given(database.connection(), secret) is None:
        abort(429)
    if new is not None:
        try:
            with database.writing() as session:
                device = pens.device_with(session, secret)
                made = again = None if device else pens.pad_given(session, secret)
                if made is None:
                    # A device without a pad had one that is deleted.
                    if device is None:
                        device, secret = pens.new_device(session)
                    name = guessed_name(request.user_agent.string)
                    pad = pads.new_pad(session, device.id, name)
                    # Not the form's: game files have it, and it leads to the pen.
                    game = games.start_game(session, pad, device.id, new, entry_id=str(uuid4()))
                    made = pens.GivenPad(pad.address, game.number)
                access.remember(session, secret)
        except RulesError as fault:
            faults = fault_of_rules(fault, form)
        except CapError as cap:
            faults = {"pad": [messages.too_much(cap)]}
        else:
            if again is None:
                limits.count(limits.NEW_PAD)
            if made.number is None:
                return redirect(url_for("pad.front", address=made.address), code=303)
            table = url_for("table.table", address=made.address, number=made.number)
            return redirect(table, code=303)
    page = start_page(request.form.to_dict(), faults)
    return render_template("pad/start.html", page=page), 422


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
        # The newest player first.
        suggestions=[each.name for each in sorted(players_of(connection, pad.id), reverse=True)],
    )
