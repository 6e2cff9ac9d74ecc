"""Somebody else goes on in a seat; earlier hands stay with the player who played them."""

from __future__ import annotations

from functools import partial

from flask import Blueprint
from flask.typing import ResponseReturnValue
from wtforms.validators import InputRequired

from scorepad.names import trimmed
from scorepad.rules import RulesError
from scorepad.store import substitution
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.forms import NOT_COMPLETE, Pick, Text, faults_of, seat_or_nobody, sentences_of
from scorepad.web.http import access
from scorepad.web.table.act import ActForm, act, redirect_reloads_of
from scorepad.web.table.context.mishaps import FormState
from scorepad.web.table.context.notice import Notice
from scorepad.web.table.context.table import table_page
from scorepad.web.words.game import replaced
from scorepad.web.words.messages import name_refused, not_done
from scorepad.web.words.translation import gettext

blueprint = Blueprint("substitution", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.post("/replace")
def replace() -> ResponseReturnValue:
    """Let somebody else go on in a seat."""
    game = access.this_game()
    form = _form(game)
    name = trimmed(form["name"].data or "")
    if form.validate():
        seat = form["seat"].data
        try:
            return act(
                partial(substitution.replace_player, seat=seat, name=name),
                news=replaced(name, game.names[seat]),
            )
        except RulesError as fault:
            faults = [name_refused(name, fault) if name else gettext("The name is missing.")]
    else:
        faults = sentences_of(faults_of(form))
    state = FormState({"seat": str(form["seat"].data), "name": name}, {"name": faults})
    refused = {"substitution": state}
    return table_page(access.this_game(), notice=Notice(not_done(faults)), refused=refused), 422


redirect_reloads_of(blueprint, "replace")


def _form(game: GameSnapshot) -> ActForm:
    class SubstitutionForm(ActForm):
        seat = Pick(
            coerce=seat_or_nobody,
            choices=[(seat, "") for seat in range(len(game.seats))],
            validators=[InputRequired(NOT_COMPLETE)],
        )
        name = Text()

    return SubstitutionForm()
