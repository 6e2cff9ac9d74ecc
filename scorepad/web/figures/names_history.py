"""The history of a pad's names: renamed and merged players, with undo and redo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup
from wtforms.validators import InputRequired

from scorepad.rules import RulesError
from scorepad.store import players
from scorepad.store.changes import PlayersMerged, change_of
from scorepad.store.errors import MergedError, StaleError
from scorepad.store.models import Change
from scorepad.store.players_log import PlayersLog, players_log
from scorepad.web import times
from scorepad.web.database import db
from scorepad.web.forms import Integer, PostedForm, sentence_of
from scorepad.web.http import access
from scorepad.web.pager import PageLink, number_in_query
from scorepad.web.urls import pad_url
from scorepad.web.words import undo as undo_words
from scorepad.web.words.messages import RELOAD
from scorepad.web.words.names import tag
from scorepad.web.words.players import CHANGED_MEANWHILE, both_played, sentence
from scorepad.web.words.translation import gettext

blueprint = Blueprint("names_history", __name__, url_prefix="/pad/<address>/players")


class StepForm(PostedForm):
    """The form of undo and redo; ``change``: the id of the change on the button."""

    change = Integer(validators=[InputRequired()])


@dataclass(frozen=True)
class HistoryLine:
    """A change in the list; ``device``: the name of the device that made it."""

    moment: Markup
    sentence: Markup
    device: Markup | None
    undone: bool


@dataclass(frozen=True)
class StepButton:
    """A button that undoes or redoes a change."""

    id: str
    action: str
    change: int
    label: Markup


@dataclass(frozen=True)
class HistoryPage:
    """A page of the history; ``steps``: for holders of the pen."""

    back: str
    message: str
    csrf_token: str
    lines: Sequence[HistoryLine]
    steps: Sequence[StepButton]
    pages: Sequence[PageLink]


@blueprint.get("/history")
def history() -> ResponseReturnValue:
    """The changes of the pad's players, newest first."""
    return _page()


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo the last change of the players."""
    return _step(players.undo)


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    """Redo the change of the players that was undone last."""
    return _step(players.redo)


@blueprint.get("/undo")
@blueprint.get("/redo")
def redirect_to_history() -> ResponseReturnValue:
    """Redirect a browser that reloads a refusal, or goes back to it, to the history."""
    return redirect(pad_url("names_history.history"))


def history_page(
    log: PlayersLog, steps: Sequence[StepButton], *, first: bool, message: str = ""
) -> HistoryPage:
    """A page of the history of the request's pad; ``first``: whether no page comes before it."""
    links = []
    if log.older:
        older = pad_url("names_history.history", before=log.rows[-1].id)
        links.append(PageLink(gettext("Older changes"), older, back=False))
    if not first:
        newest = pad_url("names_history.history")
        links.append(PageLink(gettext("Newest changes"), newest, back=True))
    return HistoryPage(
        back=pad_url("players.list_of_players"),
        message=message,
        csrf_token=generate_csrf() if steps else "",
        lines=[
            HistoryLine(
                times.moment(row.at),
                sentence(row.change),
                tag(row.device) if row.device else None,
                row.undone,
            )
            for row in log.rows
        ],
        steps=steps,
        pages=links,
    )


def _page(message: str = "") -> str:
    pad, before = access.this_pad(), number_in_query("before")
    page = history_page(
        players_log(db.session(), pad.id, before),
        _steps(pad.id) if access.holds_pen() else [],
        first=before is None,
        message=message,
    )
    return render_template("figures/names_history.html", page=page)


def _steps(pad_id: int) -> list[StepButton]:
    session = db.session()
    possible = (
        ("undo", players.change_to_undo(session, pad_id), undo_words.undo_change),
        ("redo", players.change_to_redo(session, pad_id), undo_words.redo_change),
    )
    return [
        StepButton(name, pad_url(f"names_history.{name}"), row.id, label(_sentence(row)))
        for name, row, label in possible
        if row is not None
    ]


def _sentence(row: Change) -> Markup:
    change = change_of(row)
    return sentence(change) if isinstance(change, players.PlayersChange) else Markup()


def _step(go: Callable[..., players.PlayersChange | None]) -> ResponseReturnValue:
    form = StepForm()
    if not form.validate():
        return _page(gettext(RELOAD)), 422
    try:
        with access.writing() as writer:
            change = go(writer.session, writer.pad, writer.device, form.change.data)
    except StaleError:
        return _page(gettext(CHANGED_MEANWHILE)), 409
    except RulesError as fault:
        return _page(sentence_of(fault)), 422
    except MergedError as refusal:
        return _page(_two_people(refusal)), 422
    if change is not None:
        message = undo_words.undone if go is players.undo else undo_words.redone
        flash(message(change.what, 0))
    return redirect(pad_url("names_history.history"), code=303)


def _two_people(refusal: MergedError) -> str:
    row = players.change_to_redo(db.session(), access.this_pad().id)
    change = None if row is None else change_of(row)
    if not isinstance(change, PlayersMerged):
        return gettext(CHANGED_MEANWHILE)
    return both_played(change.player, change.into, refusal.game)
