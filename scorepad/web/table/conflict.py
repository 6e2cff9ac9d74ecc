"""Conflicts: somebody else wrote meanwhile. The current game is shown, with the entry intact.

All acts that are not done are answered here, too. Where another phone saved a hand first, the
writer chooses: the saved one, their own in its place, or theirs as the next hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import flash, make_response
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import rules
from scorepad.store.errors import GoneError
from scorepad.store.game.hands import Seen, is_identical, recorded_by_others
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import LogRow
from scorepad.store.log.rows import rows_by_id, rows_since
from scorepad.web import database
from scorepad.web.http import access
from scorepad.web.table import blueprint
from scorepad.web.table.act import OvertakenError, RefusedError
from scorepad.web.table.entry import EntryState, HandOvertakenError
from scorepad.web.table.page import Duplicate, Notice, table_after_save, table_page
from scorepad.web.words.log import sentence
from scorepad.web.words.messages import OVERTAKEN
from scorepad.web.words.names import isolated
from scorepad.web.words.translation import gettext, markup

# How many of the others' changes are listed.
_MOST_CHANGES: Final = 3
_HIDDEN: Final = ("csrf_token", "entry_id", "revision", "last", "shown")


@blueprint.errorhandler(RefusedError)
def refused(error: RefusedError) -> ResponseReturnValue:
    """The table, with the reason why an act was not done."""
    return table_page(access.this_game(), notice=Notice(error.message)), 422


@blueprint.errorhandler(OvertakenError)
def overtaken(error: OvertakenError) -> ResponseReturnValue:
    """The table as somebody else left it before an act was done.

    410 for a hand that is not on the sheet, which a phone may save as a new one.
    """
    page = _conflict(error.seen)
    return page, 410 if isinstance(error.__cause__, GoneError) else 409


@blueprint.errorhandler(HandOvertakenError)
def hand_overtaken(error: HandOvertakenError) -> ResponseReturnValue:
    """The answer to a new hand for an earlier revision: often another phone saved the same one.

    Then the writer chooses what becomes of their own, which is dropped if it does not differ.
    """
    game, form, hand = access.this_game(), error.form, error.hand
    if hand is None:
        return _conflict(form.seen, form.values()), 409
    for index, row in _saved_meanwhile(game, form.writer_saw.before_deciding):
        if is_identical(game, index, hand):
            saved_first = _heading(game, index, row)
            flash(markup("%(saved)s. Yours was the same, so nothing was added.", saved=saved_first))
            response = make_response(table_after_save())
            response.headers["Scorepad-Same"] = game.hands[index].entry_id
            return response
    saved = _saved_meanwhile(game, form.writer_saw)
    duplicate = _duplicate(game, *saved[0], hand, form.values()) if saved else None
    if duplicate is None:
        return _conflict(form.seen, form.values()), 409
    return table_page(game, duplicate=duplicate), 409


def _conflict(seen: int | None, values: Mapping[str, str] | None = None) -> str:
    """The current table, as the answer to a request for an earlier revision.

    ``seen``: the revision that the writer saw; later changes are listed. ``values``: the entry,
    which stays if the game still runs, under a new id because it was not saved.
    """
    game = access.this_game()
    changes = changes_since(game, seen)
    if values is not None and game.sheet.over:
        over = gettext("The game is over, so nothing was saved.")
        return table_page(game, notice=Notice(over, changes))
    if values is None or game.binned:
        return table_page(game, notice=Notice(gettext(OVERTAKEN), changes))
    text = gettext("Another phone was faster, so nothing was saved. Your hand is still below.")
    return table_page(game, EntryState(values, own=True), Notice(text, changes))


def changes_since(game: GameSnapshot, seen: int | None) -> tuple[Markup, ...]:
    """The changes of the game since a revision, in sentences; only the last few."""
    if seen is None:
        return ()
    rows = rows_since(database.connection(), game.id, seen, _MOST_CHANGES)
    steps = [row.undoes for row in rows if row.undoes is not None]
    others = rows_by_id(database.connection(), game.id, steps)
    return tuple(sentence(game, row, others) for row in rows)


def _saved_meanwhile(game: GameSnapshot, seen: Seen) -> list[tuple[int, LogRow]]:
    """The hands that were saved since, by their index; those of other phones first."""
    if game.binned:
        return []
    recorded = recorded_by_others(database.connection(), game, seen)
    return sorted(recorded, key=lambda each: _is_from_here(each[1]))


def _is_from_here(row: LogRow) -> bool:
    pen = access.this_pen()
    return pen is not None and row.device_id == pen.device_id


def _is_of_player(game: GameSnapshot, row: LogRow) -> bool:
    """Whether another phone has the name of a player."""
    return row.device in game.names and not _is_from_here(row)


def _heading(game: GameSnapshot, index: int, row: LogRow) -> Markup:
    """Who saved a hand, as a sentence."""
    number = game.sheet.lines[index].number
    if _is_from_here(row):
        return markup("This phone already saved hand %(number)s", number=number)
    if row.device is None:
        return markup("Another phone already saved hand %(number)s", number=number)
    name = isolated(row.device)
    if _is_of_player(game, row):
        return markup("%(name)s’s phone already saved hand %(number)s", name=name, number=number)
    return markup("%(name)s already saved hand %(number)s", name=name, number=number)


def _keep_label(game: GameSnapshot, row: LogRow) -> Markup:
    """The label of the button that discards the writer's own hand."""
    if _is_of_player(game, row):
        return markup("Keep %(name)s’s, drop mine", name=isolated(row.device or ""))
    return markup("Keep the saved one, drop mine")


def _duplicate(
    game: GameSnapshot, index: int, row: LogRow, own: rules.Hand, values: Mapping[str, str]
) -> Duplicate | None:
    """The choice; ``None`` if the own hand cannot be in that place. ``values``: the entry."""
    saved, line = game.hands[index], game.sheet.lines[index]
    try:
        own_line = rules.sheet(game.game.with_hand(index, own)).lines[index]
    except rules.RulesError:
        return None
    departures = {"passed": saved.hand.passed, "dealer": saved.hand.dealer}
    return Duplicate(
        heading=_heading(game, index, row),
        keep_label=_keep_label(game, row),
        from_here=_is_from_here(row),
        index=index,
        saved=_cells(saved.hand, line),
        own=_cells(own, own_line),
        fields={name: value for name, value in values.items() if name not in _HIDDEN},
        departures={name: str(value) for name, value in departures.items() if value is not None},
    )


def _cells(hand: rules.Hand, line: rules.Line) -> list[tuple[int, list[rules.Card]]]:
    return [
        (points, [card for card, taker in hand.cards.items() if taker == seat])
        for seat, points in enumerate(line.points)
    ]
