"""What goes wrong at a table: undo, a misdeal, a wrong pass, stopping, the bin; and the log."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session
from wtforms.validators import InputRequired

from scorepad.names import trimmed
from scorepad.rules import RulesError
from scorepad.rules.sheet import dealer_of
from scorepad.store import forget, games, mishaps, pens, undo
from scorepad.store.errors import StoreError
from scorepad.store.log import changes_of
from scorepad.store.models import Change, Device, Game
from scorepad.web import database, words
from scorepad.web.database import db
from scorepad.web.forms import OnceForm, Pick, Text, Whole, faults_of, seat_or_nobody
from scorepad.web.http import access
from scorepad.web.table.view import game_address, names_of, names_then, overtaken, saved, table_page
from scorepad.web.words.log import sentence

blueprint = Blueprint("mishaps", __name__, url_prefix="/pad/<address>/table/<count:number>")


class ActForm(OnceForm):
    """One thing to do with a game that was seen at some revision."""

    revision = Whole(validators=[InputRequired("is missing: please reload")])


@dataclass(frozen=True)
class LogLine:
    """A line of the log as the page shows it."""

    at: datetime
    said: str
    device: str
    undone: bool


@blueprint.post("/undo")
def undo_last() -> ResponseReturnValue:
    """Take back the last thing done."""
    return _step(undo.undo)


@blueprint.post("/redo")
def redo_last() -> ResponseReturnValue:
    """Do again what was taken back last."""
    return _step(undo.redo)


@blueprint.post("/stop")
def stop() -> ResponseReturnValue:
    """Stop the game by agreement."""
    return _act(
        lambda session, game, device, seen: mishaps.stop_game(session, game, device, revision=seen)
    )


@blueprint.post("/reopen")
def reopen() -> ResponseReturnValue:
    """Go on with a game that was stopped."""
    return _act(
        lambda session, game, device, seen: mishaps.reopen_game(
            session, game, device, revision=seen
        )
    )


@blueprint.post("/bin")
def put_into_bin() -> ResponseReturnValue:
    """Put the game into the pad's bin."""
    return _act(
        lambda session, game, device, seen: mishaps.bin_game(session, game, device, revision=seen)
    )


@blueprint.post("/unbin")
def take_out_of_bin() -> ResponseReturnValue:
    """Take the game out of the bin."""
    return _act(
        lambda session, game, device, seen: mishaps.unbin_game(session, game, device, revision=seen)
    )


@blueprint.post("/delete")
def delete() -> ResponseReturnValue:
    """Delete a game in the bin for good."""
    game = access.this_game()
    form = ActForm()
    if not form.validate():
        return table_page(game, told=words.RELOAD), 422
    seen = int(form.revision.data or 0)
    number = game.number
    try:
        with access.writing() as session:
            forget.delete_game(session, game, access.writer(), revision=seen)
            database.deleted()
    except StoreError:
        return overtaken(game, seen=seen)
    flash(words.game_deleted(number))
    return redirect(url_for("pad.front", address=access.this_pad().address), code=303)


@blueprint.post("/next")
def next_hand() -> ResponseReturnValue:
    """Set what the hand to come passes and who deals it."""
    game = access.this_game()
    form = _next_form(game)
    if not form.validate():
        return table_page(game, told=words.NOT_DONE, mishap_faults={"next": _said(form)}), 422
    return _act(
        lambda session, game, device, seen: mishaps.set_next(
            session,
            game,
            device,
            passed=form["passed"].data,
            dealer=form["dealer"].data,
            revision=seen,
        )
    )


@blueprint.post("/replace")
def replace() -> ResponseReturnValue:
    """Let somebody else go on in a seat; the hands before stay with the one who played them."""
    game = access.this_game()
    form = _replace_form(game)
    name = trimmed(form["name"].data or "")
    if form.validate():
        try:
            return _act(
                lambda session, game, device, seen: mishaps.replace_player(
                    session, game, device, form["seat"].data, name, revision=seen
                )
            )
        except RulesError as fault:
            said = [f"“{name[:40]}” {fault.message}." if name else "The name is missing."]
    else:
        said = _said(form)
    given = {"name_given": [name], "seat_given": [str(form["seat"].data)]}
    return table_page(game, told=words.NOT_DONE, mishap_faults={"name": said, **given}), 422


@blueprint.post("/rematch")
def rematch() -> ResponseReturnValue:
    """Start the same game again: the seats kept and the deal going on, or both drawn anew."""
    game = access.this_game()
    form = ActForm()
    if not form.validate():
        return table_page(game, told=words.RELOAD), 422
    if game.binned or not games.sheet_of(game).over:
        # Reopened meanwhile, or a correction lets it go on.
        return overtaken(game, seen=int(form.revision.data or 0))
    names = names_of(game)
    dealer = dealer_of(games.as_game(game), len(game.hands))
    if request.form.get("seats") == "drawn":
        secrets.SystemRandom().shuffle(names)
        dealer = secrets.randbelow(len(names))
    new = games.NewGame(names, game.rules, dealer)
    with access.writing() as session:
        started = games.start_game(
            session, access.this_pad(), access.writer(), new, entry_id=str(form.entry_id.data)
        )
    return saved(started)


@blueprint.get("/log")
def log() -> ResponseReturnValue:
    """What was written in this game, in plain sentences, newest first."""
    game = access.this_game()
    changes = changes_of(db.session(), game)
    by_id = {change.id: change for change in changes}
    devices = _device_names(changes)
    lines = [
        LogLine(
            change.at,
            sentence(change, names_then(game, change), by_id),
            devices[change.device_id] if len(devices) > 1 else "",
            change.undone is not None,
        )
        for change in reversed(changes)
    ]
    return render_template("table/log.html", pad=access.this_pad(), game=game, changes=lines)


def _device_names(changes: Sequence[Change]) -> dict[int | None, str]:
    """What each device that wrote is called; those that are called the same are numbered."""
    called = pens.names_of_devices(db.session(), access.this_pad())
    names: dict[int | None, str] = {}
    for change in changes:
        if change.device_id not in names:
            name = called.get(change.device_id, "phone")
            alike = sum(other.partition(" #")[0] == name for other in names.values())
            names[change.device_id] = f"{name} #{alike + 1}" if alike else name
    return names


@blueprint.get("/<any(undo, redo, stop, reopen, bin, unbin, delete, next, replace, rematch):_act>")
def not_done(_act: str) -> ResponseReturnValue:
    """Where a browser without script stands after a refusal: back to the table."""
    return redirect(game_address(access.this_game()))


def _act(do: Callable[[Session, Game, Device, int], object]) -> ResponseReturnValue:
    """Do one thing with the game if it is still as it was seen; the next page says what changed."""
    game = access.this_game()
    form = ActForm()
    if not form.validate():
        return table_page(game, told=words.RELOAD), 422
    seen = int(form.revision.data or 0)
    try:
        with access.writing() as session:
            before = games.sheet_of(game)
            do(session, game, access.writer(), seen)
            changes = words.changes(before, games.sheet_of(game), names_of(game))
    except StoreError:
        return overtaken(game, seen=seen)
    for said in changes:
        flash(said)
    return saved(game)


def _step(go: Callable[..., Change | None]) -> ResponseReturnValue:
    """Go a step through the log, unless the rules now refuse a hand as it stands there."""
    try:
        return _act(lambda session, game, device, seen: go(session, game, device, revision=seen))
    except RulesError as fault:
        game = access.this_game()
        told = f"{words.NO_SHEET} {words.fault_of_game(fault, game.hands_before)}"
        return table_page(game, told=told), 422


def _next_form(game: Game) -> ActForm:
    seats = list(enumerate(names_of(game)))
    return _form_with(
        passed=Pick(coerce=seat_or_nobody, choices=[("", ""), *((seat, "") for seat, _ in seats)]),
        dealer=Pick(coerce=seat_or_nobody, choices=[("", ""), *seats]),
    )


def _replace_form(game: Game) -> ActForm:
    return _form_with(
        seat=Pick(
            coerce=seat_or_nobody,
            choices=enumerate(names_of(game)),
            validators=[InputRequired("is missing")],
        ),
        name=Text(),
    )


def _said(form: ActForm) -> list[str]:
    return [f"{name}: {fault}." for name, found in faults_of(form).items() for fault in found]


def _form_with(**fields: object) -> ActForm:
    form: ActForm = type("ActForm", (ActForm,), fields)()
    return form
