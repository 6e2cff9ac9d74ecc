"""The table of a game: who deals and passes, the totals, the entry, the sheet, the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorepad import rules
from scorepad.rules.draft import moons
from scorepad.rules.ending import Totals
from scorepad.rules.hand import MOON_CHOICES, MoonChoice
from scorepad.rules.outlook import moon_warning, notable, outlook
from scorepad.rules.passing import HOLD, receiver
from scorepad.rules.ruleset import PASS_COUNT
from scorepad.store import games, undo
from scorepad.store.errors import StoreError
from scorepad.store.models import Change, Game, Hand
from scorepad.web import words
from scorepad.web.database import db
from scorepad.web.forms import Faults, add_faults
from scorepad.web.http import access
from scorepad.web.pad import hands_csv as csv_file
from scorepad.web.qr import code, only_here
from scorepad.web.table import viewer as seats
from scorepad.web.table.chart import text_alternative
from scorepad.web.table.hand_form import HandForm, entry_of, hand_form, read_hand
from scorepad.web.table.picture import Picture, picture
from scorepad.web.words.log import sentence

blueprint = Blueprint("table", __name__, url_prefix="/pad/<address>/table/<count:number>")


# How many of the things that somebody else did meanwhile are told.
_MOST_TOLD: Final = 3


@dataclass(frozen=True)
class Outcome:
    """What one way of counting a moon leads to, and whether it loses the shooter the game.

    ``line``: the moon's own; not the sheet's last one where an earlier hand is corrected.
    """

    choice: MoonChoice
    line: rules.Line
    sheet: rules.Sheet
    loses: bool

    @property
    def shooter(self) -> int | None:
        """The seat that shot the moon."""
        return self.line.shooter


@blueprint.get("")
def table() -> ResponseReturnValue:
    """The table: for the pen holder with the entry open, until the game is over.

    With ``seen``, a revision: not before there is another one (``following``).
    """
    game = access.this_game()
    bottom = request.args.get("bottom", type=int)
    if bottom is not None:
        seats.turn(game, bottom)
    me = request.args.get("me", type=int)
    if me is not None or request.args.get("me") == "nobody":
        seats.sit(game, me)
    if bottom is not None or "me" in request.args:
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
            with access.writing() as session:
                games.record_hand(
                    session,
                    game,
                    access.writer(),
                    hand,
                    entry_id=str(form.entry_id.data),
                    revision=form.seen,
                )
        except rules.RulesError as fault:
            add_faults(faults, [fault], as_played, len(as_played.hands))
        except StoreError:
            return overtaken(game, form)
        else:
            return saved(game)
    if form.overtaken(game):
        # Or the entry would go on from here as if it had been made for the game as it now is.
        return overtaken(game, form)
    outcomes = moon_outcomes(as_played, form, faults, len(as_played.hands))
    return table_page(game, form, faults, outcomes), 422


@blueprint.get("/moon")
@access.for_the_pen
def moon() -> ResponseReturnValue:
    """The table with what either way of counting a moon leads to, once the entry says who shot it.

    The entry's script takes that part of it. Nothing is checked that a save would not check again.
    """
    game = access.this_game()
    played = games.as_game(game)
    form = hand_form(played.rules, names_of(game), asked=request.args)
    faults: Faults = {}
    add_faults(faults, rules.complete(entry_of(form, played.rules), played.rules)[1])
    outcomes = moon_outcomes(played, form, faults, len(played.hands))
    return table_page(game, form, faults, outcomes)


@blueprint.get("/show")
def show() -> ResponseReturnValue:
    """The table's address, as a QR code and as text, for everybody else's phone."""
    game = access.this_game()
    link = url_for(
        "table.table", address=access.this_pad().address, number=game.number, _external=True
    )
    return render_template(
        "table/show.html",
        pad=access.this_pad(),
        game=game,
        link=link,
        code=code(link),
        only_here=only_here(link),
    )


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
    done: list[Markup] | None = None,
    mishap_faults: Faults | None = None,
) -> str:
    """The table's page; with ``form`` if an entry was not taken, and what to tell about it."""
    played = games.as_game(game)
    sheet = rules.sheet(played)
    names = names_of(game)
    kept = form is not None
    writes = access.holds_pen()
    if writes and form is None:
        # For nobody else: a form comes with a cookie, and the page of lookers-on is one for all.
        form = hand_form(played.rules, names)
    if form is not None:
        form.show(game)
    return render_template(
        "table/table.html",
        pad=access.this_pad(),
        game=game,
        sheet=sheet,
        rules=played.rules,
        names=names,
        me=seats.seat_of_user(game),
        pairs=passing_pairs(sheet, played.rules),
        picture=picture_of(game, sheet, played.rules, names),
        prospects=[words.prospect(each, names) for each in outlook(played)],
        notable=list(words.notable(notable(played), names)) if sheet.over else [],
        usual_pass_count=PASS_COUNT,
        standing=sorted((place, seat) for seat, place in enumerate(sheet.places)),
        chart_alt=text_alternative(sheet, names) if sheet.lines else "",
        takeovers=takeovers(game),
        distances=[words.distance(played.rules, total) for total in sheet.totals],
        form=form,
        kept=kept,
        moons=moon_points(played.rules, sheet.totals) if writes and sheet.next else {},
        faults=faults or {},
        outcomes=outcomes or [],
        told=told,
        done=done or [],
        mishap_faults=mishap_faults or {},
        last_done=_said(game, undo.last_done(db.session(), game)) if writes else None,
        last_undone=_said(game, undo.last_undone(db.session(), game)) if writes else None,
        writes=writes,
    )


def _said(game: Game, change: Change | None) -> Markup | None:
    return None if change is None else sentence(change, names_then(game, change))


def saved(game: Game) -> ResponseReturnValue:
    """Go to the table after something was done."""
    return redirect(game_address(game), code=303)


def game_address(game: Game) -> str:
    """The address of a game's table."""
    return url_for("table.table", address=access.this_pad().address, number=game.number)


def overtaken(
    game: Game, form: HandForm | None = None, seen: int | None = None
) -> ResponseReturnValue:
    """The game went on meanwhile: show it as it is now, with what was to be saved still there.

    ``seen``: the revision that the writer saw; what was done since is told.
    """
    told = words.OVERTAKEN
    done = done_since(game, form.seen if form else seen)
    if form is None or games.sheet_of(game).over or game.binned:
        return table_page(game, told=f"{told}.", done=done), 409
    form.renew()
    return table_page(game, form, told=f"{told}; your entry is still there.", done=done), 409


def done_since(game: Game, revision: int | None) -> list[Markup]:
    """What was done with the game since a revision of it, in sentences; only the last few."""
    if revision is None:
        return []
    changes = games.changes_since(db.session(), game, revision, most=_MOST_TOLD)
    return [
        sentence(change, names_then(game, change), undo.undone_by(db.session(), change))
        for change in changes
    ]


def names_of(game: Game) -> list[str]:
    """The players' names by seat, as they sit now."""
    return [seat.player.name for seat in game.seats]


def names_then(game: Game, change: Change) -> list[str]:
    """The players' names by seat: who played the hand that a change is about, or who sit there."""
    hand = None if change.hand_id is None else db.session().get(Hand, change.hand_id)
    return names_of(game) if hand is None else games.players_at(game, hand.line)


def takeovers(game: Game) -> list[Markup]:
    """Who played before in what is now the seat of somebody else, in sentences."""
    said = []
    since: dict[int, int] = {}
    for left in game.substitutions:
        played = [
            number
            for number, hand in enumerate(game.hands, start=game.hands_before + 1)
            if since.get(left.seat, 0) < hand.line <= left.last_line
        ]
        since[left.seat] = left.last_line
        successor = game.seats[left.seat].player
        if played and left.player is not successor:
            said.append(words.takeover(left.player.name, successor.name, played[0], played[-1]))
    return said


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
        seats.turned(game),
        middle,
    )


def passing_pairs(sheet: rules.Sheet, table: rules.Ruleset) -> list[tuple[int, int]]:
    """Who passes to whom in the hand to come, as seats; empty if nobody does."""
    if sheet.next is None or sheet.next.passed == HOLD:
        return []
    return [
        (giver, receiver(giver, sheet.next.passed, table.players)) for giver in range(table.players)
    ]


def moon_points(table: rules.Ruleset, totals: Totals) -> dict[str, tuple[int, ...]]:
    """The points that moons would bring after these totals, for the entry to show before saving.

    By "moon" or "sun", the shooter, and the takers of the cards that a moon leaves: "moon,0,2".
    """
    return {
        ",".join(map(str, ("sun" if moon.sun else "moon", moon.shooter, *moon.takers))): moon.points
        for moon in moons(table, totals)
    }


def with_hand(game: rules.Game, index: int, hand: rules.Hand) -> rules.Game:
    """The game with another hand at ``index``, or with one more."""
    return replace(game, hands=(*game.hands[:index], hand, *game.hands[index + 1 :]))


def moon_outcomes(game: rules.Game, form: HandForm, faults: Faults, index: int) -> list[Outcome]:
    """Where only the shooter's choice is missing: what each choice would lead to.

    ``index``: the hand's place among the hands of the game. The form then names the shooter.
    """
    if game.rules.moon_rule != "choice" or set(faults) != {"moon"}:
        return []
    before = replace(game, hands=game.hands[:index])
    outcomes = []
    for choice in MOON_CHOICES:
        entry = replace(entry_of(form, game.rules), moon_choice=choice)
        chosen, _ = rules.complete(entry, game.rules)
        if chosen is None:
            return []
        sheet = rules.sheet(with_hand(game, index, chosen))
        loses = choice == "add" and moon_warning(before, chosen)
        outcomes.append(Outcome(choice, sheet.lines[index], sheet, loses))
    form.shooter.data = outcomes[0].shooter
    return outcomes
