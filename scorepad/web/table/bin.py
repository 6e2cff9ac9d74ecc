"""The pad's bin: put a game into it, take it out, or delete it for good."""

from __future__ import annotations

from flask import Blueprint, flash, redirect
from flask.typing import ResponseReturnValue

from scorepad.store import bin as verbs
from scorepad.store import forget
from scorepad.store.errors import StoreError
from scorepad.web import database, urls
from scorepad.web.http import access
from scorepad.web.table.act import ActForm, act, incomplete, redirect_reloads_of
from scorepad.web.table.conflict import conflict
from scorepad.web.words.messages import RESTORED, game_deleted
from scorepad.web.words.translation import gettext

blueprint = Blueprint("bin", __name__, url_prefix="/pad/<address>/table/<count:number>")


@blueprint.post("/bin")
def put() -> ResponseReturnValue:
    """Put the game into the pad's bin."""
    return act(verbs.bin_game)


@blueprint.post("/unbin")
def take_out() -> ResponseReturnValue:
    """Take the game out of the bin."""
    return act(verbs.unbin_game, news=gettext(RESTORED))


@blueprint.post("/delete")
def delete() -> ResponseReturnValue:
    """Delete a game in the bin for good."""
    form = ActForm()
    if not form.validate():
        return incomplete()
    number = access.this_game().number
    try:
        with access.writing() as writer:
            forget.delete_game(writer.session, writer.game, writer.device, revision=form.seen)
            database.schedule_sweep()
    except StoreError:
        return conflict(form.seen)
    flash(game_deleted(number))
    return redirect(urls.pad_url("pad.front"), code=303)


redirect_reloads_of(blueprint, "bin", "unbin", "delete")
