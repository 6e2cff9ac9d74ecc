"""A rematch: the same game again, with the same seats and the next dealer, or both drawn anew."""

from __future__ import annotations

import secrets

from flask import redirect, request
from flask.typing import ResponseReturnValue

from scorepad.rules.sheet import dealer_of
from scorepad.store.game.lists import running_game
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.game.start import NewGame, start_game, started
from scorepad.web import database, urls
from scorepad.web.http import access
from scorepad.web.table.act import OvertakenError, redirect_reloads_of, sent_form
from scorepad.web.table.blueprint import blueprint


@blueprint.post("/rematch")
def rematch() -> ResponseReturnValue:
    """Start the same game again."""
    game = access.this_game()
    form = sent_form()
    entry_id = str(form.entry_id.data)
    if again := started(database.connection(), access.this_pad().id, entry_id):
        return redirect(urls.game_url("table.table", again), code=303)
    if game.binned or not game.sheet.over:
        # Reopened meanwhile, or a correction lets it go on.
        raise OvertakenError(form.seen)
    names, draws_seats = list(game.names), request.form.get("seats") == "drawn"
    dealer = dealer_of(game.game, len(game.hands))
    if draws_seats:
        secrets.SystemRandom().shuffle(names)
        dealer = secrets.randbelow(len(names))
    new = NewGame(names, game.options, dealer)
    with access.writing() as writer:
        other = running_game(writer.session.connection(), writer.pad_id)
        if other is not None and not draws_seats and _is_rematch(other, game):
            # Another phone was faster; both are to go on in one game.
            return redirect(urls.game_url("table.table", other.number), code=303)
        new_game = start_game(writer.session, writer.pad, writer.device_id, new, entry_id=entry_id)
    return redirect(urls.game_url("table.table", new_game.number), code=303)


def _is_rematch(other: GameSnapshot, game: GameSnapshot) -> bool:
    """Whether a running game is the rematch of this one, and no hand of it is saved yet."""
    same = (other.names, other.options) == (game.names, game.options)
    paper = other.hands_before or any(seat.opening for seat in other.seats)
    return same and other.number > game.number and not other.hands and not paper


redirect_reloads_of("rematch")
