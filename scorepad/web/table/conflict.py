"""Conflicts: somebody else wrote meanwhile. The current game is shown, with the entry intact."""

from __future__ import annotations

from collections.abc import Mapping

from flask import flash
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import rules
from scorepad.store import pens
from scorepad.store.log_rows import rows_by_id, rows_since
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.table.answers import table_after_save
from scorepad.web.table.context.entry import EntryState
from scorepad.web.table.context.log import sentence_in
from scorepad.web.table.context.notice import Notice
from scorepad.web.table.context.rival import (
    Rival,
    is_identical,
    rival_part,
    rivals_of,
    same_hand_message,
)
from scorepad.web.table.context.table import table_page
from scorepad.web.words.messages import OVER, OVERTAKEN, OVERTAKEN_ENTRY
from scorepad.web.words.translation import gettext

# How many of the others' changes are listed.
_MOST_CHANGES = 3
# How far back a hand is looked for that another phone saved meanwhile.
_MOST_CHANGES_OF_RIVALS = 20


def conflict_of_hands(
    seen: int, values: Mapping[str, str], hand: rules.Hand
) -> ResponseReturnValue:
    """The answer to a new hand for an earlier revision: often another phone saved the same one.

    Then the writer chooses what becomes of their own, which is dropped if it does not differ.
    """
    game = access.this_game()
    rivals = [] if game.binned else _rivals(game, seen)
    if not rivals:
        return conflict(seen, values)
    for rival in rivals:
        if is_identical(game, rival, hand):
            flash(same_hand_message(game, rival))
            return table_after_save()
    part = rival_part(game, rivals[0], hand, values)
    return conflict(seen, values) if part is None else (table_page(game, rival=part), 409)


def _rivals(game: GameSnapshot, seen: int) -> list[Rival]:
    pad_id, pen = access.this_pad().id, access.this_pen()
    rows = rows_since(db.session(), pad_id, game, seen, _MOST_CHANGES_OF_RIVALS)
    names = pens.names_of_devices(db.session(), pad_id, {row.device_id for row in rows})
    return rivals_of(game, rows, names, None if pen is None else pen.device_id)


def conflict(
    seen: int | None = None, values: Mapping[str, str] | None = None
) -> ResponseReturnValue:
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
    rows = rows_since(db.session(), access.this_pad().id, game, seen, _MOST_CHANGES)
    steps = [row.undoes for row in rows if row.undoes is not None]
    others = rows_by_id(db.session(), game.id, steps)
    return tuple(sentence_in(game, row, others) for row in rows)
