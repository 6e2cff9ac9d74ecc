"""The table of a game: who deals and passes, the totals, the entry, the sheet, the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorepad import rules
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.rules.passing import HOLD, receiver
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.store import games
from scorepad.store.errors import GameOverError, StaleError
from scorepad.store.models import Game, Hand
from scorepad.web import access, csv_file
from scorepad.web.database import db
from scorepad.web.forms import Faults, add_faults
from scorepad.web.hand_form import HandForm, as_given, entry_of, hand_form, read_hand

blueprint = Blueprint("table", __name__, url_prefix="/pad/<address>/table/<count:number>")


@dataclass(frozen=True)
class Outcome:
    """What one way of counting a moon leads to."""

    choice: MoonChoice
    sheet: rules.Sheet


@blueprint.get("")
def table() -> ResponseReturnValue:
    """The table: for the pen holder with the entry open, until the game is over."""
    return table_page(access.this_game())


@blueprint.post("")
def record() -> ResponseReturnValue:
    """Take down a hand."""
    game = access.this_game()
    as_played = games.as_game(game)
    form = hand_form(as_played.rules, names_of(game))
    hand, faults = read_hand(form, as_played.rules)
    if hand is not None:
        try:
            games.record_hand(
                db.session(),
                game,
                access.writer(),
                hand,
                entry=form.entry_id,
                revision=form.seen,
            )
        except rules.RulesError as fault:
            add_faults(faults, [fault])
        except (StaleError, GameOverError):
            return overtaken(game, form, None)
        else:
            return saved(game)
    if form.overtaken(game):
        # Or the entry would go on from here as if it had been made for the game as it now is.
        return overtaken(game, form, None)
    db.session.rollback()
    outcomes = moon_outcomes(as_played, form, faults, len(as_played.hands))
    return table_page(game, form, faults, outcomes), 422


@blueprint.get("/hand/<count:line>")
@access.for_the_pen
def hand(line: int) -> ResponseReturnValue:
    """A hand of the sheet, to be corrected or taken out."""
    game = access.this_game()
    taken = _hand_on(game, line)
    given = as_given(games.as_rules(taken))
    form = hand_form(games.as_game(game).rules, names_of(game), revision=game.revision, **given)
    return hand_page(game, taken, form)


@blueprint.post("/hand/<count:line>")
def correct(line: int) -> ResponseReturnValue:
    """Correct a hand."""
    game = access.this_game()
    as_played = games.as_game(game)
    form = hand_form(as_played.rules, names_of(game))
    taken = games.hand_on_line(game, line)
    if taken is None:
        # Somebody took it out meanwhile, or it never was.
        if not games.was_written(db.session(), game, line):
            raise NotFound
        return overtaken(game, form, line)
    corrected, faults = read_hand(form, as_played.rules, taken.passed)
    if corrected is not None:
        try:
            games.correct_hand(
                db.session(),
                game,
                access.writer(),
                line,
                corrected,
                revision=form.seen,
            )
        except rules.RulesError as fault:
            add_faults(faults, [fault])
        except StaleError:
            return overtaken(game, form, line)
        else:
            return saved(game)
    if form.overtaken(game):
        return overtaken(game, form, line)
    db.session.rollback()
    outcomes = moon_outcomes(as_played, form, faults, game.hands.index(taken))
    return hand_page(game, taken, form, faults, outcomes), 422


@blueprint.get("/hand/<count:line>/remove")
@access.for_the_pen
def not_removed(line: int) -> ResponseReturnValue:
    """Where a browser without script stands after a refused removal: back to the hand."""
    _hand_on(access.this_game(), line)
    return redirect(f"{game_address(access.this_game())}/hand/{line}")


@blueprint.post("/hand/<count:line>/remove")
def remove(line: int) -> ResponseReturnValue:
    """Take a hand out of the game."""
    game = access.this_game()
    if not games.was_written(db.session(), game, line):
        raise NotFound
    form = hand_form(games.as_game(game).rules, names_of(game))
    form.validate()
    if form.revision.errors:
        taken = games.hand_on_line(game, line)
        faults = {"revision": list(form.revision.errors)}
        return (hand_page(game, taken, form, faults) if taken else table_page(game)), 422
    try:
        games.remove_hand(db.session(), game, access.writer(), line, revision=form.seen)
    except StaleError:
        return overtaken(game, form, line)
    return saved(game)


@blueprint.get("/hands.csv")
def hands() -> ResponseReturnValue:
    """The game's hands, a row for each hand and seat."""
    game = access.this_game()
    return csv_file.response(access.this_pad(), [game], f"scorepad-{game.number}.csv")


def table_page(
    game: Game,
    form: HandForm | None = None,
    faults: Faults | None = None,
    outcomes: list[Outcome] | None = None,
    told: str | None = None,
) -> str:
    """The table's page; with ``form`` if an entry was not taken, and what to tell about it."""
    sheet = games.sheet_of(game)
    table = games.as_game(game).rules
    names = names_of(game)
    if form is None:
        form = hand_form(table, names)
    form.show(game)
    return render_template(
        "table/table.html",
        pad=access.this_pad(),
        game=game,
        sheet=sheet,
        rules=table,
        names=names,
        pairs=passing_pairs(sheet, table),
        usual_pass_count=PASS_COUNT,
        standing=sorted((place, seat) for seat, place in enumerate(sheet.places)),
        form=form,
        faults=faults or {},
        outcomes=outcomes or [],
        told=told,
        writes=access.holds_pen(),
    )


def hand_page(
    game: Game,
    taken: Hand,
    form: HandForm,
    faults: Faults | None = None,
    outcomes: list[Outcome] | None = None,
    told: str | None = None,
) -> str:
    """The page on which a hand is corrected or taken out."""
    form.show(game)
    sheet = games.sheet_of(game)
    return render_template(
        "table/hand.html",
        pad=access.this_pad(),
        game=game,
        sheet=sheet,
        hand=taken,
        line=sheet.lines[game.hands.index(taken)],
        rules=games.as_game(game).rules,
        names=names_of(game),
        form=form,
        faults=faults or {},
        outcomes=outcomes or [],
        told=told,
        writes=True,
    )


def saved(game: Game) -> ResponseReturnValue:
    """Keep what was done, and go to the table."""
    address = game_address(game)
    db.session.commit()
    return redirect(address, code=303)


def game_address(game: Game) -> str:
    """The address of a game's table."""
    return url_for("table.table", address=access.this_pad().address, number=game.number)


def overtaken(game: Game, form: HandForm, line: int | None) -> ResponseReturnValue:
    """The game went on meanwhile: show it as it is now, with what was to be saved still there."""
    db.session.rollback()
    form.new_entry()
    taken = None if line is None else games.hand_on_line(game, line)
    told = "This game was changed meanwhile, so nothing was saved. Below it is as it stands now"
    if taken is not None:
        return hand_page(game, taken, form, told=f"{told}, with your correction."), 409
    if games.sheet_of(game).over or line is not None:
        return table_page(game, told=f"{told}."), 409
    return table_page(game, form, told=f"{told}; your entry is still there."), 409


def names_of(game: Game) -> list[str]:
    """The players' names by seat."""
    return [seat.player.name for seat in game.seats]


def passing_pairs(sheet: rules.Sheet, table: rules.Ruleset) -> list[tuple[int, int]]:
    """Who passes to whom in the hand to come, as seats; empty if nobody does."""
    if sheet.next is None or sheet.next.passed == HOLD:
        return []
    return [
        (giver, receiver(giver, sheet.next.passed, table.players)) for giver in range(table.players)
    ]


def moon_outcomes(game: rules.Game, form: HandForm, faults: Faults, index: int) -> list[Outcome]:
    """Where only the shooter's choice is missing: what each choice would lead to.

    ``index``: the hand's place among the hands of the game.
    """
    if game.rules.moon != "choice" or set(faults) != {"moon"}:
        return []
    outcomes = []
    for choice in MOON_CHOICES:
        entry = replace(entry_of(form, game.rules), moon=choice)
        chosen, _ = rules.complete(entry, game.rules)
        if chosen is None:
            return []
        hands = (*game.hands[:index], chosen, *game.hands[index + 1 :])
        outcomes.append(Outcome(choice, rules.sheet(replace(game, hands=hands))))
    return outcomes


def _hand_on(game: Game, line: int) -> Hand:
    hand = games.hand_on_line(game, line)
    if hand is None:
        raise NotFound
    return hand
