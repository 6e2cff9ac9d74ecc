"""The first page: the start form on a new phone, the list of pads on one that has pens."""

from __future__ import annotations

from uuid import uuid4

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.store.errors import CapError
from scorepad.store.game.start import start_game
from scorepad.store.pad import pads, pens
from scorepad.store.pad.pens import pads_held
from scorepad.web import database
from scorepad.web.http import access, limits
from scorepad.web.pad.answers import answers_from_query
from scorepad.web.pad.blueprint import start
from scorepad.web.pad.find_rule import FIND
from scorepad.web.pad.game_form import GameForm, fault_of_rules, read_game
from scorepad.web.pad.start_page import blank, start_page
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
    answers, players = answers_from_query(request.args)
    page = start_page(blank(), {}, answers, players, request.args.get(FIND, ""))
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
                    game = start_game(session, pad, device.id, new, entry_id=str(uuid4()))
                    made = pens.GivenPad(pad.address, game.number)
                access.remember(session, secret)
        except RulesError as fault:
            faults = fault_of_rules(fault, form)
        except CapError as cap:
            faults = {"pad": [messages.too_much(cap)]}
        else:
            if again is None:
                limits.count(limits.NEW_PAD)
            return redirect(_first_table(made), code=303)
    page = start_page(request.form.to_dict(), faults)
    return render_template("pad/start.html", page=page), 422


def _first_table(made: pens.GivenPad) -> str:
    if made.number is None:
        return url_for("pad.front", address=made.address)
    return url_for("table.table", address=made.address, number=made.number)
