"""Starting a game with the start form: in a new pad, and in one that there is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorepad.names import fault_of, name_key, trimmed
from scorepad.rules import RulesError
from scorepad.rules.cards import REMOVED_CARDS
from scorepad.rules.ruleset import MOST_PLAYERS
from scorepad.rules.sheet import dealer_of
from scorepad.store.errors import CapError
from scorepad.store.game import start as games
from scorepad.store.game.lists import last_game, running_game
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.pad import pads, pens
from scorepad.store.pad.pens import pads_held
from scorepad.store.pad.players import players_of
from scorepad.web import database
from scorepad.web.forms import Faults, whole_number
from scorepad.web.http import access, limits
from scorepad.web.pad import blueprint, site
from scorepad.web.pad.find_rule import find_rules
from scorepad.web.pad.game_form import GameForm, fault_of_rules, read_game
from scorepad.web.pad.questions import answers_of, fitting_values
from scorepad.web.pad.rules_part import Field, rules_part
from scorepad.web.urls import game_url
from scorepad.web.words import messages, rules
from scorepad.web.words.names import guessed_name


@site.get("/")
def index() -> ResponseReturnValue:
    """The start form; on a phone that has pads, their list."""
    pad_list = pads_held(database.connection(), access.secrets_sent())
    if not pad_list:
        return new_pad()
    if len(pad_list) == 1:
        return redirect(url_for("pad.front", address=pad_list[0].address))
    return render_template("pad/pads.html", pads=pad_list)


@site.get("/new")
def new_pad() -> ResponseReturnValue:
    """The start form, whose submission also creates the pad.

    A query has answers about rules and the number of players. The page shows the resulting rules,
    but does not repeat the query (docs/decisions/0028).
    """
    answers, players = request.args.copy(), whole_number(request.args.get("players", ""))
    if players in REMOVED_CARDS and answers.get("deck") not in fitting_values(players):
        # It was chosen for another number of players.
        answers.pop("deck", None)
    return _page(_blank(), {}, GameForm(formdata=answers), players, answers.get("find", ""))


@site.post("/new")
def start_pad() -> ResponseReturnValue:
    """Create a pad and start its first game, once for every form however often it is sent."""
    form = GameForm()
    has_room = limits.has_room(limits.NEW_PAD)
    new, faults = read_game(form)
    secret = access.secret_of_form(str(form.entry_id.data))
    if not has_room and pens.pad_given(database.connection(), secret) is None:
        abort(429)
    if new is not None:
        try:
            with database.writing() as session:
                device = pens.device_with(session, secret)
                made = again = None if device else pens.pad_given(session, secret)
                if made is None:
                    # A device without a pad had one that is deleted.
                    if device is None:
                        device, secret = pens.new_device(session)
                    name = guessed_name(request.user_agent.string)
                    pad = pads.new_pad(session, device.id, name)
                    # Not the form's: game files have it, and it leads to the pen.
                    game = games.start_game(session, pad, device.id, new, entry_id=str(uuid4()))
                    made = pens.GivenPad(pad.address, game.number)
                access.remember(session, secret)
        except RulesError as fault:
            faults = fault_of_rules(fault, form)
        except CapError as cap:
            faults = {"pad": [messages.too_much(cap)]}
        else:
            if again is None:
                limits.count(limits.NEW_PAD)
            if made.number is None:
                return redirect(url_for("pad.front", address=made.address), code=303)
            table = url_for("table.table", address=made.address, number=made.number)
            return redirect(table, code=303)
    return _page(request.form, faults, form), 422


@blueprint.get("/new")
@access.for_the_pen
def new_game() -> ResponseReturnValue:
    """The start form, with the last game's players and rules and the next dealer."""
    last = last_game(database.connection(), access.this_pad().id)
    values = _blank() if last is None else _proposal(last)
    return _page_of_pad(values, {}, GameForm(formdata=MultiDict(values)))


@blueprint.post("/new")
def start_game() -> ResponseReturnValue:
    """Start a game."""
    form = GameForm()
    new, faults = read_game(form)
    entry_id = str(form.entry_id.data)
    # Before anything else: names that it brought may be one player's by now.
    if again := games.started(database.connection(), access.this_pad().id, entry_id):
        return redirect(game_url("table.table", again), code=303)
    if new is not None:
        try:
            with access.writing() as writer:
                game = games.start_game(
                    writer.session, writer.pad, writer.device_id, new, entry_id=entry_id
                )
        except RulesError as fault:
            faults = fault_of_rules(fault, form)
        else:
            return redirect(game_url("table.table", game.number), code=303)
    return _page_of_pad(request.form, faults, form), 422


def _blank() -> dict[str, str]:
    """An empty form, except for the numbers in the list of players."""
    return {f"order_{row}": str(row + 1) for row in range(MOST_PLAYERS)}


def _proposal(last: GameSnapshot) -> dict[str, str]:
    """The last game's players and house rules, and the next dealer."""
    return {
        **_blank(),
        **{f"name_{row}": name for row, name in enumerate(last.names)},
        "dealer": str(dealer_of(last.game, len(last.hands))),
        **answers_of(last.options, len(last.names)),
    }


def _page_of_pad(values: Mapping[str, str], faults: Faults, answers: GameForm) -> str:
    connection, pad = database.connection(), access.this_pad()
    return _page(
        *(values, faults, answers),
        pad=pad,
        running=running_game(connection, pad.id),
        # The newest player first.
        suggestions=[each.name for each in sorted(players_of(connection, pad.id), reverse=True)],
    )


def _page(
    values: Mapping[str, str],
    faults: Faults,
    answers: GameForm,
    players: int | None = None,
    find: str = "",
    **of_pad: Any,
) -> str:
    """The start form with these values in its fields, as a browser would send them.

    ``answers``: those about rules. ``players``: their number, if it is known without their names.
    ``find``: what is searched for among the rules.
    """

    def place(row: int) -> int:
        number = whole_number(values.get(f"order_{row}", ""))
        return row if number is None else number

    rows = sorted(range(MOST_PLAYERS), key=place)
    names = {row: trimmed(values.get(f"name_{row}", "")) for row in rows}
    openings = [values.get(f"opening_{row}", "") for row in rows if names[row]]
    if players is None:
        players = len(openings)
    enough = players if players in REMOVED_CARDS else None
    part = rules_part(values, enough, faults, answers.data)
    # The faults beside a field, or a group of fields.
    places = {"players", "dealer", "opening", "sure", "hands_before"}
    places.update(field.name for field in part.fields)
    return render_template(
        "pad/start.html",
        values=values,
        faults=faults,
        rows=rows,
        invalid=_invalid_names(names) if "players" in faults else (),
        players=players,
        part=part,
        game=rules.answer("preset", part.ruleset.preset, part.ruleset),
        paper_open=faults.keys() & {"opening", "sure", "hands_before"}
        or values.get("hands_before")
        or any(values.get(f"opening_{row}") for row in rows),
        totals=" ".join(str(whole_number(each) or 0) for each in openings),
        hands_before=Field(
            "blank",
            "hands_before",
            rules.label("hands_before"),
            values.get("hands_before", ""),
            " ".join(faults.get("hands_before", ())),
            hint="0",
        ),
        # Of the whole form rather than of a field.
        fault=[sentence for place in faults if place not in places for sentence in faults[place]],
        too_few_hands=rules.too_few_hands(part.ruleset),
        found=find_rules(find, part.ruleset, enough),
        **of_pad,
    )


def _invalid_names(names: Mapping[int, str]) -> set[int]:
    """The lines whose name is invalid or a duplicate."""
    keys = [name_key(name) for name in names.values()]
    return {
        row
        for row, name in names.items()
        if name and (fault_of(name) or keys.count(name_key(name)) > 1)
    }
