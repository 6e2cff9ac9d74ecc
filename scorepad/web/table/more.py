"""More: all that a table's page has no room for, one act a line.

The pass or the dealer of the next hand, a wrong hand, undo and redo, somebody who leaves, a game
that ends early or goes on, the bin; and for lookers-on too the house rules, the history, the files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue
from wtforms.validators import InputRequired

from scorepad import rules
from scorepad.names import trimmed
from scorepad.store.game import course as substitution
from scorepad.store.game import delete
from scorepad.store.game.course import bin_game, reopen_game, set_next, stop_game, unbin_game
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.game.undo import step
from scorepad.store.log.changes import HandRecorded
from scorepad.store.log.rows import steps
from scorepad.web import database, urls
from scorepad.web.forms import Pick, Text, faults_of, form_with, sentences_of
from scorepad.web.http import access
from scorepad.web.table import viewer
from scorepad.web.table.act import (
    ActForm,
    RefusedError,
    act,
    redirect_reloads_of,
    say_changes,
    sent_form,
    write,
)
from scorepad.web.table.blueprint import blueprint
from scorepad.web.words import log as words
from scorepad.web.words.game import departure, fault_of_game, replaced
from scorepad.web.words.messages import NOT_COMPLETE, name_refused
from scorepad.web.words.translation import gettext, markup


@dataclass(frozen=True)
class RefusedForm:
    """A refused form of the page: its view, its faults as sentences, its fields as they were."""

    view: str
    faults: Sequence[str]
    values: Mapping[str, str] = field(default_factory=dict)


def more_page(game: GameSnapshot, refused: RefusedForm | None = None) -> str:
    """The page, without acts for lookers-on."""
    pen, coming = access.this_pen(), game.sheet.next
    writes = pen is not None and not game.binned
    return render_template(
        "table/more.html",
        game=game,
        pen=pen,
        writes=writes,
        me=viewer.seat_of_user(game),
        hand=coming,
        departure=departure(game.next_passed, game.next_dealer, game.names) if coming else None,
        usual=_usual_hand(game) if coming and writes else None,
        steps=steps(database.connection(), game.id) if pen else None,
        refused=refused,
    )


def _usual_hand(game: GameSnapshot) -> rules.NextHand:
    """The next hand without what the players decided for it."""
    return rules.hands_to_come(replace(game.game, next_passed=None, next_dealer=None), 1)[0]


@blueprint.get("/more")
def more() -> ResponseReturnValue:
    """What else there is to do with a game, and to read about it."""
    return more_page(access.this_game())


@blueprint.post("/next")
def decide_next_hand() -> ResponseReturnValue:
    """Decide the pass and the dealer of the next hand."""
    game = access.this_game()
    seats = range(len(game.seats))
    form = form_with(ActForm, {"passed": Pick(seats), "dealer": Pick(seats)})
    if not form.validate():
        refused = RefusedForm("decide_next_hand", sentences_of(faults_of(form)))
        return more_page(game, refused), 422
    passed, dealer = form["passed"].data, form["dealer"].data
    return act(
        partial(set_next, passed=passed, dealer=dealer),
        news=departure(passed, dealer, game.names) or gettext("This hand is back to normal."),
    )


@blueprint.post("/replace")
def replace_player() -> ResponseReturnValue:
    """Let somebody else go on in a seat; earlier hands stay with the player who played them."""
    game = access.this_game()
    seats = range(len(game.seats))
    leaving = Pick(seats, validators=[InputRequired(NOT_COMPLETE)])
    form = form_with(ActForm, {"seat": leaving, "name": Text()})
    seat, name = form["seat"].data, trimmed(form["name"].data or "")
    if not form.validate():
        faults = sentences_of(faults_of(form))
    else:
        try:
            return act(
                partial(substitution.replace_player, seat=seat, name=name),
                news=replaced(name, game.names[seat]),
            )
        except rules.RulesError as fault:
            faults = [name_refused(name, fault) if name else gettext("The name is missing.")]
    refused = RefusedForm("replace_player", faults, {"seat": str(seat), "name": name})
    # Read again: the write may have found a later game.
    return more_page(access.this_game(), refused), 422


@blueprint.post("/stop")
def stop() -> ResponseReturnValue:
    """Stop the game by agreement."""
    return act(stop_game)


@blueprint.post("/reopen")
def reopen() -> ResponseReturnValue:
    """Go on with a game that was stopped."""
    return act(reopen_game)


@blueprint.post("/undo")
def undo() -> ResponseReturnValue:
    """Undo the last change."""
    return _step(back=True)


@blueprint.post("/redo")
def redo() -> ResponseReturnValue:
    """Redo the change that was undone last."""
    return _step(back=False)


def _step(*, back: bool) -> ResponseReturnValue:
    """Go a step through the log, unless the rules now refuse a hand as it stands there."""

    seen, game = sent_form().seen, access.this_game()
    try:
        result = write(seen, step, back=back, revision=seen)
    except rules.RulesError as fault:
        text = gettext("That can’t be changed: later hands would no longer add up.")
        sentence = fault_of_game(fault, game.hands_before)
        raise RefusedError(f"{text} {sentence}") from fault
    if result is None:
        return say_changes(game.sheet, None, game.names)
    # Of a saved hand the number, as its totals follow.
    last = game.hands_before + len(result.sheet.lines)
    if result.row.what != HandRecorded.what:
        change = words.sentence(game, result.row)
        done = words.step("undone" if back else "redone", change, result.row.what)
    elif back:
        done = markup("Hand %(number)s undone.", number=last + 1)
    else:
        done = markup("Hand %(number)s redone.", number=last)
    return say_changes(game.sheet, result.sheet, access.this_game().names, done)


@blueprint.post("/bin")
def put_into_bin() -> ResponseReturnValue:
    """Put the game into the pad's bin."""
    return act(bin_game)


@blueprint.post("/unbin")
def take_out_of_bin() -> ResponseReturnValue:
    """Take the game out of the bin."""
    return act(unbin_game, news=gettext("The game is back from the bin."))


@blueprint.post("/delete")
def delete_game() -> ResponseReturnValue:
    """Delete a game in the bin for good."""
    seen = sent_form().seen
    number = access.this_game().number
    write(seen, delete.delete_game, revision=seen)
    flash(gettext("Game %(number)s was deleted, with everything in it.", number=number))
    return redirect(urls.pad_url("pad.front"), code=303)


redirect_reloads_of("next", "replace", "stop", "reopen", "undo", "redo", "bin", "unbin", "delete")
