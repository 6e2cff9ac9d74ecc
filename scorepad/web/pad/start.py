"""The first page: the start form on a new phone, the list of pads on one that has pens."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.store import games, pads, pens
from scorepad.store.pens_page import pads_held
from scorepad.web import database
from scorepad.web.database import db
from scorepad.web.forms import Faults
from scorepad.web.http import access, limits
from scorepad.web.pad.device_names import guessed_name
from scorepad.web.pad.game_form import GameForm, fault_of_rules, read_game
from scorepad.web.pad.pads import pads_page
from scorepad.web.pad.proposal import answers_from_query, blank
from scorepad.web.pad.start_page import start_page

blueprint = Blueprint("start", __name__)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """The start form; on a phone that has pads, their list."""
    pad_list = pads_held(db.session(), access.secrets_sent())
    if not pad_list:
        return new_pad()
    if len(pad_list) == 1:
        return redirect(url_for("pad.front", address=pad_list[0].address))
    return render_template("pad/pads.html", page=pads_page(pad_list))


@blueprint.get("/new")
def new_pad() -> ResponseReturnValue:
    """The start form, whose submission also creates the pad.

    A query has answers about rules and the number of players. The page shows the resulting rules,
    but does not repeat the query (docs/decisions/0028).
    """
    answers, players = answers_from_query(request.args)
    return _form(blank(), {}, answers, players)


@blueprint.post("/new")
@limits.limits_pads
def start_pad() -> ResponseReturnValue:
    """Create a pad and start its first game."""
    form = GameForm()
    new, faults = read_game(form)
    if new is not None:
        try:
            with database.writing() as session:
                device, secret = pens.new_device(session)
                name = guessed_name(request.user_agent.string)
                pad = pads.new_pad(session, device, name)
                game = games.start_game(session, pad, device, new, entry_id=str(form.entry_id.data))
        except RulesError as fault:
            faults = fault_of_rules(fault, form)
        else:
            access.remember(secret)
            table = url_for("table.table", address=pad.address, number=game.number)
            return redirect(table, code=303)
    return _form(request.form.to_dict(), faults), 422


def _form(
    values: Mapping[str, str],
    faults: Faults,
    answers: Mapping[str, str] | None = None,
    players: int | None = None,
) -> str:
    page = start_page(
        values,
        faults,
        action=url_for("start.start_pad"),
        rules_url=url_for("start.new_pad"),
        answers=answers,
        players=players,
    )
    return render_template("pad/start.html", page=page)
