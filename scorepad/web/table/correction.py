"""A hand of the sheet: corrected or taken out, with what changes shown before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flask import Blueprint, flash, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorepad import rules
from scorepad.store import games
from scorepad.store.errors import StoreError
from scorepad.store.models import Game, Hand
from scorepad.web import words
from scorepad.web.database import db
from scorepad.web.forms import Faults, add_faults
from scorepad.web.http import access
from scorepad.web.table.hand_form import HandForm, as_given, hand_form, read_hand
from scorepad.web.table.view import (
    Outcome,
    done_since,
    moon_outcomes,
    moon_points,
    names_of,
    overtaken,
    saved,
    takeovers,
    with_hand,
)

blueprint = Blueprint(
    "hands", __name__, url_prefix="/pad/<address>/table/<count:number>/hand/<count:line>"
)


@blueprint.get("")
@access.for_the_pen
def hand(line: int) -> ResponseReturnValue:
    """A hand of the sheet, to be corrected or taken out."""
    game = access.this_game()
    taken = games.hand_on_line(game, line)
    if taken is None:
        raise NotFound
    form = hand_form(
        games.as_game(game).rules,
        games.players_at(game, line),
        correcting=True,
        given=as_given(games.as_rules(taken)),
    )
    return hand_page(game, taken, form)


@blueprint.post("")
def correct(line: int) -> ResponseReturnValue:
    """Correct a hand, or show what a correction would change."""
    game = access.this_game()
    played = games.as_game(game)
    form = hand_form(played.rules, games.players_at(game, line), correcting=True)
    taken = _written(game, line)
    if taken is None:
        return overtaken(game, seen=form.seen)
    index = game.hands.index(taken)
    corrected, faults = read_hand(form, played.rules)
    # A repeated request is quiet: the hand already says so.
    repeated = corrected == games.as_rules(taken) and "preview" not in request.form
    if form.overtaken(game) and not repeated:
        return _overtaken(game, form, line)
    if corrected is not None:
        try:
            after = rules.sheet(with_hand(played, index, corrected))
            changes = words.changes(rules.sheet(played), after, names_of(game))
            if "preview" in request.form:
                return hand_page(game, taken, form, changes=changes)
            with access.writing() as session:
                games.correct_hand(
                    session, game, access.writer(), line, corrected, revision=form.seen
                )
        except rules.RulesError as fault:
            add_faults(faults, [fault], played, index)
        except StoreError:
            return _overtaken(game, form, line)
        else:
            _tell(changes)
            return saved(game)
    outcomes = moon_outcomes(played, form, faults, index)
    return hand_page(game, taken, form, faults, outcomes), 422


@blueprint.post("/remove")
def remove(line: int) -> ResponseReturnValue:
    """Take a hand out of the game."""
    game = access.this_game()
    played = games.as_game(game)
    taken = _written(game, line)
    form = hand_form(played.rules, games.players_at(game, line), correcting=True)
    form.validate()
    if form.revision.errors:
        faults = {"revision": list(form.revision.errors)}
        return (hand_page(game, taken, form, faults), 422) if taken else overtaken(game)
    try:
        changes = _without(game, taken) if taken else []
        with access.writing() as session:
            games.remove_hand(session, game, access.writer(), line, revision=form.seen)
    except StoreError:
        return _overtaken(game, form, line)
    _tell(changes)
    return saved(game)


@blueprint.get("/remove")
@access.for_the_pen
def not_removed(line: int) -> ResponseReturnValue:
    """Where a browser without script stands after a refused removal: the hand, as it is now."""
    return hand(line)


def hand_page(
    game: Game,
    taken: Hand,
    form: HandForm,
    faults: Faults | None = None,
    outcomes: list[Outcome] | None = None,
    told: str | None = None,
    done: Sequence[str] = (),
    changes: Sequence[str] | None = None,
) -> str:
    """The page on which a hand is corrected or taken out."""
    form.show(game)
    played = games.as_game(game)
    sheet = rules.sheet(played)
    index = game.hands.index(taken)
    before = rules.sheet(replace(played, hands=played.hands[:index]))
    return render_template(
        "table/hand.html",
        pad=access.this_pad(),
        game=game,
        sheet=sheet,
        hand=taken,
        line=sheet.lines[index],
        rules=played.rules,
        # Somebody may sit there now who did not play this hand.
        names=games.players_at(game, taken.line),
        names_now=names_of(game),
        takeovers=takeovers(game),
        form=form,
        moons=moon_points(played.rules, before.totals),
        faults=faults or {},
        outcomes=outcomes or [],
        told=told,
        done=done,
        changes=changes,
        without=_without(game, taken),
        writes=True,
    )


def _written(game: Game, line: int) -> Hand | None:
    """The hand on a line, ``None`` if it was taken out meanwhile; 404 if it never was."""
    taken = games.hand_on_line(game, line)
    if taken is None and not games.was_written(db.session(), game, line):
        raise NotFound
    return taken


def _without(game: Game, taken: Hand) -> Sequence[str]:
    """What taking the hand out would change."""
    played = games.as_game(game)
    index = game.hands.index(taken)
    rest = replace(played, hands=(*played.hands[:index], *played.hands[index + 1 :]))
    return words.changes(rules.sheet(played), rules.sheet(rest), names_of(game))


def _tell(changes: Sequence[str]) -> None:
    """Let the next page say what was changed."""
    for said in changes:
        flash(said)


def _overtaken(game: Game, form: HandForm, line: int) -> ResponseReturnValue:
    taken = games.hand_on_line(game, line)
    if taken is None or game.binned:
        return overtaken(game, seen=form.seen)
    done = done_since(game, form.seen)
    form.renew()
    told = f"{words.OVERTAKEN}, with your correction."
    return hand_page(game, taken, form, told=told, done=done), 409
