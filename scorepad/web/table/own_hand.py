"""Corrections and removals of a hand by the phone that took it down.

The phone's outbox (``static/js/outbox.js``) names the hand by its entry, for it may not know
whether the server has it; the correction page (``correction``) names it by its line.
"""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from scorepad import rules
from scorepad.store.errors import GoneError, StoreError
from scorepad.store.game import hands
from scorepad.web.forms import add_faults
from scorepad.web.http import access
from scorepad.web.table.blueprint import blueprint
from scorepad.web.table.conflict import conflict
from scorepad.web.table.entry import sent_entry
from scorepad.web.table.hand_form import hand_form, read_hand
from scorepad.web.table.page import table_after_save, table_page


@blueprint.post("/entry/<entry>")
def correct_own_hand(entry: str) -> ResponseReturnValue:
    """Correct the hand of an entry."""
    ruleset = access.this_ruleset()
    form = hand_form(ruleset, correcting=True)
    hand, faults = read_hand(form, ruleset)
    if hand is not None:
        try:
            with access.writing() as writer:
                hands.correct_entry(
                    writer.session,
                    writer.game,
                    writer.device_id,
                    entry,
                    hand,
                    act=str(form.entry_id.data),
                    seen=form.writer_saw,
                )
        except rules.RulesError as fault:
            game = access.this_game()
            add_faults(faults, [fault], game.game, len(game.hands))
        except StoreError as error:
            return _refused(error, form.seen)
        else:
            return table_after_save()
    game = access.this_game()
    return table_page(game, sent_entry(form, faults, game, len(game.hands))), 422


@blueprint.post("/entry/<entry>/remove")
def remove_own_hand(entry: str) -> ResponseReturnValue:
    """Remove the hand of an entry."""
    form = hand_form(access.this_ruleset(), correcting=True)
    form.validate()
    if form.revision.errors or form.entry_id.errors:
        return conflict()
    try:
        with access.writing() as writer:
            hands.remove_entry(
                writer.session,
                writer.game,
                writer.device_id,
                entry,
                act=str(form.entry_id.data),
                seen=form.writer_saw,
            )
    except StoreError as error:
        return _refused(error, form.seen)
    return table_after_save()


def _refused(error: StoreError, seen: int) -> ResponseReturnValue:
    """The current table: 410 for a hand that is not on the sheet, so that it can be a new one."""
    page, status = conflict(seen)
    return page, 410 if isinstance(error, GoneError) else status
