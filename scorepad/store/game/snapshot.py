"""Games as immutable values.

Pages show them and verbs start from them: rows cost a fraction of what entities do. A snapshot
works out its ruleset and its sheet once, however often a page asks for them.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import BindParameter, Connection, Row, Select, Text, bindparam, cast, func, select

from scorepad import rules
from scorepad.gamefile import ruleset_of
from scorepad.rules.hand import MoonChoice
from scorepad.store.models import Game, Hand, Player, Seat, Substitution

# The columns of a hand's row that hold its cards.
CARDS: Final = (Hand.hearts, Hand.cards, Hand.moon_choice, Hand.sun, Hand.passed, Hand.dealer)


def last_line_of(connection: Connection, game_id: int) -> int:
    """The last line of a game that ever held a hand, struck out or not; 0 if there is none."""
    return connection.scalar(select(func.max(Hand.line)).where(Hand.game_id == game_id)) or 0


def was_written(connection: Connection, game_id: int, line: int) -> bool:
    """Whether the game ever had a hand on this line, removed or not."""
    return 0 < line <= last_line_of(connection, game_id)


def columns_of(hand: rules.Hand) -> dict[str, object]:
    """The values of a hand's row that hold its cards."""
    return {
        "hearts": list(hand.hearts),
        "cards": dict(hand.cards),
        "moon": hand.moon_choice,
        "sun": hand.sun,
        "passed": hand.passed,
        "dealer": hand.dealer,
    }


def hand_of(
    hearts: Sequence[int],
    cards: Mapping[str, int],
    moon_choice: str | None,
    sun: bool,
    passed: int | None,
    dealer: int | None,
) -> rules.Hand:
    """The hand in a row, from what was selected as ``CARDS``."""
    choice = typing.cast("MoonChoice | None", moon_choice)
    return rules.Hand(tuple(hearts), cards, choice, sun, passed, dealer)


def as_stored(hand: rules.Hand, ruleset: rules.Ruleset) -> rules.Hand:
    """The hand without a choice that these rules do not leave to the shooter.

    How its moon counts can change with the hands before it, and the hand must not contradict that.
    """
    if hand.moon_choice is None or ruleset.moon == "choice":
        return hand
    return replace(hand, moon_choice=None)


class SeatSnapshot(NamedTuple):
    """A seat, counted from 0 clockwise: who sits there, and the total brought from paper."""

    seat: int
    player_id: int
    name: str
    opening: int


class HandSnapshot(NamedTuple):
    """A hand on the sheet: its row's id, its line, the hand itself, whether it was ever corrected.

    ``entry_id``: that of the entry, from the phone. ``recorded``: when it was.
    """

    id: int
    line: int
    hand: rules.Hand
    corrected: bool
    entry_id: str
    recorded: datetime


class SubstitutionSnapshot(NamedTuple):
    """Who left a seat, and the last line of the sheet that they played, 0 for none."""

    seat: int
    last_line: int
    player_id: int
    name: str


@dataclass(frozen=True)
class GameSnapshot:
    """A game at one of its revisions; attributes as of :class:`~scorepad.store.models.Game`.

    ``options_text``: the ``rules`` of a game file as JSON. ``hands``: those on the sheet, by line.
    """

    id: int
    pad_id: int
    number: int
    entry_id: str
    revision: int
    options_text: str
    dealer: int
    hands_before: int
    next_passed: int | None
    next_dealer: int | None
    started: datetime
    stopped: datetime | None
    finished: datetime | None
    binned: datetime | None
    note: str | None
    evening_note: str | None
    seats: tuple[SeatSnapshot, ...]
    hands: tuple[HandSnapshot, ...]
    substitutions: tuple[SubstitutionSnapshot, ...]

    @cached_property
    def ruleset(self) -> rules.Ruleset:
        """What its players agreed on."""
        return ruleset_of(len(self.seats), self.options_text)

    @property
    def options(self) -> Mapping[str, object]:
        """The ``rules`` of a game file, as they were chosen."""
        return MappingProxyType(json.loads(self.options_text))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, as they sit now."""
        return tuple(seat.name for seat in self.seats)

    @cached_property
    def game(self) -> rules.Game:
        """The game as the rules see it."""
        return rules.Game(
            rules=self.ruleset,
            hands=tuple(row.hand for row in self.hands),
            dealer=self.dealer,
            opening=tuple(seat.opening for seat in self.seats),
            hands_before=self.hands_before,
            stopped=self.stopped is not None,
            next_passed=self.next_passed,
            next_dealer=self.next_dealer,
        )

    @cached_property
    def sheet(self) -> rules.Sheet:
        """The sheet, worked out from the hands."""
        return rules.sheet(self.game)

    def index_of(self, line: int) -> int | None:
        """Where the hand on a line of the sheet stands in ``hands``; ``None`` if it was removed."""
        return next((at for at, hand in enumerate(self.hands) if hand.line == line), None)

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The numbers of the hands on the sheet, by their lines."""
        first = self.hands_before + 1
        return {hand.line: number for number, hand in enumerate(self.hands, start=first)}

    def names_at(self, line: int) -> tuple[str, ...]:
        """The names of those who played the hand on a line of the sheet, by seat."""
        return tuple([each.name for each in self.seated_at(line)])

    def seated_at(self, line: int) -> Sequence[SeatSnapshot | SubstitutionSnapshot]:
        """Who sat there, by seat, for the hand on a line of the sheet."""
        if not self.substitutions:
            return self.seats
        seated: list[SeatSnapshot | SubstitutionSnapshot] = []
        for now, left in zip(self.seats, self._left, strict=True):
            # Of several who left after this line, the one who played it left first.
            seated.append(next((each for each in left if each.last_line >= line), now))
        return seated

    @property
    def seatings(self) -> Sequence[Sequence[int]]:
        """The ids of those who sat there, by seat: for each hand on the sheet, and at the end."""
        played = [[each.player_id for each in self.seated_at(hand.line)] for hand in self.hands]
        return [*played, [seat.player_id for seat in self.seats]]

    @cached_property
    def _left(self) -> Sequence[Sequence[SubstitutionSnapshot]]:
        """Who left, by seat, in the order in which they did."""
        left: list[list[SubstitutionSnapshot]] = [[] for _ in self.seats]
        for each in self.substitutions:
            left[each.seat].append(each)
        return left

    @property
    def everybody(self) -> Mapping[int, str]:
        """The names of all who sat at the table for a hand or sit there now, by their ids.

        In the order of the seats, and of one seat in the order they came.
        """
        names: dict[int, str] = {}
        for now, left in zip(self.seats, self._left, strict=True):
            names |= {each.player_id: each.name for each in left if each.last_line}
            names[now.player_id] = now.name
        return names


# Of any query; a game's has what ``GAME`` selects.
AnyRow: TypeAlias = Row[*tuple[Any, ...]]
GAME: Final = select(
    *(Game.id, Game.pad_id, Game.number, Game.entry_id.label("entry_id"), Game.revision),
    # As text: the same rules need not be read from JSON again.
    cast(Game.rules, Text).label("options_text"),
    *(Game.dealer, Game.hands_before, Game.next_passed, Game.next_dealer),
    *(Game.started, Game.stopped, Game.finished, Game.binned),
    *(Game.note, Game.evening_note),
)


_COLUMNS: Final = GAME.selected_columns.keys()


def game_snapshot(connection: Connection, pad_id: int, number: int) -> GameSnapshot | None:
    """The pad's game of this number."""
    numbered = GAME.where(Game.pad_id == pad_id, Game.number == number)
    row = connection.execute(numbered).one_or_none()
    return None if row is None else assemble(connection, [row])[0]


def game_with_id(connection: Connection, game_id: int) -> GameSnapshot:
    """The game of this id, which there must be."""
    return assemble(connection, [connection.execute(GAME.where(Game.id == game_id)).one()])[0]


_IDS: Final[BindParameter[int]] = bindparam("ids", expanding=True)
_SEATS: Final = (
    select(Seat.game_id, Seat.seat, Seat.player_id, Player.name, Seat.opening)
    .join(Player, Seat.player_id == Player.id)
    .where(Seat.game_id.in_(_IDS))
    .order_by(Seat.game_id, Seat.seat)
)
_HANDS: Final = (
    select(Hand.game_id, Hand.id, Hand.line, Hand.entry_id, Hand.recorded, Hand.corrected)
    .add_columns(*CARDS)
    .where(Hand.game_id.in_(_IDS), Hand.struck.is_(None))
    .order_by(Hand.game_id, Hand.line)
)
_SUBSTITUTIONS: Final = (
    select(Substitution.game_id, Substitution.seat, Substitution.last_line)
    .add_columns(Substitution.player_id, Player.name)
    .join(Player, Substitution.player_id == Player.id)
    .where(Substitution.game_id.in_(_IDS))
    .order_by(Substitution.game_id, Substitution.id)
)


def assemble(connection: Connection, rows: Sequence[AnyRow]) -> list[GameSnapshot]:
    """The games of these rows, found by ``GAME``, with their seats, hands and substitutions."""
    ids = [row.id for row in rows]
    if not ids:
        return []
    seats = _by_game(connection, _SEATS, ids)
    hands = _by_game(connection, _HANDS, ids)
    left = _by_game(connection, _SUBSTITUTIONS, ids)
    return [
        GameSnapshot(
            **{column: getattr(row, column) for column in _COLUMNS},
            seats=tuple([SeatSnapshot(*seat[1:]) for seat in seats[row.id]]),
            hands=tuple(
                [
                    HandSnapshot(id_, line, hand_of(*cards), corrected is not None, entry, recorded)
                    for _, id_, line, entry, recorded, corrected, *cards in hands.get(row.id, ())
                ]
            ),
            substitutions=tuple([SubstitutionSnapshot(*each[1:]) for each in left.get(row.id, ())]),
        )
        for row in rows
    ]


def _by_game(
    connection: Connection, statement: Select[*tuple[Any, ...]], ids: Sequence[int]
) -> Mapping[int, Sequence[AnyRow]]:
    """The rows of these games, by the id of the game that each begins with."""
    grouped: dict[int, list[AnyRow]] = {}
    for row in connection.execute(statement, {"ids": ids}).all():
        grouped.setdefault(row.game_id, []).append(row)
    return grouped
