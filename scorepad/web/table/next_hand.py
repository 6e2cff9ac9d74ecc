"""The pass and the dealer of the next hand, where the players depart from the round."""

from __future__ import annotations

from functools import partial

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.store import next_hand
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.forms import Pick, faults_of, seat_or_nobody, sentences_of
from scorepad.web.http import access
from scorepad.web.table.act import ActForm, act, redirect_reloads_of
from scorepad.web.table.context.mishaps import FormState
from scorepad.web.table.context.notice import Notice
from scorepad.web.table.context.table import table_page
from scorepad.web.words.game import departure
from scorepad.web.words.messages import AS_USUAL, not_done
from scorepad.web.words.translation import gettext

blueprint = Blueprint("next_hand", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.post("/next")
def decide() -> ResponseReturnValue:
    """Decide the pass and the dealer of the next hand."""
    game = access.this_game()
    form = _form(game)
    if not form.validate():
        faults = sentences_of(faults_of(form))
        refused = {"next_hand": FormState(faults={"next_hand": faults})}
        return table_page(game, notice=Notice(not_done(faults)), refused=refused), 422
    passed, dealer = form["passed"].data, form["dealer"].data
    return act(
        partial(next_hand.set_next, passed=passed, dealer=dealer),
        news=departure(passed, dealer, game.names) or gettext(AS_USUAL),
    )


redirect_reloads_of(blueprint, "next")


def _form(game: GameSnapshot) -> ActForm:
    choices = [("", ""), *((seat, "") for seat in range(len(game.seats)))]

    class NextHandForm(ActForm):
        passed = Pick(coerce=seat_or_nobody, choices=choices)
        dealer = Pick(coerce=seat_or_nobody, choices=choices)

    return NextHandForm()
