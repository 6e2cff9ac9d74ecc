"""The table of a game: everybody sees it, and holders of the pen enter hands."""

from __future__ import annotations

from dataclasses import replace

from flask import redirect, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import rules
from scorepad.store.errors import StoreError
from scorepad.store.game.hands import record_hand
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.drawings.parts import shortened
from scorepad.web.forms import Faults, add_faults
from scorepad.web.http import access
from scorepad.web.table import viewer
from scorepad.web.table.blueprint import blueprint
from scorepad.web.table.conflict import conflict, conflict_of_hands
from scorepad.web.table.entry import sent_entry
from scorepad.web.table.hand_form import draft_of, hand_form, read_hand
from scorepad.web.table.page import NO_NOTICE, Notice, table_after_save, table_page
from scorepad.web.words import messages
from scorepad.web.words.game import ends_game
from scorepad.web.words.translation import gettext


@blueprint.get("")
def table() -> ResponseReturnValue:
    """The table: for the pen holder with the entry open, until the game is over.

    With ``seen``, a revision, and the ``pen`` of a page that writes: 204 as long as there is no
    newer one (``poll``).
    """
    game = access.this_game()
    me = request.args.get("me", type=int)
    if me is not None or request.args.get("me") == "nobody":
        viewer.remember_viewer(game, me)
    if "me" in request.args:
        return redirect(urls.game_url("table.table"))
    # A page that follows and asks with a pen that is no longer held says why its entry is gone.
    gone = "pen" in request.args and not access.holds_pen()
    notice = Notice(gettext(messages.PEN_GONE)) if gone else NO_NOTICE
    return table_page(game, notice=notice)


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
                    writer.game,
                    writer.device_id,
                    hand,
                    entry_id=str(form.entry_id.data),
                    seen=form.writer_saw,
                )
        except rules.RulesError as fault:
            game = access.this_game()
            add_faults(faults, [fault], game.game, len(game.hands))
        except StoreError:
            return conflict_of_hands(form, hand)
        else:
            return table_after_save(form.seen)
    game = access.this_game()
    if not form.is_for(game.revision):
        # Otherwise the entry would count as one for the current game.
        return conflict(form.seen, form.values())
    return table_page(game, sent_entry(form, faults, game, len(game.hands))), 422


@blueprint.get("/outcome")
@access.for_the_pen
def outcome() -> ResponseReturnValue:
    """The table with what the entry comes to: the moon chooser, or that the game ends.

    The entry's script uses only these parts of it. A save checks everything again.
    """
    game = access.this_game()
    form = hand_form(game.ruleset, query=request.args)
    hand, gaps = rules.complete(draft_of(form, game.ruleset), game.ruleset)
    faults: Faults = {}
    add_faults(faults, gaps)
    state = sent_entry(form, faults, game, len(game.hands))
    return table_page(game, replace(state, ending=_ending(game, hand)))


def _ending(game: GameSnapshot, hand: rules.Hand | None) -> Markup | None:
    """That this hand would end the game, and who wins."""
    if hand is None:
        return None
    try:
        after = rules.sheet(game.game.with_hand(len(game.hands), hand))
    except rules.RulesError:
        # A save says why.
        return None
    return ends_game(after, tuple(map(shortened, game.names))) if after.over else None
