"""The table of a game: everybody sees it, and holders of the pen enter hands."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from scorepad import rules
from scorepad.store.errors import StoreError
from scorepad.store.recording import record_hand
from scorepad.web import urls
from scorepad.web.forms import Faults, add_faults
from scorepad.web.http import access
from scorepad.web.table import viewer
from scorepad.web.table.answers import table_after_save
from scorepad.web.table.conflict import conflict, conflict_of_hands
from scorepad.web.table.context.entry import EntryState
from scorepad.web.table.context.table import table_page
from scorepad.web.table.hand_form import draft_of, hand_form, read_hand
from scorepad.web.table.moon_chooser import with_moon_effects

blueprint = Blueprint("table", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.get("")
def table() -> ResponseReturnValue:
    """The table: for the pen holder with the entry open, until the game is over.

    With ``seen``, a revision: 204 as long as there is no newer one (``poll``).
    """
    game = access.this_game()
    me = request.args.get("me", type=int)
    if me is not None or request.args.get("me") == "nobody":
        viewer.remember_viewer(game, me)
    if "me" in request.args:
        return redirect(urls.game_url("table.table"))
    return table_page(game)


@blueprint.post("")
def record() -> ResponseReturnValue:
    """Record a hand."""
    ruleset = access.this_ruleset()
    form = hand_form(ruleset)
    hand, faults = read_hand(form, ruleset)
    if hand is not None:
        try:
            with access.writing() as writer:
                record_hand(
                    writer.session,
                    writer.pad_id,
                    writer.game_snapshot,
                    writer.device_id,
                    hand,
                    entry_id=str(form.entry_id.data),
                    revision=form.seen,
                )
        except rules.RulesError as fault:
            game = access.this_game()
            add_faults(faults, [fault], game.game, len(game.hands))
        except StoreError:
            return conflict_of_hands(form.seen, form.values(), hand)
        else:
            return table_after_save(form.seen)
    game = access.this_game()
    if not form.is_for(game.revision):
        # Otherwise the entry would count as one for the current game.
        return conflict(form.seen, form.values())
    state = EntryState(form.values(), faults, entry_id=str(form.entry_id.data or ""), own=True)
    return table_page(game, with_moon_effects(state, form, game.game, len(game.hands))), 422


@blueprint.get("/moon")
@access.for_the_pen
def moon_chooser() -> ResponseReturnValue:
    """The table with the moon chooser, once the entry says who shot the moon.

    The entry's script uses only that part of it. A save checks everything again.
    """
    game = access.this_game()
    form = hand_form(game.ruleset, query=request.args)
    faults: Faults = {}
    add_faults(faults, rules.complete(draft_of(form, game.ruleset), game.ruleset)[1])
    state = EntryState(form.values(), faults, own=True)
    return table_page(game, with_moon_effects(state, form, game.game, len(game.hands)))
