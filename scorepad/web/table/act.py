"""One act on a game at the revision that the writer saw: shared by undo, the bin and others."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, flash, redirect
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from wtforms.validators import InputRequired

from scorepad.store.as_rules import sheet_of
from scorepad.store.errors import StoreError
from scorepad.web import urls
from scorepad.web.forms import NOT_COMPLETE, IdempotentForm, Integer
from scorepad.web.http import access
from scorepad.web.table.conflict import conflict
from scorepad.web.table.context.table import Notice, table_page
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


def act(
    do: Callable[[access.Writer, int], object], *, news: str | None = None
) -> ResponseReturnValue:
    """Carry out the act if the game has not changed; the next page says which totals changed.

    ``do`` gets the writer and the revision that the writer saw. ``news``: what the next page says
    first; so is a sentence that ``do`` returns as markup.
    """
    form = ActForm()
    if not form.validate():
        return incomplete()
    try:
        with access.writing() as writer:
            before = sheet_of(writer.game)
            first = do(writer, form.seen)
            names = [seat.player.name for seat in writer.game.seats]
            sentences = changes(before, sheet_of(writer.game), names)
    except StoreError:
        return conflict(form.seen)
    if isinstance(first, Markup):
        sentences.insert(0, first)
    for sentence in (*([news] if news else ()), *sentences):
        flash(sentence)
    return redirect(urls.game_url("table.table"), code=303)


def incomplete() -> ResponseReturnValue:
    """The answer to a form without its hidden fields."""
    return table_page(access.this_game(), notice=Notice(gettext(RELOAD))), 422


def go_back_from(blueprint: Blueprint, *acts: str) -> None:
    """Lead a browser that reloads a refused act, or goes back to it, to the table."""

    def back() -> ResponseReturnValue:
        return redirect(urls.game_url("table.table"))

    for name in acts:
        blueprint.add_url_rule(f"/{name}", f"back_from_{name}", back)
