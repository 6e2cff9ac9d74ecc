"""Correct or change: what puts right what goes wrong at a table.

The pass or the dealer of the next hand, somebody who leaves, a game that ends early or goes on.
"""

from __future__ import annotations

from functools import partial

from flask.typing import ResponseReturnValue
from wtforms.validators import InputRequired

from scorepad import rules
from scorepad.names import trimmed
from scorepad.store.verbs import substitution
from scorepad.store.verbs.game import reopen_game, set_next, stop_game
from scorepad.web.forms import Pick, Text, faults_of, sentences_of
from scorepad.web.http import access
from scorepad.web.table.act import ActForm, FaultyFormError, act, redirect_reloads_of
from scorepad.web.table.blueprint import blueprint
from scorepad.web.words.game import departure, replaced
from scorepad.web.words.messages import AS_USUAL, NAME_MISSING, NOT_COMPLETE, name_refused
from scorepad.web.words.translation import gettext


@blueprint.post("/next")
def decide_next_hand() -> ResponseReturnValue:
    """Decide the pass and the dealer of the next hand."""
    game = access.this_game()
    seats = range(len(game.seats))
    form = ActForm({"passed": Pick(seats), "dealer": Pick(seats)})
    if not form.validate():
        raise FaultyFormError("decide_next_hand", sentences_of(faults_of(form)), {})
    passed, dealer = form["passed"].data, form["dealer"].data
    return act(
        partial(set_next, passed=passed, dealer=dealer),
        news=departure(passed, dealer, game.names) or gettext(AS_USUAL),
    )


@blueprint.post("/replace")
def replace_player() -> ResponseReturnValue:
    """Let somebody else go on in a seat; earlier hands stay with the player who played them."""
    game = access.this_game()
    seats = range(len(game.seats))
    leaving = Pick(seats, validators=[InputRequired(NOT_COMPLETE)])
    form = ActForm({"seat": leaving, "name": Text()})
    seat, name = form["seat"].data, trimmed(form["name"].data or "")
    if not form.validate():
        faults = sentences_of(faults_of(form))
    else:
        try:
            return act(
                partial(substitution.replace_player, seat=seat, name=name),
                news=replaced(name, game.names[seat]),
            )
        except rules.RulesError as fault:
            faults = [name_refused(name, fault) if name else gettext(NAME_MISSING)]
    raise FaultyFormError("replace_player", faults, {"seat": str(seat), "name": name})


@blueprint.post("/stop")
def stop() -> ResponseReturnValue:
    """Stop the game by agreement."""
    return act(stop_game)


@blueprint.post("/reopen")
def reopen() -> ResponseReturnValue:
    """Go on with a game that was stopped."""
    return act(reopen_game)


redirect_reloads_of("next", "replace", "stop", "reopen")
