"""More: all that a table's page has no room for, one act a line.

The pass or the dealer of the next hand, a wrong hand, undo and redo, somebody who leaves, a game
that ends early or goes on; and for lookers-on too the house rules, the history, the files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from flask import render_template
from flask.typing import ResponseReturnValue
from wtforms.validators import InputRequired

from scorepad import rules
from scorepad.names import trimmed
from scorepad.store.game import course
from scorepad.store.game.course import reopen_game, set_next, stop_game
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.rows import steps
from scorepad.web import database
from scorepad.web.forms import Pick, Text, faults_of, form_with, sentences_of
from scorepad.web.http import access
from scorepad.web.table import viewer
from scorepad.web.table.act import ActForm, act, redirect_reloads_of
from scorepad.web.table.blueprint import blueprint
from scorepad.web.words.game import departure, replaced
from scorepad.web.words.log import redo_button, undo_button
from scorepad.web.words.messages import AS_USUAL, NAME_MISSING, NOT_COMPLETE, name_refused
from scorepad.web.words.translation import gettext


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
    latest = steps(database.connection(), game.id) if pen else None
    return render_template(
        "table/more.html",
        game=game,
        pen=pen,
        writes=writes,
        me=viewer.seat_of_user(game),
        hand=coming,
        departure=departure(game.next_passed, game.next_dealer, game.names) if coming else None,
        usual=_usual_hand(game) if coming and writes else None,
        undo=undo_button(game, latest.undo) if latest else None,
        redo=redo_button(game, latest.redo) if latest else None,
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
        news=departure(passed, dealer, game.names) or gettext(AS_USUAL),
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
                partial(course.replace_player, seat=seat, name=name),
                news=replaced(name, game.names[seat]),
            )
        except rules.RulesError as fault:
            faults = [name_refused(name, fault) if name else gettext(NAME_MISSING)]
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


redirect_reloads_of("next", "replace", "stop", "reopen")
