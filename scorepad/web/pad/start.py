"""The first page: the start form on a new phone, the pads on one that knows some."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.rules.cards import ONE_CARD_OUT
from scorepad.rules.ruleset import PASS_COUNT, TARGET
from scorepad.rules.sheet import dealer_of
from scorepad.store import games, pads, pens
from scorepad.store.models import Game, Pad
from scorepad.web import database
from scorepad.web.database import db
from scorepad.web.forms import Faults
from scorepad.web.http import access
from scorepad.web.pad.device_names import guessed_name
from scorepad.web.pad.game_form import GameForm, field_of, number_rows, propose, read_game

blueprint = Blueprint("start", __name__)


@blueprint.get("/")
def index() -> ResponseReturnValue:
    """The start form; on a phone that knows pads, those."""
    known = pens.pads_with(db.session(), access.secrets_sent())
    if not known:
        return new_pad()
    if len(known) == 1:
        return redirect(url_for("pad.front", address=known[0].address))
    return render_template("pad/pads.html", pads=known)


@blueprint.get("/new")
def new_pad() -> ResponseReturnValue:
    """The start form: names, and Start; the pad is made behind it."""
    form = GameForm()
    number_rows(form)
    return start_page(form, {})


@blueprint.post("/new")
def start_pad() -> ResponseReturnValue:
    """Make a pad and start its first game."""
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
            faults = {field_of(fault.place): [fault.message]}
        else:
            access.remember(secret)
            return started(pad, game)
    return start_page(form, faults), 422


def started(pad: Pad, game: Game) -> ResponseReturnValue:
    """Go to the table of a game that was just started."""
    return redirect(url_for("table.table", address=pad.address, number=game.number), code=303)


def start_page(form: GameForm, faults: Faults, pad: Pad | None = None) -> str:
    """The start form, for a new pad or for one that has players to suggest."""
    names = [player.name for player in pads.players_of(db.session(), pad)] if pad else []
    return render_template(
        "pad/start.html",
        form=form,
        faults=faults,
        pad=pad,
        names=names,
        target=TARGET,
        pass_count=PASS_COUNT,
        one_card_out=ONE_CARD_OUT,
    )


def proposal(form: GameForm, pad: Pad) -> None:
    """Fill the form from the pad's last game: same players and rules, the next dealer."""
    last = games.last_game(db.session(), pad)
    if last is not None:
        names = [seat.player.name for seat in last.seats]
        dealer = dealer_of(games.as_game(last), len(last.hands))
        propose(form, names, dealer, last.rules)
    number_rows(form)
