"""One act on a game at the revision that the writer saw: shared by undo, the bin and others."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, flash, redirect
from flask.typing import ResponseReturnValue
from wtforms.validators import InputRequired

from scorepad.rules import Sheet
from scorepad.store.errors import StoreError
from scorepad.web import urls
from scorepad.web.forms import NOT_COMPLETE, IdempotentForm, Integer
from scorepad.web.http import access
from scorepad.web.table.conflict import conflict
from scorepad.web.table.context.notice import Notice
from scorepad.web.table.context.table import table_page
from scorepad.web.words.game import changes
from scorepad.web.words.messages import RELOAD
from scorepad.web.words.translation import gettext


class ActForm(IdempotentForm):
    """The hidden fields of an act on a game."""

    revision = Integer(validators=[InputRequired(NOT_COMPLETE)])

    @property
    def seen(self) -> int:
        """The revision of the game for which a valid form was filled in."""
        return int(self.revision.data or 0)


def act(verb: Callable[..., Sheet | None], *, news: str | None = None) -> ResponseReturnValue:
    """Carry out an act of the store, as :func:`carry_out` does.

    ``news``: what the next page says first.
    """

    def do(writer: access.Writer, seen: int) -> tuple[Sheet | None, str | None]:
        return verb(writer.session, writer.game, writer.device, revision=seen), news

    return carry_out(do)


def carry_out(
    do: Callable[[access.Writer, int], tuple[Sheet | None, str | None]],
) -> ResponseReturnValue:
    """Carry out an act if the game has not changed; the next page says which totals changed.

    ``do`` gets the writer and the revision that the writer saw. It returns the sheet afterwards,
    ``None`` if nothing changed, and a sentence that the next page says first, if there is one.
    """
    form = ActForm()
    if not form.validate():
        return incomplete()
    # Unless it is still at the revision that the writer saw, the act is refused.
    before = access.this_game().sheet
    try:
        with access.writing() as writer:
            after, first = do(writer, form.seen)
            names = [seat.player.name for seat in writer.game.seats]
    except StoreError:
        return conflict(form.seen)
    if first is not None:
        flash(first)
    if after is not None:
        for sentence in changes(before, after, names):
            flash(sentence)
    return redirect(urls.game_url("table.table"), code=303)


def incomplete() -> ResponseReturnValue:
    """The answer to a form without its hidden fields."""
    return table_page(access.this_game(), notice=Notice(gettext(RELOAD))), 422


def redirect_reloads_of(blueprint: Blueprint, *acts: str) -> None:
    """Lead a browser that reloads a refused act, or goes back to it, to the table."""

    def back() -> ResponseReturnValue:
        return redirect(urls.game_url("table.table"))

    for name in acts:
        blueprint.add_url_rule(f"/{name}", f"back_from_{name}", back)
