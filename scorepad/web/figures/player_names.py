"""Give a player another name, or say that two entries are one person."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, flash, redirect
from flask.typing import ResponseReturnValue

from scorepad.names import fault_of, trimmed
from scorepad.rules import RulesError
from scorepad.store import players
from scorepad.store.changes import PlayerRenamed, PlayersMerged
from scorepad.store.errors import MergedError, StaleError
from scorepad.store.models import Player
from scorepad.web.figures.names_forms import RefusedNames, first_fault
from scorepad.web.figures.player_page import page_of
from scorepad.web.forms import PostedForm, Text, faults_of, sentence_of
from scorepad.web.http import access
from scorepad.web.urls import pad_url
from scorepad.web.words.players import CHANGED_MEANWHILE, both_played, nobody_called, sentence
from scorepad.web.words.translation import gettext

blueprint = Blueprint("player_names", __name__, url_prefix="/pad/<address>/player/<id:player>")


class NameForm(PostedForm):
    """The form with a player's name."""

    name = Text()


class SameForm(PostedForm):
    """The form with the name of the duplicate entry."""

    same = Text()


@blueprint.post("/name")
def rename(player: int) -> ResponseReturnValue:
    """Give the player another name."""
    form = NameForm()
    if not form.validate():
        return _refused(player, "name", "", first_fault(faults_of(form), "name"))
    name = trimmed(form.name.data or "")
    # Checked before anything is locked.
    if fault := fault_of(name):
        return _refused(player, "name", name, [sentence_of(fault)])
    try:
        with access.writing() as writer:
            current = _player(writer, player)
            change = PlayerRenamed(current.id, current.name, name)
            if current.id != player:
                raise StaleError
            players.rename_player(writer.session, writer.pad, writer.device, current, name)
    except RulesError as refusal:
        return _refused(player, "name", name, [sentence_of(refusal)])
    except StaleError:
        return _changed_meanwhile(change.player_id, "name", change.former)
    if change.former != name:
        flash(sentence(change))
    return redirect(pad_url("player.player", player=player), code=303)


@blueprint.post("/merge")
def merge(player: int) -> ResponseReturnValue:
    """Merge the player into the player of another name."""
    form = SameForm()
    if not form.validate():
        return _refused(player, "same", "", first_fault(faults_of(form), "same"))
    name = trimmed(form.same.data or "")
    if fault := fault_of(name):
        return _refused(player, "same", name, [sentence_of(fault)])
    try:
        with access.writing() as writer:
            current = _player(writer, player)
            other = players.player_called(writer.session, writer.pad, name)
            if other is not None and other.id != current.id:
                change = PlayersMerged(current.id, current.name, other.id, other.name, ())
                if current.id != player:
                    raise StaleError
                players.merge_players(writer.session, writer.pad, writer.device, current, other)
        # Only now, when the lock is released.
        if other is None or other.id == player:
            return _refused(current.id, "same", name, [nobody_called(name)])
        if other.id == current.id:
            # The form was sent twice, and they are merged already.
            return redirect(pad_url("player.player", player=other.id), code=303)
    except MergedError as refusal:
        reason = both_played(change.player, change.into, refusal.game)
        return _refused(player, "same", name, [reason])
    except StaleError:
        return _changed_meanwhile(change.player_id, "same", "")
    flash(sentence(change))
    return redirect(pad_url("player.player", player=change.into_id), code=303)


@blueprint.get("/name")
@blueprint.get("/merge")
def redirect_to_page(player: int) -> ResponseReturnValue:
    """Redirect a browser that reloads a refused form, or goes back to it, to the player's page."""
    return redirect(pad_url("player.player", player=player))


def _player(writer: access.Writer, player: int) -> Player:
    return players.player_of(writer.session, writer.pad, player) or abort(404)


def _refused(player: int, form: str, value: str, faults: Sequence[str]) -> ResponseReturnValue:
    return page_of(player, RefusedNames(form, value, faults)), 422


def _changed_meanwhile(player: int, form: str, value: str) -> ResponseReturnValue:
    """Show the page of a player who was renamed or merged in the meantime, without the input."""
    refused = RefusedNames(form, value, [gettext(CHANGED_MEANWHILE)])
    return page_of(player, refused), 409
