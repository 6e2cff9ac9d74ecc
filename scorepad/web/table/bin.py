"""The pad's bin: put a game into it, take it out, or delete it for good."""

from __future__ import annotations

from flask import flash, redirect
from flask.typing import ResponseReturnValue

from scorepad.store.game.course import bin_game, unbin_game
from scorepad.store.pad import forget
from scorepad.web import urls
from scorepad.web.http import access
from scorepad.web.table.act import act, redirect_reloads_of, sent_form, writing_at
from scorepad.web.table.blueprint import blueprint
from scorepad.web.words.messages import RESTORED, game_deleted
from scorepad.web.words.translation import gettext


@blueprint.post("/bin")
def put_into_bin() -> ResponseReturnValue:
    """Put the game into the pad's bin."""
    return act(bin_game)


@blueprint.post("/unbin")
def take_out_of_bin() -> ResponseReturnValue:
    """Take the game out of the bin."""
    return act(unbin_game, news=gettext(RESTORED))


@blueprint.post("/delete")
def delete_game() -> ResponseReturnValue:
    """Delete a game in the bin for good."""
    seen = sent_form().seen
    number = access.this_game().number
    with writing_at(seen) as writer:
        forget.delete_game(writer.session, writer.game, writer.device_id, revision=seen)
    flash(game_deleted(number))
    return redirect(urls.pad_url("pad.front"), code=303)


redirect_reloads_of("bin", "unbin", "delete")
