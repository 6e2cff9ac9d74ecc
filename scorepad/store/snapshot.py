"""What pages show: games as immutable values, read by statements built once.

A verb changes the models (:mod:`scorepad.store.models`); a page only reads, and rows cost a
fraction of what entities do. A snapshot works out its ruleset and its sheet once, however often a
page asks for them.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    Text,
    bindparam,
    cast,
    exists,
    select,
)
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.rules.hand import MoonChoice
from scorepad.store.base import Base
from scorepad.store.models import Game, Hand, Player, Seat, Substitution


def table(model: type[Base]) -> Table:
    """The model's table: a statement about it does without the work that entities take."""
    return Base.metadata.tables[model.__tablename__]


GAMES: Final = table(Game)
SEATS: Final = table(Seat)
PLAYERS: Final = table(Player)
_HANDS: Final = table(Hand)
SUBSTITUTIONS: Final = table(Substitution)


# Those of some hundred games.
_HANDS_REMEMBERED: Final = 8192
_RULESETS_REMEMBERED: Final = 128
_last_line: Final = attrgetter("last_line")
# Many more than come to the table of one pad; a club has more, and each name is on the page.
MOST_NAMES: Final = 200


class SeatSnapshot(NamedTuple):
    """A seat, counted from 0 clockwise: who sits there, and the total brought from paper."""

    seat: int
    player_id: int
    name: str
    opening: int


class HandSnapshot(NamedTuple):
    """A hand on the sheet: its row's id, its line, the hand itself, whether it was ever corrected.

    ``entry_id``: that of the entry, from the phone.
    """

    id: int
    line: int
    hand: rules.Hand
    corrected: bool
    entry_id: str


@dataclass(frozen=True)
class SubstitutionSnapshot:
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
    seats: tuple[SeatSnapshot, ...]
    hands: tuple[HandSnapshot, ...]
    substitutions: tuple[SubstitutionSnapshot, ...]

    @cached_property
    def ruleset(self) -> rules.Ruleset:
        """What its players agreed on."""
        return ruleset_of(len(self.seats), self.options_text)

    @property
    def options(self) -> Mapping[str, Any]:
        """The ``rules`` of a game file, as they were chosen."""
        return _options(self.options_text)

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
            first = bisect_left(left, line, key=_last_line)
            seated.append(left[first] if first < len(left) else now)
        return seated

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
        seats: list[list[SeatSnapshot | SubstitutionSnapshot]] = [[] for _ in self.seats]
        for left in self.substitutions:
            if left.last_line:
                seats[left.seat].append(left)
        for now in self.seats:
            seats[now.seat].append(now)
        return {each.player_id: each.name for seat in seats for each in seat}


# Where a game's row has them.
OPTIONS: Final = 4
_GAME_COLUMNS: Final = (
    *(GAMES.c[name] for name in ("id", "number", "entry", "revision")),
    # As text: the same rules need not be read from JSON again.
    cast(GAMES.c.rules, Text),
    *(GAMES.c[name] for name in ("dealer", "hands_before", "next_passed", "next_dealer")),
    *(GAMES.c[name] for name in ("started", "stopped", "finished", "binned")),
    # Whether anybody was replaced: nearly never, and then there is nothing to ask for.
    exists().where(SUBSTITUTIONS.c.game_id == GAMES.c.id),
)
GAME: Final = select(*_GAME_COLUMNS)
_GAME_NUMBERED: Final = GAME.where(
    GAMES.c.pad_id == bindparam("pad_id"), GAMES.c.number == bindparam("number")
)
_GAME_LOCKED: Final = _GAME_NUMBERED.with_for_update()
_PLAYER_NAMES: Final = (
    select(PLAYERS.c.name)
    .where(PLAYERS.c.pad_id == bindparam("pad_id"), PLAYERS.c.merged_into.is_(None))
    .order_by(PLAYERS.c.id.desc())
    .limit(MOST_NAMES)
)
_WRITTEN: Final = select(_HANDS.c.id).where(
    _HANDS.c.game_id == bindparam("game_id"), _HANDS.c.line == bindparam("line")
)


class _Parts(NamedTuple):
    """The statement for what belongs to one game, and for what belongs to a page of games."""

    of_one: Select[Any]
    of_many: Select[Any]


def _parts(statement: Select[Any], game_id: ColumnElement[int]) -> _Parts:
    # A list of ids has to be written into the statement at every execution: it costs the double.
    return _Parts(
        statement.where(game_id == bindparam("game")),
        statement.where(game_id.in_(bindparam("games", expanding=True))),
    )


_SEATED: Final = _parts(
    select(SEATS.c.game_id, SEATS.c.seat, PLAYERS.c.id, PLAYERS.c.name, SEATS.c.opening)
    .join(PLAYERS, SEATS.c.player_id == PLAYERS.c.id)
    .order_by(SEATS.c.game_id, SEATS.c.seat),
    SEATS.c.game_id,
)
_ON_SHEET: Final = _parts(
    select(
        *(_HANDS.c[name] for name in ("game_id", "id", "line", "corrected", "entry")),
        # As text: the same cards need not be read from JSON again.
        *(cast(_HANDS.c[name], Text) for name in ("hearts", "cards")),
        *(_HANDS.c[name] for name in ("moon", "sun", "passed", "dealer")),
    )
    .where(_HANDS.c.struck.is_(None))
    .order_by(_HANDS.c.game_id, _HANDS.c.line),
    _HANDS.c.game_id,
)
_LEFT: Final = _parts(
    select(
        SUBSTITUTIONS.c.game_id,
        SUBSTITUTIONS.c.seat,
        SUBSTITUTIONS.c.last_line,
        SUBSTITUTIONS.c.player_id,
        PLAYERS.c.name,
    )
    .join(PLAYERS, SUBSTITUTIONS.c.player_id == PLAYERS.c.id)
    .order_by(SUBSTITUTIONS.c.game_id, SUBSTITUTIONS.c.id),
    SUBSTITUTIONS.c.game_id,
)


def game_snapshot(
    session: Session, pad_id: int, number: int, *, lock: bool = False
) -> GameSnapshot | None:
    """The pad's game of this number; with ``lock`` nobody else writes in it until the commit."""
    parameters = {"pad_id": pad_id, "number": number}
    statement = _GAME_LOCKED if lock else _GAME_NUMBERED
    connection = session.connection()
    row = connection.execute(statement, parameters).one_or_none()
    return None if row is None else assemble(connection, [row])[0]


def player_names(session: Session, pad_id: int) -> Sequence[str]:
    """The names of those who play in a pad, whoever came last first; 200 at most."""
    return session.connection().execute(_PLAYER_NAMES, {"pad_id": pad_id}).scalars().all()


def was_written(session: Session, game_id: int, line: int) -> bool:
    """Whether the game ever had a hand on this line, removed or not."""
    parameters = {"game_id": game_id, "line": line}
    return session.connection().execute(_WRITTEN, parameters).first() is not None


def assemble(connection: Connection, rows: Sequence[Sequence[Any]]) -> list[GameSnapshot]:
    """The games of these rows, found by ``GAME``, with their seats, hands and substitutions."""
    if not rows:
        return []
    seats, hands = (_by_game(connection, parts, rows) for parts in (_SEATED, _ON_SHEET))
    left = _by_game(connection, _LEFT, rows) if any(row[-1] for row in rows) else {}
    assembled = []
    for row in rows:
        columns = [
            *row[:-1],
            tuple(SeatSnapshot(*part[1:]) for part in seats[row[0]]),
            tuple(_hand(part) for part in hands.get(row[0], ())),
            tuple(SubstitutionSnapshot(*part[1:]) for part in left.get(row[0], ())),
        ]
        assembled.append(GameSnapshot(*columns))
    return assembled


def _by_game(
    connection: Connection, parts: _Parts, games: Sequence[Sequence[Any]]
) -> Mapping[int, Sequence[Sequence[Any]]]:
    """What belongs to these games, by the game that the first column names."""
    if len(games) == 1:
        game = games[0][0]
        return {game: connection.execute(parts.of_one, {"game": game}).all()}
    grouped: dict[int, list[Sequence[Any]]] = {}
    for part in connection.execute(parts.of_many, {"games": [game[0] for game in games]}):
        grouped.setdefault(part[0], []).append(part)
    return grouped


def _hand(row: Sequence[Any]) -> HandSnapshot:
    _, id_, line, corrected, entry_id, *cards = row
    return HandSnapshot(id_, line, _cards(*cards), corrected is not None, entry_id)


@lru_cache(_RULESETS_REMEMBERED)
def ruleset_of(players: int, options_text: str) -> rules.Ruleset:
    """The ruleset of so many players, from the column of its options."""
    return rules.ruleset(players, _options(options_text))


@lru_cache(_RULESETS_REMEMBERED)
def _options(options_text: str) -> Mapping[str, Any]:
    return MappingProxyType(json.loads(options_text))


@lru_cache(_HANDS_REMEMBERED)
def _cards(
    hearts: str,
    cards: str,
    moon_choice: MoonChoice | None,
    sun: bool,
    passed: int | None,
    dealer: int | None,
) -> rules.Hand:
    """A hand from its columns; ``hearts`` and ``cards`` as JSON."""
    return rules.Hand(
        tuple(json.loads(hearts)), json.loads(cards), moon_choice, sun, passed, dealer
    )
