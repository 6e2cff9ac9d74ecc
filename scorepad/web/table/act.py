"""One act on a game at the revision that the writer saw: shared by undo, the bin and others.

What is not done raises one of two errors, which ``conflict`` answers with the table as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from flask import flash, redirect
from flask.typing import ResponseReturnValue
from wtforms import Field
from wtforms.validators import InputRequired

from scorepad.rules import Sheet
from scorepad.store.errors import StoreError
from scorepad.web import urls
from scorepad.web.forms import IdempotentForm, Integer, form_with
from scorepad.web.http import access
from scorepad.web.table import blueprint
from scorepad.web.words.game import changes
from scorepad.web.words.messages import NOT_COMPLETE, RELOAD
from scorepad.web.words.translation import gettext

_Done = TypeVar("_Done")


class ActForm(IdempotentForm):
    """The hidden fields of an act on a game."""

    revision = Integer(validators=[InputRequired(NOT_COMPLETE)])

    @property
    def seen(self) -> int:
        """The revision of the game for which a valid form was filled in."""
        return int(self.revision.data or 0)


class OvertakenError(Exception):
    """Somebody else changed the game after the revision ``seen``, so the act was not done.

    ``seen``: ``None`` if the form did not say.
    """

    def __init__(self, seen: int | None = None) -> None:
        super().__init__(seen)
        self.seen = seen


class RefusedError(Exception):
    """An act was not done, for the reason in ``message``."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def sent_form(**fields: Field) -> ActForm:
    """The form of an act as it was sent, with these fields besides the hidden ones.

    Raises :class:`RefusedError` if it is not valid: none of our pages sends such a form.
    """
    form = form_with(ActForm, fields)
    if not form.validate():
        raise RefusedError(gettext(RELOAD))
    return form


def write(seen: int, verb: Callable[..., _Done], /, *values: Any, **options: Any) -> _Done:
    """Carry out a verb of the store on this game; what that refuses is an :class:`OvertakenError`.

    ``seen``: the revision that the writer saw.
    """
    try:
        with access.writing() as writer:
            return verb(writer.session, writer.game, writer.device_id, *values, **options)
    except StoreError as error:
        raise OvertakenError(seen) from error


def act(
    verb: Callable[..., Sheet | None], form: ActForm | None = None, *, news: str | None = None
) -> ResponseReturnValue:
    """Carry out an act of the store if the game has not changed.

    ``form``: its form, unless it has hidden fields only. The next page says which totals changed,
    and first ``news``.
    """
    seen, before = (form or sent_form()).seen, access.this_game().sheet
    after = write(seen, verb, revision=seen)
    if news is not None:
        flash(news)
    return say_changes(before, after, access.this_game().names)


def say_changes(
    before: Sheet, after: Sheet | None, names: Sequence[str], done: str | None = None
) -> ResponseReturnValue:
    """Redirect to the table, which says what was ``done`` and which totals changed.

    ``after``: ``None`` if nothing was.
    """
    if after is not None:
        for sentence in (*filter(None, [done]), *changes(before, after, names)):
            flash(sentence)
    return redirect(urls.game_url("table.table"), code=303)


def redirect_reloads_of(*acts: str) -> None:
    """Lead a browser that reloads a refused act, or goes back to it, to the table."""

    def back() -> ResponseReturnValue:
        return redirect(urls.game_url("table.table"))

    for name in acts:
        blueprint.add_url_rule(f"/{name}", f"back_from_{name}", back)
