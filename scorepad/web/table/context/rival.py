"""A hand that two phones entered: the saved one, the writer's own, and the three choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from scorepad import rules
from scorepad.store.as_rules import as_stored
from scorepad.store.changes import HandRecorded
from scorepad.store.log_rows import LogRow
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.table.context.form_parts import Act, hidden_fields
from scorepad.web.words import rival as words
from scorepad.web.words.cards import sign
from scorepad.web.words.names import tag
from scorepad.web.words.numbers import number


@dataclass(frozen=True)
class RivalCell:
    """What a seat got in a hand: its points, and the signs of the special cards it took."""

    points: str
    cards: tuple[Markup, ...]
    differs: bool = False


@dataclass(frozen=True)
class RivalPart:
    """The saved hand and the writer's own, by seat. ``save_next``: ``None`` once the game is over.

    ``from_here``: whether this phone saved the other one, too.
    """

    heading: Markup
    from_here: bool
    names: tuple[Markup, ...]
    saved: tuple[RivalCell, ...]
    own: tuple[RivalCell, ...]
    keep_label: Markup
    table_url: str
    correct: Act
    save_next: Act | None


@dataclass(frozen=True)
class Rival:
    """The hand that another phone saved first: its index in the game, and who saved it.

    ``device``: the name of that phone, ``None`` if nobody named it. ``of_player``: whether a player
    has that name. ``from_here``: whether it is the writer's own phone.
    """

    index: int
    device: str | None
    of_player: bool
    from_here: bool


def rivals_of(
    game: GameSnapshot,
    rows: Iterable[LogRow],
    device_names: Mapping[int | None, str],
    own_device: int | None,
) -> list[Rival]:
    """The hands on the sheet that these rows of the log record, those of other phones first."""
    rivals = []
    for row in rows:
        if row.what == HandRecorded.what and row.line is not None:
            # None if it was undone or removed meanwhile.
            index = game.index_of(row.line)
            if index is not None:
                device = device_names.get(row.device_id)
                from_here = own_device is not None and row.device_id == own_device
                of_player = device in game.names and not from_here
                rivals.append(Rival(index, device, of_player, from_here))
    return sorted(rivals, key=lambda rival: rival.from_here)


def is_identical(game: GameSnapshot, rival: Rival, own: rules.Hand) -> bool:
    """Whether both hands have the same cards: no form for a new hand has a pass or a dealer."""
    saved, own = game.hands[rival.index].hand, as_stored(own, game.ruleset)
    return (saved.hearts, saved.cards, saved.moon_choice, saved.sun) == (
        own.hearts,
        own.cards,
        own.moon_choice,
        own.sun,
    )


def same_hand_message(game: GameSnapshot, rival: Rival) -> Markup:
    """The sentence for the table after an identical hand was dropped."""
    return words.same(_heading(game, rival))


def rival_part(
    game: GameSnapshot, rival: Rival, own: rules.Hand, values: Mapping[str, str]
) -> RivalPart | None:
    """The choice; ``None`` if the own hand cannot be in that place. ``values``: the entry."""
    saved, line = game.hands[rival.index], game.sheet.lines[rival.index]
    try:
        own_line = rules.sheet(game.game.with_hand(rival.index, own)).lines[rival.index]
    except rules.RulesError:
        return None
    # The correction keeps the pass and the dealer of the saved hand.
    departures = {
        name: str(value)
        for name, value in (("passed", saved.hand.passed), ("dealer", saved.hand.dealer))
        if value is not None
    }
    entry = {name: value for name, value in values.items() if name not in _HIDDEN}
    hidden = hidden_fields(game)
    coming = game.sheet.next
    cells = [
        tuple(_cell(hand, points, seat) for seat, points in enumerate(each.points))
        for hand, each in ((saved.hand, line), (own, own_line))
    ]
    return RivalPart(
        heading=_heading(game, rival),
        from_here=rival.from_here,
        names=tuple(tag(name) for name in game.names_at(saved.line)),
        saved=cells[0],
        own=tuple(
            RivalCell(mine.points, mine.cards, differs=mine != theirs)
            for mine, theirs in zip(cells[1], cells[0], strict=True)
        ),
        keep_label=words.keep(rival.device, player=rival.of_player),
        table_url=urls.game_url("table.table"),
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


def _cell(hand: rules.Hand, points: int, seat: int) -> RivalCell:
    cards = tuple(sign(card) for card, taker in hand.cards.items() if taker == seat)
    return RivalCell(number(points), cards)


def _heading(game: GameSnapshot, rival: Rival) -> Markup:
    number = game.sheet.lines[rival.index].number
    return words.saved_by(rival.device, number, player=rival.of_player, own=rival.from_here)
