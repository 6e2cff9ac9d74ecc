"""Correct or remove a hand of the sheet, with a preview of the effects."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorepad import rules
from scorepad.store import hands
from scorepad.store.errors import StoreError
from scorepad.store.snapshot import GameSnapshot, was_written
from scorepad.web import urls
from scorepad.web.database import db
from scorepad.web.forms import add_faults, faults_of
from scorepad.web.http import access
from scorepad.web.table.conflict import changes_since, conflict
from scorepad.web.table.context.entry import EntryState
from scorepad.web.table.context.hand import hand_page
from scorepad.web.table.context.notice import Notice
from scorepad.web.table.hand_form import HandForm, hand_form, hand_values, read_hand
from scorepad.web.table.moon_chooser import with_moon_effects
from scorepad.web.words.game import changes as changes_in_words
from scorepad.web.words.messages import OVERTAKEN, OVERTAKEN_CORRECTION
from scorepad.web.words.translation import gettext

blueprint = Blueprint(
    "correction", __name__, url_prefix="/pad/<address>/table/<count:number>/hand/<count:line>"
)


@blueprint.get("")
@access.for_the_pen
def hand(line: int) -> ResponseReturnValue:
    """A hand of the sheet, to be corrected or removed."""
    game = access.this_game()
    index = game.index_of(line)
    if index is None:
        raise NotFound
    if game.binned:
        # The table has the way out of the bin; until then nothing can be corrected.
        return redirect(urls.game_url("table.table"))
    return hand_page(game, index, EntryState(hand_values(game.hands[index].hand)))


@blueprint.post("")
def correct(line: int) -> ResponseReturnValue:
    """Correct a hand, or show the effects of a correction."""
    game = access.this_game()
    form = hand_form(game.ruleset, correcting=True)
    index = _index_of(game, line)
    if index is None:
        return conflict(form.seen)
    corrected, faults = read_hand(form, game.ruleset)
    preview = "preview" in request.form
    # A repeated request changes nothing: the hand already is as requested.
    repeated = corrected == game.hands[index].hand and not preview
    if not form.is_for(game.revision) and not repeated:
        return _conflict(form, line)
    state = EntryState(form.values(), faults, entry_id=str(form.entry_id.data or ""), own=True)
    if corrected is not None:
        try:
            if preview:
                after = rules.sheet(game.game.with_hand(index, corrected))
                changes = changes_in_words(game.sheet, after, game.names)
                return hand_page(game, index, state, changes=changes)
            with access.writing() as writer:
                sheet = hands.correct_hand(
                    writer.session,
                    writer.game,
                    writer.device,
                    line,
                    corrected,
                    revision=form.seen,
                )
        except rules.RulesError as fault:
            add_faults(state.faults, [fault], game.game, index)
        except StoreError:
            return _conflict(form, line)
        else:
            return _saved(game, sheet)
    return hand_page(game, index, with_moon_effects(state, form, game.game, index)), 422


@blueprint.post("/remove")
def remove(line: int) -> ResponseReturnValue:
    """Remove a hand from the game."""
    game = access.this_game()
    index = _index_of(game, line)
    form = hand_form(game.ruleset, correcting=True)
    form.validate()
    if form.revision.errors:
        if index is None:
            return conflict()
        faults = {"revision": faults_of(form)["revision"]}
        state = EntryState(hand_values(game.hands[index].hand), faults)
        return hand_page(game, index, state), 422
    try:
        with access.writing() as writer:
            sheet = hands.remove_hand(
                writer.session, writer.game, writer.device, line, revision=form.seen
            )
    except StoreError:
        return _conflict(form, line, removing=True)
    return _saved(game, sheet)


@blueprint.get("/remove")
@access.for_the_pen
def hand_after_refused_removal(line: int) -> ResponseReturnValue:
    """The hand again, for a browser without script that reloads a refused removal."""
    return hand(line)


def _index_of(game: GameSnapshot, line: int) -> int | None:
    """The index of the hand on a line; ``None`` if it was removed, 404 if it never existed."""
    index = game.index_of(line)
    if index is None and not was_written(db.session(), game.id, line):
        raise NotFound
    return index


def _saved(before: GameSnapshot, after: rules.Sheet | None) -> ResponseReturnValue:
    """Redirect to the table, which says what changed; ``after``: ``None`` if nothing did."""
    if after is not None:
        for sentence in changes_in_words(before.sheet, after, before.names):
            flash(sentence)
    return redirect(urls.game_url("table.table"), code=303)


def _conflict(form: HandForm, line: int, *, removing: bool = False) -> ResponseReturnValue:
    """The answer if somebody else wrote meanwhile: the current hand, with the correction intact."""
    game = access.this_game()
    index = game.index_of(line)
    if index is None or game.binned:
        return conflict(form.seen)
    changes = changes_since(game, form.seen)
    if removing:
        state = EntryState(hand_values(game.hands[index].hand))
        return hand_page(game, index, state, Notice(gettext(OVERTAKEN), changes)), 409
    state = EntryState(form.values(), own=True)
    notice = Notice(gettext(OVERTAKEN_CORRECTION), changes)
    return hand_page(game, index, state, notice), 409
