"""A hand that two phones entered: the saved one beside one's own, and the three ways on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from scorepad import rules
from scorepad.store import pens
from scorepad.store.as_rules import as_stored
from scorepad.store.changes import HandRecorded
from scorepad.store.log_rows import LogRow, rows_since
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.database import db
from scorepad.web.http import access
from scorepad.web.table.context.form_parts import Act, hidden_fields
from scorepad.web.table.hand_form import hand_values
from scorepad.web.words import rival as words
from scorepad.web.words.cards import sign
from scorepad.web.words.names import tag
from scorepad.web.words.numbers import number

# How far back a hand is looked for that another phone saved meanwhile.
_MOST_CHANGES = 20


@dataclass(frozen=True)
class Cell:
    """What a seat got in a hand: its points, and the signs of the special cards it took."""

    points: str
    cards: tuple[Markup, ...]
    differs: bool = False


@dataclass(frozen=True)
class RivalPart:
    """The saved hand and one's own, by seat. ``save_next``: ``None`` once the game is over.

    ``from_here``: whether this phone saved the other one, too.
    """

    heading: Markup
    from_here: bool
    names: tuple[Markup, ...]
    saved: tuple[Cell, ...]
    own: tuple[Cell, ...]
    keep: Markup
    table: str
    correct: Act
    save_next: Act | None


@dataclass(frozen=True)
class Rival:
    """The hand that another phone saved first: its index in the game, and the line of the log."""

    index: int
    row: LogRow


def rivals_of(game: GameSnapshot, revision: int) -> list[Rival]:
    """The hands on the sheet that were recorded since a revision, those of other phones first."""
    rivals = []
    for row in rows_since(db.session(), access.this_pad().id, game, revision, _MOST_CHANGES):
        if row.what == HandRecorded.what and row.line is not None:
            # None if it was undone or removed meanwhile.
            index = game.index_of(row.line)
            if index is not None:
                rivals.append(Rival(index, row))
    return sorted(rivals, key=_is_own)


def _is_own(rival: Rival) -> bool:
    pen = access.this_pen()
    return pen is not None and pen.device_id == rival.row.device_id


def is_same(game: GameSnapshot, rival: Rival, own: rules.Hand) -> bool:
    """Whether one's own hand is the saved one: no form for a new hand has a pass or a dealer."""
    saved, own = game.hands[rival.index].cards, as_stored(own, game.ruleset)
    return (saved.hearts, saved.cards, saved.moon_choice, saved.sun) == (
        own.hearts,
        own.cards,
        own.moon_choice,
        own.sun,
    )


def same_in_words(game: GameSnapshot, rival: Rival) -> Markup:
    """The sentence for the table after an identical hand was dropped."""
    return words.same(_heading(game, rival))


def rival_part(
    game: GameSnapshot, rival: Rival, own: rules.Hand, values: Mapping[str, str]
) -> RivalPart | None:
    """The choice; ``None`` if one's own hand cannot be in that place. ``values``: the entry."""
    saved, line = game.hands[rival.index], game.sheet.lines[rival.index]
    try:
        own_line = rules.sheet(game.game.with_hand(rival.index, own)).lines[rival.index]
    except rules.RulesError:
        return None
    departures = {
        name: value
        for name, value in hand_values(saved.cards).items()
        if name in ("passed", "dealer")
    }
    entry = {name: value for name, value in values.items() if name not in _HIDDEN}
    hidden = hidden_fields(game)
    coming = game.sheet.next
    device, player, _ = _device(game, rival)
    cells = [
        tuple(_cell(hand, points, seat) for seat, points in enumerate(each.points))
        for hand, each in ((saved.cards, line), (own, own_line))
    ]
    return RivalPart(
        heading=_heading(game, rival),
        from_here=_is_own(rival),
        names=tuple(tag(name) for name in game.names_at(saved.line)),
        saved=cells[0],
        own=tuple(
            Cell(mine.points, mine.cards, differs=mine != theirs)
            for mine, theirs in zip(cells[1], cells[0], strict=True)
        ),
        keep=words.keep(device, player=player),
        table=urls.game_url("table.table"),
        correct=Act(
            "correct-to-mine",
            urls.game_url("correction.correct", line=saved.line),
            words.correct(line.number),
            hidden,
            {**entry, **departures},
        ),
        save_next=Act(
            "save-next",
            urls.game_url("table.table"),
            words.save_next(coming.number),
            hidden,
            entry,
        )
        if coming
        else None,
    )


_HIDDEN = ("csrf_token", "entry_id", "revision")


def _cell(hand: rules.Hand, points: int, seat: int) -> Cell:
    cards = tuple(sign(card) for card, taker in hand.cards.items() if taker == seat)
    return Cell(number(points), cards)


def _heading(game: GameSnapshot, rival: Rival) -> Markup:
    device, player, own = _device(game, rival)
    line = game.sheet.lines[rival.index]
    return words.saved_by(device, line.number, player=player, own=own)


def _device(game: GameSnapshot, rival: Rival) -> tuple[str | None, bool, bool]:
    """The name of the device that saved it, whether a player has it, and whether it is this one."""
    wrote = rival.row.device_id
    device = pens.names_of_devices(db.session(), access.this_pad().id, [wrote]).get(wrote)
    own = _is_own(rival)
    return device, device in game.names and not own, own
