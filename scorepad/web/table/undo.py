"""Undo takes back the last change of a game; redo makes it again."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad.rules import RulesError, Sheet
from scorepad.store import undo as verbs
from scorepad.web.http import access
from scorepad.web.table.act import carry_out, redirect_reloads_of
from scorepad.web.table.context.notice import Notice
from scorepad.web.table.context.table import table_page
from scorepad.web.words import undo as words
from scorepad.web.words.game import fault_of_game
from scorepad.web.words.messages import NO_SHEET
from scorepad.web.words.translation import gettext

blueprint = Blueprint("undo", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo the last change."""
    return _step(verbs.undo, lambda what, last: words.undone(what, last + 1))


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    """Redo the change that was undone last."""
    return _step(verbs.redo, words.redone)


redirect_reloads_of(blueprint, "undo", "redo")


def _step(
    go: Callable[..., verbs.StepResult | None], tell: Callable[[str, int], Markup]
) -> ResponseReturnValue:
    """Go a step through the log, unless the rules now refuse a hand as it stands there.

    ``tell`` gets the kind of the change and the number of the last hand after the step.
    """

    def do(writer: access.Writer, seen: int) -> tuple[Sheet | None, Markup | None]:
        result = go(writer.session, writer.game, writer.device, revision=seen)
        if result is None:
            return None, None
        last = last_number(result.sheet, writer.game.hands_before)
        return result.sheet, tell(result.what, last)

    try:
        return carry_out(do)
    except RulesError as fault:
        game = access.this_game()
        message = f"{gettext(NO_SHEET)} {fault_of_game(fault, game.hands_before)}"
        return table_page(game, notice=Notice(message)), 422


def last_number(sheet: Sheet, hands_before: int) -> int:
    """The number of the last hand on the sheet, or of the last one on paper before it."""
    return sheet.lines[-1].number if sheet.lines else hands_before
