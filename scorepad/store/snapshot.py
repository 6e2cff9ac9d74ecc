"""What pages show: pads, pens and games as immutable values, read by statements built once.

A verb changes the models (:mod:`scorepad.store.models`); a page only reads, and rows cost a
fraction of what entities do. A snapshot works out its ruleset and its sheet once, however often a
page asks for them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    exists,
    func,
    select,
)
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.rules.hand import MoonChoice
from scorepad.store.base import Base
from scorepad.store.models import Device, Game, Hand, Pad, Pen, Player, Seat, Substitution
from scorepad.store.pads import is_address
from scorepad.store.pens import hash_of


def table(model: type[Base]) -> Table:
    """The model's table: a statement about it does without the work that entities take."""
    return Base.metadata.tables[model.__tablename__]


_PADS: Final = table(Pad)
_PENS: Final = table(Pen)
_DEVICES: Final = table(Device)
GAMES: Final = table(Game)
_SEATS: Final = table(Seat)
_PLAYERS: Final = table(Player)
_HANDS: Final = table(Hand)
_SUBSTITUTIONS: Final = table(Substitution)


# Those of some hundred games.
_HANDS_REMEMBERED: Final = 8192


@dataclass(frozen=True)
class PadSnapshot:
    """A pad; ``name`` is ``None`` until somebody gives it one."""

    id: int
    address: str
    name: str | None
    created: datetime


@dataclass(frozen=True)
class PenSnapshot:
    """A pen that is held: its id, and the id of the device that holds it."""

    id: int
    device_id: int


@dataclass(frozen=True)
class Visit:
    """What a request is about, and by whom it comes; ``game``: its row, for :func:`assemble`."""

    pad: PadSnapshot
    pen: PenSnapshot | None
    players: int
    game: Sequence[Any] | None

    @property
    def ruleset(self) -> rules.Ruleset | None:
        """What the game's players agreed on: all that is needed to read a hand."""
        if self.game is None:
            return None
        options: Mapping[str, Any] = self.game[_OPTIONS]
        return rules.ruleset(self.players, options)


@dataclass(frozen=True)
class SeatSnapshot:
    """A seat, counted from 0 clockwise: who sits there, and the total brought from paper."""

    seat: int
    player_id: int
    name: str
    opening: int


@dataclass(frozen=True)
class HandSnapshot:
    """A hand on the sheet: its row's id, its line, its cards, and whether it was ever corrected."""

    id: int
    line: int
    cards: rules.Hand
    corrected: bool


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

    ``options``: the ``rules`` of a game file. ``hands``: those on the sheet, by line.
    """

    id: int
    number: int
    entry_id: str
    revision: int
    options: Mapping[str, Any]
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
        return rules.ruleset(len(self.seats), self.options)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, as they sit now."""
        return tuple(seat.name for seat in self.seats)

    @cached_property
    def game(self) -> rules.Game:
        """The game as the rules see it."""
        return rules.Game(
            rules=self.ruleset,
            hands=tuple(hand.cards for hand in self.hands),
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

    def names_at(self, line: int) -> tuple[str, ...]:
        """Who sat there, by seat, for the hand on a line of the sheet."""
        names = list(self.names)
        # Newest first: of several who left after this line, the one who played it left first.
        for left in reversed(self.substitutions):
            if left.last_line >= line:
                names[left.seat] = left.name
        return tuple(names)


# Where a game's row has them.
_OPTIONS: Final = 4
_GAME_COLUMNS: Final = (
    *(
        GAMES.c[name]
        for name in (
            "id",
            "number",
            "entry",
            "revision",
            "rules",
            "dealer",
            "hands_before",
            "next_passed",
            "next_dealer",
            "started",
            "stopped",
            "finished",
            "binned",
        )
    ),
    # Whether anybody was replaced: nearly never, and then there is nothing to ask for.
    exists().where(_SUBSTITUTIONS.c.game_id == GAMES.c.id),
)
_PAD: Final = select(_PADS.c.id, _PADS.c.address, _PADS.c.name, _PADS.c.created)
_PAD_LOCKED: Final = (
    select(_PADS.c.id).where(_PADS.c.address == bindparam("address")).with_for_update()
)
GAME: Final = select(*_GAME_COLUMNS)
_GAME_NUMBERED: Final = GAME.where(
    GAMES.c.pad_id == bindparam("pad_id"), GAMES.c.number == bindparam("number")
)
_GAME_LOCKED: Final = _GAME_NUMBERED.with_for_update()
_PLAYER_NAMES: Final = (
    select(_PLAYERS.c.name).where(_PLAYERS.c.pad_id == bindparam("pad_id")).order_by(_PLAYERS.c.id)
)
_HELD: Final = (
    select(_PENS.c.id, _PENS.c.device_id)
    .join(_DEVICES, _PENS.c.device_id == _DEVICES.c.id)
    .where(
        _PENS.c.pad_id == bindparam("pad_id"),
        _PENS.c.withdrawn.is_(None),
        _DEVICES.c.secret_hash.in_(bindparam("hashes", expanding=True)),
    )
    .order_by(_PENS.c.id)
    .limit(1)
)


# Pad, pen and game of a request in one look. Whoever has one pen sends one secret.
_OF_VISIT: Final = select(
    *_PAD.selected_columns,
    _PENS.c.id,
    _PENS.c.device_id,
    select(func.count()).where(_SEATS.c.game_id == GAMES.c.id).scalar_subquery(),
    *_GAME_COLUMNS,
)


def _visit(secret: ColumnElement[bool]) -> Select[Any]:
    held = _PENS.join(_DEVICES, and_(_PENS.c.device_id == _DEVICES.c.id, secret))
    return (
        _OF_VISIT.select_from(
            _PADS.outerjoin(
                held, and_(_PENS.c.pad_id == _PADS.c.id, _PENS.c.withdrawn.is_(None))
            ).outerjoin(
                GAMES, and_(GAMES.c.pad_id == _PADS.c.id, GAMES.c.number == bindparam("number"))
            )
        )
        .where(_PADS.c.address == bindparam("address"))
        .order_by(_PENS.c.id)
        .limit(1)
    )


_VISIT_WITH_ONE: Final = _visit(_DEVICES.c.secret_hash == bindparam("hash"))
_VISIT_WITH_SEVERAL: Final = _visit(_DEVICES.c.secret_hash.in_(bindparam("hashes", expanding=True)))
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
    select(_SEATS.c.game_id, _SEATS.c.seat, _PLAYERS.c.id, _PLAYERS.c.name, _SEATS.c.opening)
    .join(_PLAYERS, _SEATS.c.player_id == _PLAYERS.c.id)
    .order_by(_SEATS.c.seat),
    _SEATS.c.game_id,
)
_ON_SHEET: Final = _parts(
    select(
        *(_HANDS.c[name] for name in ("game_id", "id", "line", "corrected")),
        # As text: the same cards need not be read from JSON again.
        *(cast(_HANDS.c[name], Text) for name in ("hearts", "cards")),
        *(_HANDS.c[name] for name in ("moon", "sun", "passed", "dealer")),
    )
    .where(_HANDS.c.struck.is_(None))
    .order_by(_HANDS.c.line),
    _HANDS.c.game_id,
)
_LEFT: Final = _parts(
    select(
        _SUBSTITUTIONS.c.game_id,
        _SUBSTITUTIONS.c.seat,
        _SUBSTITUTIONS.c.last_line,
        _SUBSTITUTIONS.c.player_id,
        _PLAYERS.c.name,
    )
    .join(_PLAYERS, _SUBSTITUTIONS.c.player_id == _PLAYERS.c.id)
    .order_by(_SUBSTITUTIONS.c.id),
    _SUBSTITUTIONS.c.game_id,
)


def visit(
    session: Session, address: str, number: int | None, secrets: Sequence[str]
) -> Visit | None:
    """The pad at an address, its game of a number, and the pen held with one of these secrets."""
    if not is_address(address):
        return None
    hashes = [hash_of(secret) for secret in secrets]
    asked = {"address": address, "number": number}
    if len(hashes) > 1:
        rows = session.connection().execute(_VISIT_WITH_SEVERAL, {**asked, "hashes": hashes})
    else:
        # Nothing has the empty hash.
        rows = session.connection().execute(_VISIT_WITH_ONE, {**asked, "hash": "".join(hashes)})
    row = rows.one_or_none()
    if row is None:
        return None
    pad, pen, players, game = row[:4], row[4:6], row[6], row[7:]
    return Visit(
        PadSnapshot(*pad),
        None if pen[0] is None else PenSnapshot(*pen),
        players,
        None if game[0] is None else game,
    )


def lock_pad(session: Session, address: str) -> None:
    """Let nobody else write in the pad at an address until the commit.

    SQLite has locked the whole database by then (see ``engine``).
    """
    connection = session.connection()
    if is_address(address) and connection.dialect.name != "sqlite":
        connection.execute(_PAD_LOCKED, {"address": address})


def pen_snapshot(session: Session, pad_id: int, secrets: Sequence[str]) -> PenSnapshot | None:
    """The pen of a pad that is held with one of these secrets."""
    if not secrets:
        return None
    asked = {"pad_id": pad_id, "hashes": [hash_of(secret) for secret in secrets]}
    row = session.connection().execute(_HELD, asked).one_or_none()
    return None if row is None else PenSnapshot(*row)


def game_snapshot(
    session: Session, pad_id: int, number: int, *, lock: bool = False
) -> GameSnapshot | None:
    """The pad's game of this number; with ``lock`` nobody else writes in it until the commit."""
    asked = {"pad_id": pad_id, "number": number}
    statement = _GAME_LOCKED if lock else _GAME_NUMBERED
    row = session.connection().execute(statement, asked).one_or_none()
    return None if row is None else assemble(session, [row])[0]


def player_names(session: Session, pad_id: int) -> Sequence[str]:
    """The names of everybody who ever played in a pad, in the order they came."""
    return session.connection().execute(_PLAYER_NAMES, {"pad_id": pad_id}).scalars().all()


def was_written(session: Session, game_id: int, line: int) -> bool:
    """Whether the game ever had a hand on this line, removed or not."""
    asked = {"game_id": game_id, "line": line}
    return session.connection().execute(_WRITTEN, asked).first() is not None


def assemble(session: Session, rows: Sequence[Sequence[Any]]) -> list[GameSnapshot]:
    """The games of these rows, found by ``GAME``, with their seats, hands and substitutions."""
    if not rows:
        return []
    seats, hands = (_by_game(session, parts, rows) for parts in (_SEATED, _ON_SHEET))
    left = _by_game(session, _LEFT, rows) if any(row[-1] for row in rows) else {}
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
    session: Session, parts: _Parts, games: Sequence[Sequence[Any]]
) -> Mapping[int, Sequence[Sequence[Any]]]:
    """What belongs to these games, by the game that the first column names."""
    connection = session.connection()
    if len(games) == 1:
        game = games[0][0]
        return {game: connection.execute(parts.of_one, {"game": game}).all()}
    grouped: dict[int, list[Sequence[Any]]] = {}
    for part in connection.execute(parts.of_many, {"games": [game[0] for game in games]}):
        grouped.setdefault(part[0], []).append(part)
    return grouped


def _hand(row: Sequence[Any]) -> HandSnapshot:
    _, id_, line, corrected, *cards = row
    return HandSnapshot(id_, line, _cards(*cards), corrected is not None)


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
