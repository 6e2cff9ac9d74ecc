"""Correct or remove a hand of the sheet, with a preview of the effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import redirect, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from scorepad import rules
from scorepad.store.game import hands
from scorepad.store.game.snapshot import GameSnapshot, was_written
from scorepad.web import database, urls
from scorepad.web.forms import add_faults
from scorepad.web.http import access
from scorepad.web.table import blueprint
from scorepad.web.table.act import OvertakenError, say_changes, sent_form, write
from scorepad.web.table.conflict import changes_since
from scorepad.web.table.entry import (
    EntryState,
    entry_part,
    hand_form,
    hand_values,
    read_hand,
    sent_entry,
)
from scorepad.web.table.page import NO_NOTICE, Notice
from scorepad.web.table.sheet import sheet_part
from scorepad.web.words.game import changes as changes_in_words
from scorepad.web.words.messages import OVERTAKEN
from scorepad.web.words.translation import gettext, markup


def hand_page(
    game: GameSnapshot,
    index: int,
    state: EntryState | None = None,
    notice: Notice = NO_NOTICE,
    changes: Sequence[Markup] | None = None,
) -> str:
    """The page of the hand at ``index`` of the game's hands.

    ``state``: of the entry, unless it is that of the hand. ``changes``: the effects of a
    correction, in its preview.
    """
    hand, line = game.hands[index], game.sheet.lines[index]
    before = game.sheet.lines[index - 1].totals if index else game.game.opening
    played = game.game.hands
    rest = replace(game.game, hands=(*played[:index], *played[index + 1 :]))
    state = state or EntryState(hand_values(hand.hand))
    # Somebody else may sit there now than when this hand was played.
    players = game.names_at(hand.line)
    return render_template(
        "table/correction.html",
        game=game,
        number=line.number,
        line=hand.line,
        notice=notice,
        entry=entry_part(game.ruleset, players, before, state, correcting=True),
        changes=changes,
        without=changes_in_words(game.sheet, rules.sheet(rest), game.names),
        sheet=sheet_part(game, writes=True, current=hand.line),
    )


@blueprint.get("/hand/<count:line>")
# For a browser without script that reloads a refused removal.
@blueprint.get("/hand/<count:line>/remove", endpoint="hand_after_refused_removal")
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
    return hand_page(game, index)


@blueprint.post("/hand/<count:line>")
def correct(line: int) -> ResponseReturnValue:
    """Correct a hand, or show the effects of a correction."""
    game = access.this_game()
    form = hand_form(game.ruleset, correcting=True)
    index = _index_of(game, line)
    if index is None:
        raise OvertakenError(form.seen)
    corrected, faults = read_hand(form, game.ruleset)
    preview = "preview" in request.form
    # A repeated request changes nothing: the hand already is as requested.
    repeated = corrected == game.hands[index].hand and not preview
    if not form.is_for(game.revision) and not repeated:
        return _conflict(form.seen, line, form.values())
    if corrected is not None:
        try:
            if preview:
                after = rules.sheet(game.game.with_hand(index, corrected))
                changes = changes_in_words(game.sheet, after, game.names)
                return hand_page(game, index, sent_entry(form, {}, game, index), changes=changes)
            sheet = write(form.seen, hands.correct_hand, line, corrected, revision=form.seen)
        except rules.RulesError as fault:
            add_faults(faults, [fault], game.game, index)
        except OvertakenError:
            return _conflict(form.seen, line, form.values())
        else:
            done = markup("Hand %(number)s corrected.", number=game.sheet.lines[index].number)
            return say_changes(game.sheet, sheet, game.names, done)
    return hand_page(game, index, sent_entry(form, faults, game, index)), 422


@blueprint.post("/hand/<count:line>/remove")
def remove_hand(line: int) -> ResponseReturnValue:
    """Remove a hand from the game."""
    game = access.this_game()
    index = _index_of(game, line)
    seen = sent_form().seen
    try:
        sheet = write(seen, hands.remove_hand, line, revision=seen)
    except OvertakenError:
        return _conflict(seen, line)
    done = None
    if index is not None:
        done = markup("Hand %(number)s deleted.", number=game.sheet.lines[index].number)
    return say_changes(game.sheet, sheet, game.names, done)


def _index_of(game: GameSnapshot, line: int) -> int | None:
    """The index of the hand on a line; ``None`` if it was removed, 404 if it never existed."""
    index = game.index_of(line)
    if index is None and not was_written(database.connection(), game.id, line):
        raise NotFound
    return index


def _conflict(seen: int, line: int, values: Mapping[str, str] | None = None) -> ResponseReturnValue:
    """The answer if somebody else wrote meanwhile: the current hand, with the correction intact."""
    game = access.this_game()
    index = game.index_of(line)
    if index is None or game.binned:
        raise OvertakenError(seen)
    changes = changes_since(game, seen)
    if values is None:
        return hand_page(game, index, notice=Notice(gettext(OVERTAKEN), changes)), 409
    text = gettext(
        "Another phone was faster, so nothing was saved. Your correction is still below."
    )
    return hand_page(game, index, EntryState(values, own=True), Notice(text, changes)), 409
