"""Conflicts: somebody else wrote meanwhile. The current game is shown, with the entry intact.

All acts that are not done are answered here, too.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import flash, make_response
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import rules
from scorepad.store.game.hands import Seen, is_identical, recorded_by_others
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.rows import rows_by_id, rows_since
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.table.act import OvertakenError, RefusedError
from scorepad.web.table.blueprint import blueprint
from scorepad.web.table.duplicate import Duplicate, duplicate_part, duplicates_of
from scorepad.web.table.entry import EntryState
from scorepad.web.table.hand_form import HandForm
from scorepad.web.table.page import Notice, table_after_save, table_page
from scorepad.web.words.entry import same
from scorepad.web.words.log import sentence
from scorepad.web.words.messages import OVER, OVERTAKEN, OVERTAKEN_ENTRY
from scorepad.web.words.translation import gettext

# How many of the others' changes are listed.
_MOST_CHANGES = 3


@blueprint.errorhandler(RefusedError)
def refused(error: RefusedError) -> ResponseReturnValue:
    """The table, with the reason why an act was not done."""
    return table_page(access.this_game(), notice=Notice(error.message)), 422


@blueprint.errorhandler(OvertakenError)
def overtaken(error: OvertakenError) -> ResponseReturnValue:
    """The table as somebody else left it before an act was done."""
    return conflict(error.seen)


def conflict_of_hands(form: HandForm, hand: rules.Hand) -> ResponseReturnValue:
    """The answer to a new hand for an earlier revision: often another phone saved the same one.

    Then the writer chooses what becomes of their own, which is dropped if it does not differ.
    """
    game = access.this_game()
    for each in _duplicates(game, form.writer_saw.before_deciding):
        if is_identical(game, each.index, hand):
            flash(same(each.heading))
            response = make_response(table_after_save())
            response.headers["Scorepad-Same"] = game.hands[each.index].entry_id
            return response
    duplicates = _duplicates(game, form.writer_saw)
    part = duplicate_part(game, duplicates[0], hand, form.values()) if duplicates else None
    if part is None:
        return conflict(form.seen, form.values())
    return table_page(game, duplicate=part), 409


def _duplicates(game: GameSnapshot, seen: Seen) -> list[Duplicate]:
    if game.binned:
        return []
    recorded = recorded_by_others(database.connection(), game, seen)
    return duplicates_of(game, recorded, access.this_pen())


def conflict(seen: int | None = None, values: Mapping[str, str] | None = None) -> tuple[str, int]:
    """The current table, as the answer to a request for an earlier revision.

    ``seen``: the revision that the writer saw; later changes are listed. ``values``: the entry,
    which stays if the game still runs, under a new id because it was not saved.
    """
    game = access.this_game()
    changes = changes_since(game, seen)
    if values is not None and game.sheet.over:
        return table_page(game, notice=Notice(gettext(OVER), changes)), 409
    if values is None or game.binned:
        return table_page(game, notice=Notice(gettext(OVERTAKEN), changes)), 409
    notice = Notice(gettext(OVERTAKEN_ENTRY), changes)
    return table_page(game, EntryState(values, own=True), notice), 409


def changes_since(game: GameSnapshot, seen: int | None) -> tuple[Markup, ...]:
    """The changes of the game since a revision, in sentences; only the last few."""
    if seen is None:
        return ()
    rows = rows_since(database.connection(), game.id, seen, _MOST_CHANGES)
    steps = [row.undoes for row in rows if row.undoes is not None]
    others = rows_by_id(database.connection(), game.id, steps)
    return tuple(sentence(game, row, others) for row in rows)
