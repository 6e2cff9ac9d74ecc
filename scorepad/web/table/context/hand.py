"""The page of a hand on the sheet: to correct its cards, or to remove it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import render_template
from markupsafe import Markup

from scorepad import rules
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.table.context.entry import EntryPart, EntryState, entry_part
from scorepad.web.table.context.form_parts import HiddenFields, Select, hidden_fields, select
from scorepad.web.table.context.notice import NO_NOTICE, Notice
from scorepad.web.table.context.sheet import SheetPart, sheet_part
from scorepad.web.words import game as words
from scorepad.web.words import passing
from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class HandPage:
    """The page of a hand. ``changes``: the effects of a correction, in its preview."""

    number: int
    game: int
    table_url: str
    notice: Notice
    correct: str
    entry: EntryPart
    deal: tuple[Select, ...]
    deal_is_open: bool
    changes: tuple[Markup, ...] | None
    remove: str
    removal: HiddenFields
    without: tuple[Markup, ...]
    sheet: SheetPart


def hand_page(
    game: GameSnapshot,
    index: int,
    state: EntryState,
    notice: Notice = NO_NOTICE,
    changes: Sequence[Markup] | None = None,
) -> str:
    """The page of the hand at ``index`` of the game's hands."""
    hand, line = game.hands[index], game.sheet.lines[index]
    # Somebody else may sit there now than when this hand was played.
    players = game.names_at(hand.line)
    before = game.sheet.lines[index - 1].totals if index else _opening(game)
    page = HandPage(
        number=line.number,
        game=game.number,
        table_url=urls.game_url("table.table"),
        notice=notice,
        correct=urls.game_url("correction.correct", line=hand.line),
        entry=entry_part(
            game.ruleset,
            players,
            before,
            game.revision,
            state,
            save_label=gettext("Save correction"),
            button_id="save-correction",
        ),
        deal=_deal(game, players, state),
        deal_is_open=bool(state.faults.keys() & {"passed", "dealer"}),
        changes=None if changes is None else tuple(changes),
        remove=urls.game_url("correction.remove", line=hand.line),
        removal=hidden_fields(game),
        without=tuple(changes_without(game, index)),
        sheet=sheet_part(game, writes=True, current=hand.line),
    )
    return render_template("table/correction.html", page=page)


def changes_without(game: GameSnapshot, index: int) -> list[Markup]:
    """The effects of removing the hand at ``index``, in sentences."""
    hands = game.game.hands
    rest = replace(game.game, hands=(*hands[:index], *hands[index + 1 :]))
    return words.changes(game.sheet, rules.sheet(rest), game.names)


def _opening(game: GameSnapshot) -> tuple[int, ...]:
    return tuple(seat.opening for seat in game.seats)


def _deal(game: GameSnapshot, players: Sequence[str], state: EntryState) -> tuple[Select, ...]:
    """The pass and the dealer of the hand."""
    as_usual = gettext("As usual")
    return tuple(
        select(
            name,
            label,
            as_due,
            choices,
            state.values.get(name),
            tuple(state.faults.get(name, ())),
        )
        for name, label, as_due, choices in (
            ("passed", gettext("Pass"), as_usual, passing.directions(game.ruleset.players)),
            ("dealer", gettext("Dealer"), as_usual, list(players)),
        )
    )
