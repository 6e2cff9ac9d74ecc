"""Undo takes back the last change of a game; redo makes it again."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.rules import RulesError
from scorepad.store import undo as verbs
from scorepad.web.http import access
from scorepad.web.table.act import act, go_back_from
from scorepad.web.table.context.table import Notice, table_page
from scorepad.web.words.game import fault_of_game
from scorepad.web.words.messages import NO_SHEET

blueprint = Blueprint("undo", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo the last change."""
    return _step(verbs.undo)


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    """Redo the change that was undone last."""
    return _step(verbs.redo)


go_back_from(blueprint, "undo", "redo")


def _step(go: Callable[..., object]) -> ResponseReturnValue:
    """Go a step through the log, unless the rules now refuse a hand as it stands there."""
    try:
        return act(
            lambda writer, seen: go(writer.session, writer.game, writer.device, revision=seen)
        )
    except RulesError as fault:
        game = access.this_game()
        message = f"{NO_SHEET} {fault_of_game(fault, game.hands_before)}"
        return table_page(game, notice=Notice(message)), 422
