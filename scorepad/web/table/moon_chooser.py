"""The moon chooser: where the shooter chooses how a moon counts, what either choice leads to."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorepad import rules
from scorepad.rules.hand import MOON_CHOICES
from scorepad.rules.moon_warning import moon_warning
from scorepad.web.forms import Faults, add_faults
from scorepad.web.http import access
from scorepad.web.table.context.entry import EntryState
from scorepad.web.table.context.outcomes import Outcome, outcome_part
from scorepad.web.table.context.table import table_page
from scorepad.web.table.hand_form import HandForm, draft_of, hand_form

blueprint = Blueprint("moon_chooser", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.get("/moon")
@access.for_the_pen
def outcomes() -> ResponseReturnValue:
    """The table with what either choice leads to, once the entry says who shot the moon.

    The entry's script takes that part of it. Nothing is checked that a save would not check again.
    """
    game = access.this_game()
    form = hand_form(game.ruleset, asked=request.args)
    faults: Faults = {}
    add_faults(faults, rules.complete(draft_of(form, game.ruleset), game.ruleset)[1])
    state = EntryState(form.values(), faults, own=True)
    return table_page(game, with_outcomes(state, form, game.game, len(game.hands)))


def with_outcomes(state: EntryState, form: HandForm, game: rules.Game, index: int) -> EntryState:
    """The state with both outcomes, where only the shooter's choice is missing.

    ``index``: the hand's place among the hands of the game. The state then names the shooter.
    """
    if game.rules.moon_rule != "choice" or set(state.faults) != {"moon_choice"}:
        return state
    before = rules.sheet(replace(game, hands=game.hands[:index]))
    found = []
    for choice in MOON_CHOICES:
        draft = replace(draft_of(form, game.rules), moon_choice=choice)
        hand, _ = rules.complete(draft, game.rules)
        if hand is None:
            return state
        sheet = rules.sheet(with_hand(game, index, hand))
        loses = choice == "add" and moon_warning(game, before, hand)
        found.append(Outcome(choice, sheet.lines[index], sheet, loses))
    players = access.this_game().names
    return replace(
        state,
        values={**state.values, "shooter": str(found[0].line.shooter)},
        outcomes=tuple(outcome_part(outcome, players) for outcome in found),
    )


def with_hand(game: rules.Game, index: int, hand: rules.Hand) -> rules.Game:
    """The game with another hand at ``index``, or with one more."""
    return replace(game, hands=(*game.hands[:index], hand, *game.hands[index + 1 :]))
