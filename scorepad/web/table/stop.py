"""Stop a game by agreement, and reopen it."""

from __future__ import annotations

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.store import stop as verbs
from scorepad.web.table.act import act, redirect_reloads_of

blueprint = Blueprint("stop", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.post("/stop")
def stop() -> ResponseReturnValue:
    """Stop the game by agreement."""
    return act(verbs.stop_game)


@blueprint.post("/reopen")
def reopen() -> ResponseReturnValue:
    """Go on with a game that was stopped."""
    return act(verbs.reopen_game)


redirect_reloads_of(blueprint, "stop", "reopen")
