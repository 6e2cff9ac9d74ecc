"""The table of a game: who deals and passes, the totals, the entry, the sheet, the end."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import rules
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.rules.outlook import moon_warning, notable, outlook
from scorepad.rules.passing import HOLD, receiver
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.store import games, undo
from scorepad.store.errors import StoreError
from scorepad.store.models import Change, Game, Hand
from scorepad.web import access, csv_file, words
from scorepad.web.chart import chart_alt
from scorepad.web.database import db
from scorepad.web.forms import Faults, add_faults
from scorepad.web.hand_form import HandForm, entry_of, hand_form, read_hand
from scorepad.web.log_words import sentence
from scorepad.web.picture import Picture, picture

blueprint = Blueprint("table", __name__, url_prefix="/pad/<address>/table/<count:number>")


@dataclass(frozen=True)
class Outcome:
    """What one way of counting a moon leads to, and whether it loses the shooter the game."""

    choice: MoonChoice
    shooter: int
    sheet: rules.Sheet
    loses: bool


@blueprint.get("")
def table() -> ResponseReturnValue:
    """The table: for the pen holder with the entry open, until the game is over."""
    game = access.this_game()
    bottom = request.args.get("bottom", type=int)
    if bottom is not None:
        turn(game, bottom)
        return redirect(game_address(game))
    return table_page(game)


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
        except StoreError:
            return overtaken(game, form)
        else:
            return saved(game)
    if form.overtaken(game):
        # Or the entry would go on from here as if it had been made for the game as it now is.
        return overtaken(game, form)
    db.session.rollback()
    outcomes = moon_outcomes(as_played, form, faults, len(as_played.hands))
    return table_page(game, form, faults, outcomes), 422


@blueprint.get("/hands.csv")
def hands() -> ResponseReturnValue:
    """The game's hands, a row for each hand and seat."""
    game = access.this_game()
    return csv_file.response(access.this_pad(), f"scorepad-{game.number}.csv", game.number)


def table_page(
    game: Game,
    form: HandForm | None = None,
    faults: Faults | None = None,
    outcomes: list[Outcome] | None = None,
    told: str | None = None,
    mishap_faults: Faults | None = None,
) -> str:
    """The table's page; with ``form`` if an entry was not taken, and what to tell about it."""
    played = games.as_game(game)
    sheet = rules.sheet(played)
    names = names_of(game)
    if form is None:
        form = hand_form(played.rules, names)
    form.show(game)
    writes = access.holds_pen()
    return render_template(
        "table/table.html",
        pad=access.this_pad(),
        game=game,
        sheet=sheet,
        rules=played.rules,
        names=names,
        pairs=passing_pairs(sheet, played.rules),
        picture=picture_of(game, sheet, played.rules, names),
        prospects=[words.prospect(each, names) for each in outlook(played)],
        notable=list(words.notable(notable(played), names)) if sheet.over else [],
        usual_pass_count=PASS_COUNT,
        standing=sorted((place, seat) for seat, place in enumerate(sheet.places)),
        chart_alt=chart_alt(sheet, names) if sheet.lines else "",
        distances=[words.distance(played.rules, total) for total in sheet.totals],
        form=form,
        moons=moon_points(played, len(played.hands)) if writes and sheet.next else {},
        faults=faults or {},
        outcomes=outcomes or [],
        told=told,
        mishap_faults=mishap_faults or {},
        last_done=_said(game, undo.last_done(db.session(), game)) if writes else None,
        last_undone=_said(game, undo.last_undone(db.session(), game)) if writes else None,
        writes=writes,
    )


def _said(game: Game, change: Change | None) -> Markup | None:
    return None if change is None else sentence(change, names_then(game, change))


def saved(game: Game) -> ResponseReturnValue:
    """Keep what was done, and go to the table."""
    address = game_address(game)
    db.session.commit()
    return redirect(address, code=303)


def game_address(game: Game) -> str:
    """The address of a game's table."""
    return url_for("table.table", address=access.this_pad().address, number=game.number)


def overtaken(game: Game, form: HandForm | None = None) -> ResponseReturnValue:
    """The game went on meanwhile: show it as it is now, with what was to be saved still there."""
    db.session.rollback()
    told = words.OVERTAKEN
    if form is None or games.sheet_of(game).over or game.binned:
        return table_page(game, told=f"{told}."), 409
    form.new_entry()
    return table_page(game, form, told=f"{told}; your entry is still there."), 409


def names_of(game: Game) -> list[str]:
    """The players' names by seat, as they sit now."""
    return [seat.player.name for seat in game.seats]


def names_then(game: Game, change: Change) -> list[str]:
    """The players' names by seat: who played the hand that a change is about, or who sit there."""
    hand = None if change.hand_id is None else db.session().get(Hand, change.hand_id)
    return names_of(game) if hand is None else games.players_at(game, hand.line)


def picture_of(
    game: Game, sheet: rules.Sheet, table: rules.Ruleset, names: list[str]
) -> Picture | None:
    """The picture of the table before the hand to come; ``None`` once the game is over."""
    if sheet.next is None:
        return None
    last = sheet.lines[-1] if sheet.lines else None
    gained = (
        None
        if last is None
        else [sum(both) for both in zip(last.points, last.adjusted, strict=True)]
    )
    middle = [
        words.passing_now(sheet.next.passed, table.players),
        f"{words.symbol(sheet.next.leads)} leads",
    ]
    return picture(
        names,
        sheet.totals,
        gained,
        sheet.places,
        sheet.next.dealer,
        sheet.next.passed,
        turned(game),
        middle,
    )


def passing_pairs(sheet: rules.Sheet, table: rules.Ruleset) -> list[tuple[int, int]]:
    """Who passes to whom in the hand to come, as seats; empty if nobody does."""
    if sheet.next is None or sheet.next.passed == HOLD:
        return []
    return [
        (giver, receiver(giver, sheet.next.passed, table.players)) for giver in range(table.players)
    ]


def moon_points(game: rules.Game, index: int) -> dict[str, list[tuple[int, ...]]]:
    """The points of every seat if a seat shot the moon (or the sun) in the hand at ``index``.

    By kind and shooter, for the entry to show before it is saved. Empty where more must be known
    first: who took the cards that a moon does not need, or what the shooter chooses.
    """
    every_card_costs = all(points > 0 for points in game.rules.card_points.values())
    if game.rules.moon in ("off", "choice") or not every_card_costs:
        return {}
    return {
        kind: [
            _points_of_moon(game, index, seat, kind == "sun") for seat in range(game.rules.players)
        ]
        for kind in (["moon", "sun"] if game.rules.sun else ["moon"])
    }


def _points_of_moon(game: rules.Game, index: int, seat: int, sun: bool) -> tuple[int, ...]:
    shot = rules.Entry((None,) * game.rules.players, {}, shooter=seat, sun=sun)
    hand, faults = rules.complete(shot, game.rules)
    if hand is None:
        raise faults[0]
    return rules.sheet(with_hand(game, index, hand)).lines[index].points


def with_hand(game: rules.Game, index: int, hand: rules.Hand) -> rules.Game:
    """The game with another hand at ``index``, or with one more."""
    return replace(game, hands=(*game.hands[:index], hand, *game.hands[index + 1 :]))


def moon_outcomes(game: rules.Game, form: HandForm, faults: Faults, index: int) -> list[Outcome]:
    """Where only the shooter's choice is missing: what each choice would lead to.

    ``index``: the hand's place among the hands of the game.
    """
    if game.rules.moon != "choice" or set(faults) != {"moon"}:
        return []
    before = replace(game, hands=game.hands[:index])
    outcomes = []
    for choice in MOON_CHOICES:
        entry = replace(entry_of(form, game.rules), moon=choice)
        chosen, _ = rules.complete(entry, game.rules)
        if chosen is None:
            return []
        sheet = rules.sheet(with_hand(game, index, chosen))
        loses = choice == "add" and moon_warning(before, chosen)
        outcomes.append(Outcome(choice, sheet.lines[index].moon or 0, sheet, loses))
    return outcomes


def turned(game: Game) -> int:
    """The seat that this browser wants at the bottom of the picture."""
    seat = session.get("turned", {}).get(_turned_key(game), 0)
    return seat if isinstance(seat, int) and 0 <= seat < len(game.seats) else 0


def turn(game: Game, seat: int) -> None:
    """Remember for this browser which seat to put at the bottom; the last few games are enough."""
    if 0 <= seat < len(game.seats):
        kept = {
            key: kept for key, kept in session.get("turned", {}).items() if key != _turned_key(game)
        }
        session["turned"] = dict([*kept.items(), (_turned_key(game), seat)][-10:])


def _turned_key(game: Game) -> str:
    return f"{game.pad_id}/{game.number}"
