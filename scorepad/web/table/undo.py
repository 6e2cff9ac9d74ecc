"""Undo takes back the last change of a game; redo makes it again."""

from __future__ import annotations

from collections.abc import Callable

from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.rules import RulesError, Sheet
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import HandRecorded
from scorepad.store.log.sides import LogRow
from scorepad.store.verbs import undo as verbs
from scorepad.web.http import access
from scorepad.web.table.act import RefusedError, carry_out, redirect_reloads_of
from scorepad.web.table.blueprint import blueprint
from scorepad.web.words import log as words
from scorepad.web.words.game import fault_of_game
from scorepad.web.words.messages import NO_SHEET
from scorepad.web.words.translation import gettext


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo the last change."""
    return _step(verbs.undo, words.step_undone, lambda last: words.hand_undone(last + 1))


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    """Redo the change that was undone last."""
    return _step(verbs.redo, words.step_redone, words.hand_redone)


redirect_reloads_of("undo", "redo")


def _step(
    go: Callable[..., verbs.StepResult | None],
    tell: Callable[[GameSnapshot, LogRow], Markup],
    tell_hand: Callable[[int], Markup],
) -> ResponseReturnValue:
    """Go a step through the log, unless the rules now refuse a hand as it stands there.

    ``tell`` says what was done. ``tell_hand`` is for a saved hand, as its totals follow: it
    gets the number of the last hand after the step.
    """

    def do(writer: access.Writer, seen: int) -> tuple[Sheet | None, Markup | None]:
        result = go(writer.session, writer.game, writer.device_id, revision=seen)
        if result is None:
            return None, None
        if result.row.what == HandRecorded.what:
            last = writer.game.hands_before + len(result.sheet.lines)
            return result.sheet, tell_hand(last)
        return result.sheet, tell(writer.game, result.row)

    try:
        return carry_out(do)
    except RulesError as fault:
        sentence = fault_of_game(fault, access.this_game().hands_before)
        raise RefusedError(f"{gettext(NO_SHEET)} {sentence}") from fault
