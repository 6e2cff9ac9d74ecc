"""The history of a pad's names: renamed and merged players, with undo and redo."""

from __future__ import annotations

from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from wtforms.validators import InputRequired

from scorepad.rules import RulesError
from scorepad.store.errors import MergedError, StaleError
from scorepad.store.log.changes import LogRow, PlayersMerged, players_change_of
from scorepad.store.log.rows import players_log, players_steps
from scorepad.store.pad import players
from scorepad.web import database
from scorepad.web.figures import blueprint
from scorepad.web.forms import Integer, PostedForm, form_with, sentence_of
from scorepad.web.http import access
from scorepad.web.urls import number_in_query, pad_url
from scorepad.web.words.log import step
from scorepad.web.words.messages import RELOAD
from scorepad.web.words.names import CHANGED_MEANWHILE, both_played, names_changed
from scorepad.web.words.translation import gettext


@blueprint.get("/players/history")
def history() -> ResponseReturnValue:
    """The changes of the pad's players, newest first."""
    return _page()


@blueprint.post("/players/undo")
def undo() -> ResponseReturnValue:
    """Undo the last change of the players."""
    return _step(back=True)


@blueprint.post("/players/redo")
def redo() -> ResponseReturnValue:
    """Redo the change of the players that was undone last."""
    return _step(back=False)


@blueprint.get("/players/undo")
@blueprint.get("/players/redo")
def redirect_to_history() -> ResponseReturnValue:
    """Redirect a browser that reloads a refusal, or goes back to it, to the history."""
    return redirect(pad_url("figures.history"))


def _page(message: str = "") -> str:
    pad, before = access.this_pad(), number_in_query("before")
    return render_template(
        "figures/names_history.html",
        log=players_log(database.connection(), pad.id, before),
        steps=_steps(pad.id) if access.holds_pen() else [],
        first=before is None,
        message=message,
        in_words=_in_words,
    )


def _steps(pad_id: int) -> list[tuple[str, int, Markup]]:
    """The buttons for undo and redo: what it is, the id of the change, and the label."""
    both = players_steps(database.connection(), pad_id)
    possible = (("undo", both.undo), ("redo", both.redo))
    return [(name, row.id, step(name, _in_words(row))) for name, row in possible if row is not None]


def _in_words(row: LogRow) -> Markup:
    return names_changed(players_change_of(row))


def _step(*, back: bool) -> ResponseReturnValue:
    # The id of the change on the button.
    form = form_with(PostedForm, {"change": Integer(validators=[InputRequired()])})
    if not form.validate():
        return _page(gettext(RELOAD)), 422
    try:
        with access.writing() as writer:
            change = players.step(
                writer.session, writer.pad, writer.device_id, form["change"].data, back=back
            )
    except StaleError:
        return _page(gettext(CHANGED_MEANWHILE)), 409
    except RulesError as fault:
        return _page(sentence_of(fault)), 422
    except MergedError as refusal:
        return _page(_two_people(refusal)), 422
    if change is not None:
        flash(step("undone" if back else "redone", names_changed(change)))
    return redirect(pad_url("figures.history"), code=303)


def _two_people(refusal: MergedError) -> str:
    row = players_steps(database.connection(), access.this_pad().id).redo
    change = None if row is None else players_change_of(row)
    if not isinstance(change, PlayersMerged):
        return gettext(CHANGED_MEANWHILE)
    return both_played(change.player, change.into, refusal.game)
