"""The first page: the start form on a new phone, the list of pads on one that has pens."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.store.errors import CapError
from scorepad.store.lists.pens import pads_held
from scorepad.store.verbs import pads, pens
from scorepad.store.verbs.start import start_game
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
    """Create a pad and start its first game."""
    limits.expect_room("pads")
    form = GameForm()
    new, faults = read_game(form)
    if new is not None:
        try:
            with database.writing() as session:
                device, secret = pens.new_device(session)
                name = guessed_name(request.user_agent.string)
                pad = pads.new_pad(session, device.id, name)
                game = start_game(session, pad, device.id, new, entry_id=str(form.entry_id.data))
                access.remember(session, secret)
        except RulesError as fault:
            faults = fault_of_rules(fault, form)
        except CapError as cap:
            faults = {"pad": [messages.too_much(cap)]}
        else:
            limits.count("pads")
            table = url_for("table.table", address=pad.address, number=game.number)
            return redirect(table, code=303)
    page = start_page(request.form.to_dict(), faults)
    return render_template("pad/start.html", page=page), 422
