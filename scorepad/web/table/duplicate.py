"""A hand that two phones entered: the saved one, the writer's own, and the three choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from scorepad import rules
from scorepad.store.game.access import PenSnapshot
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import LogRow
from scorepad.web.words import entry as words


@dataclass(frozen=True)
class Duplicate:
    """A hand that was saved since the writer's page: its index in the game, and who saved it.

    ``device``: the name of that phone. ``of_player``: whether a player has that name.
    ``from_here``: whether it is the writer's own phone. ``heading``: who saved it, as a sentence.
    """

    index: int
    device: str | None
    of_player: bool
    from_here: bool
    heading: Markup


class Cell(NamedTuple):
    """What a seat got in a hand: its points, and the special cards that it took."""

    points: int
    cards: tuple[rules.Card, ...]


@dataclass(frozen=True)
class DuplicatePart:
    """The saved hand and the writer's own, by seat.

    ``entry``: that of the saved hand. ``fields``: the entry as it was sent, to be saved as the next
    hand; with ``departures``, the pass and the dealer of the saved hand, to correct that one.
    """

    duplicate: Duplicate
    entry: str
    line: int
    number: int
    keep_label: Markup
    names: tuple[str, ...]
    saved: list[Cell]
    own: list[Cell]
    fields: dict[str, str]
    departures: dict[str, str]


def duplicates_of(
    game: GameSnapshot,
    recorded: Iterable[tuple[int, LogRow]],
    pen: PenSnapshot | None,
) -> list[Duplicate]:
    """These hands as possible duplicates, those of other phones first."""
    duplicates = []
    for index, row in recorded:
        from_here = pen is not None and row.device_id == pen.device_id
        of_player = row.device in game.names and not from_here
        number = game.sheet.lines[index].number
        heading = words.saved_by(row.device, number, player=of_player, own=from_here)
        duplicates.append(Duplicate(index, row.device, of_player, from_here, heading))
    return sorted(duplicates, key=lambda duplicate: duplicate.from_here)


def duplicate_part(
    game: GameSnapshot, duplicate: Duplicate, own: rules.Hand, values: Mapping[str, str]
) -> DuplicatePart | None:
    """The choice; ``None`` if the own hand cannot be in that place. ``values``: the entry."""
    saved, line = game.hands[duplicate.index], game.sheet.lines[duplicate.index]
    try:
        own_line = rules.sheet(game.game.with_hand(duplicate.index, own)).lines[duplicate.index]
    except rules.RulesError:
        return None
    departures = {"passed": saved.hand.passed, "dealer": saved.hand.dealer}
    return DuplicatePart(
        duplicate=duplicate,
        entry=saved.entry_id,
        line=saved.line,
        number=line.number,
        keep_label=words.keep(duplicate.device, player=duplicate.of_player),
        names=game.names_at(saved.line),
        saved=_cells(saved.hand, line),
        own=_cells(own, own_line),
        fields={name: value for name, value in values.items() if name not in _HIDDEN},
        departures={name: str(value) for name, value in departures.items() if value is not None},
    )


_HIDDEN = ("csrf_token", "entry_id", "revision", "last", "shown")


def _cells(hand: rules.Hand, line: rules.Line) -> list[Cell]:
    return [
        Cell(points, tuple(card for card, taker in hand.cards.items() if taker == seat))
        for seat, points in enumerate(line.points)
    ]
