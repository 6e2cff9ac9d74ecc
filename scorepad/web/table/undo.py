"""Undo takes back the last change of a game; redo makes it again."""

from __future__ import annotations

from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.rules import RulesError, Sheet
from scorepad.store.game.undo import step
from scorepad.store.log.changes import HandRecorded
from scorepad.web.http import access
from scorepad.web.table.act import RefusedError, carry_out, redirect_reloads_of
from scorepad.web.table.blueprint import blueprint
from scorepad.web.words import log as words
from scorepad.web.words.game import fault_of_game
from scorepad.web.words.messages import NO_SHEET
from scorepad.web.words.translation import gettext, markup


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo the last change."""
    return _step(back=True)


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    """Redo the change that was undone last."""
    return _step(back=False)


redirect_reloads_of("undo", "redo")


def _step(*, back: bool) -> ResponseReturnValue:
    """Go a step through the log, unless the rules now refuse a hand as it stands there."""

    def do(writer: access.Writer, seen: int) -> tuple[Sheet | None, Markup | None]:
        result = step(writer.session, writer.game, writer.device_id, back=back, revision=seen)
        if result is None:
            return None, None
        if result.row.what != HandRecorded.what:
            done = "undone" if back else "redone"
            return result.sheet, words.step_done(done, writer.game, result.row)
        # Of a saved hand the number, as its totals follow.
        last = writer.game.hands_before + len(result.sheet.lines)
        if back:
            return result.sheet, markup(words.HAND_UNDONE, number=last + 1)
        return result.sheet, markup(words.HAND_REDONE, number=last)

    try:
        return carry_out(do)
    except RulesError as fault:
        sentence = fault_of_game(fault, access.this_game().hands_before)
        raise RefusedError(f"{gettext(NO_SHEET)} {sentence}") from fault
