"""A pad as it is after ten years: thousands of games, written in bulk as the verbs write them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, Table, func, insert, select, text, update
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.names import name_key
from scorepad.store.base import Base, table
from scorepad.store.figure_models import PlayerResult
from scorepad.store.figures.count_game import count_game
from scorepad.store.figures.evenings import Evening, evenings_of
from scorepad.store.figures.games import most_used
from scorepad.store.log.changes import (
    AnyChange,
    GameBinned,
    GameStarted,
    GameStopped,
    HandRecorded,
    PenGiven,
    PenWithdrawn,
    PlayerReplaced,
)
from scorepad.store.models import Change, Device, Game, Hand, Pad, Pen, Player, Seat, Substitution
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import new_device
from scorepad.store.transfer.exporting import all_games
from tests.support.played_games import SEATS, PlayedGame, played_game

PLAYERS: Final = (
    *("Anna", "Ben", "Cara", "Dora", "Emil", "Fay"),
    *("Gül", "Henri", "Ida", "Jo", "Kim", "Lena"),
)
FIRST_EVENING: Final = datetime(2016, 1, 1, 20, tzinfo=UTC)
_YEARS: Final = timedelta(days=3650)
_HAND: Final = timedelta(minutes=7)
# How many games are played on an evening, and how long after each other they begin.
_AN_EVENING: Final = 4
_BETWEEN: Final = timedelta(hours=1, minutes=30)
# Different games; each is played many times, by others.
_DIFFERENT: Final = 300
# In how many of the games somebody left, and another player went on.
_REPLACED: Final = 0.03
# The last line of whoever left: every game is longer.
_LAST_LINE: Final = 2
_AT_A_TIME: Final = 500

_WHO_PLAYS_MOST: Final = (
    select(PlayerResult.player_id)
    .group_by(PlayerResult.player_id)
    .order_by(func.count().desc(), PlayerResult.player_id)
    .limit(1)
)

Row = dict[str, Any]


@dataclass(frozen=True)
class Size:
    """How much is in a pad; ``binned`` are in the bin besides the ``games``, one of which runs.

    ``pens``: how many were ever given; ``held``: how many of them are not withdrawn.
    """

    games: int
    binned: int = 0
    pens: int = 1
    held: int = 1


@dataclass(frozen=True)
class FilledPad:
    """A pad with many games: the secret of a pen, the number of the running game.

    ``player`` and ``agreement``: whoever played most games, and the rules of most.
    ``evening``: the number of the last evening's first game, and its ``day``. ``twin`` and
    ``other_twin``: the ids of two who never played in one game, and may be one person.
    """

    id: int
    address: str
    secret: str
    running: int
    player: int
    agreement: str
    evening: int
    day: date
    twin: int
    other_twin: int


def fill(session: Session, size: Size, *, seed: int = 1) -> FilledPad:
    """A new pad of this size, the same for each ``seed`` but for its address and its secret."""
    random = Random(seed)  # noqa: S311 (no secret: the same games again)
    device, secret = new_device(session)
    pad = new_pad(session, device.id, "Phone 1")
    connection = session.connection()
    devices = [device.id, *_give_pens(connection, pad.id, size)]
    players = _seat_players(connection, pad.id)
    total = size.games + size.binned
    binned = {*random.sample(range(1, total), size.binned)}
    different = [played_game(random) for _ in range(min(_DIFFERENT, total))]
    ids = _Ids(connection)
    for first in range(1, total + 1, _AT_A_TIME):
        rows = _Rows(pad.id, ids)
        for number in range(first, min(first + _AT_A_TIME, total + 1)):
            running = number == total
            rows.add(
                number,
                played_game(random, over=False) if running else random.choice(different),
                started=_started(number, total),
                players=_who_plays(random, players),
                device=random.choice(devices),
                running=running,
                binned=number in binned,
            )
        rows.write(connection)
    connection.execute(update(table(Pad)).where(table(Pad).c.id == pad.id), {"last_number": total})
    _count_on(connection)
    for game in all_games(connection, pad.id):
        count_game(connection, game)
    evenings = evenings_of(connection, pad.id) or [Evening(0, FIRST_EVENING, [])]
    most = _WHO_PLAYS_MOST.join(Player, Player.id == PlayerResult.player_id)
    return FilledPad(
        pad.id,
        pad.address,
        secret,
        running=total,
        player=session.scalar(most.where(Player.pad_id == pad.id)) or 0,
        agreement=next((each.id for each in most_used(connection, pad.id)), ""),
        evening=evenings[-1].number,
        day=evenings[-1].started.date(),
        twin=players[-2][0],
        other_twin=players[-1][0],
    )


def _who_plays(random: Random, players: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The players of a game, and seldom one who goes on for one of them; never both twins."""
    *others, twin, other_twin = players
    there = [*others, random.choice((twin, other_twin))]
    return random.sample(there, SEATS + (random.random() < _REPLACED))


def _started(number: int, total: int) -> datetime:
    """When a game of so many was started: a few of them on one evening."""
    evening, of_evening = divmod(number - 1, _AN_EVENING)
    evenings = -(-total // _AN_EVENING)
    return FIRST_EVENING + _YEARS * evening / evenings + _BETWEEN * of_evening


@dataclass
class _Ids:
    """The ids of the rows to come."""

    connection: Connection
    games: Iterator[int] = field(init=False)
    hands: Iterator[int] = field(init=False)

    def __post_init__(self) -> None:
        self.games, self.hands = (_ids(self.connection, table(model)) for model in (Game, Hand))


@dataclass
class _Rows:
    """The rows of some games, by their tables."""

    pad: int
    ids: _Ids
    games: list[Row] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    substitutions: list[Row] = field(default_factory=list)
    hands: list[Row] = field(default_factory=list)
    changes: list[Row] = field(default_factory=list)

    def add(
        self,
        number: int,
        played: PlayedGame,
        *,
        started: datetime,
        players: Sequence[tuple[int, str]],
        device: int,
        running: bool,
        binned: bool,
    ) -> None:
        """A game with its hands and its log; a fifth player goes on for the first one."""
        game = next(self.ids.games)
        log = _Log(self.pad, game, device)
        seated, replaced = [*players[:SEATS]], players[SEATS:]
        names = tuple(name for _, name in seated)
        log.note(started, GameStarted(names))
        at = started
        for line, hand in enumerate(played.hands, start=1):
            at += _HAND
            hand_id = next(self.ids.hands)
            self.hands.append(_hand_row(hand_id, game, line, hand, at))
            log.note(at, HandRecorded(hand), hand_id)
            if replaced and line == _LAST_LINE:
                self._replace(log, at, seated, replaced[0])
        stopped = at + _HAND if played.ending is None and not running else None
        if stopped:
            log.note(stopped, GameStopped(stopped))
        in_bin = at + timedelta(days=1) if binned else None
        if in_bin:
            log.note(in_bin, GameBinned(in_bin))
        self.games.append(
            {
                "id": game,
                "pad_id": self.pad,
                "number": number,
                "rules": dict(played.options),
                "dealer": played.dealer,
                "hands_before": 0,
                "started": started,
                "stopped": stopped,
                # The last hand is the one that ended it.
                "finished": stopped if played.ending is None else at,
                "revision": len(log.rows),
                "entry": f"game {number}",
                "binned": in_bin,
            }
        )
        self.seats += [
            {"game_id": game, "seat": seat, "player_id": player, "opening": 0}
            for seat, (player, _) in enumerate(seated)
        ]
        self.changes += log.rows

    def _replace(
        self, log: _Log, at: datetime, seated: list[tuple[int, str]], successor: tuple[int, str]
    ) -> None:
        former, seated[0] = seated[0], successor
        log.note(
            at, PlayerReplaced(0, former[1], former[0], successor[1], successor[0], _LAST_LINE)
        )
        self.substitutions.append(
            {"game_id": log.game, "seat": 0, "last_line": _LAST_LINE, "player_id": former[0]}
        )

    def write(self, connection: Connection) -> None:
        """Write them all, those first to which others refer."""
        for model, rows in (
            (Game, self.games),
            (Seat, self.seats),
            (Substitution, self.substitutions),
            (Hand, self.hands),
            (Change, self.changes),
        ):
            _write(connection, table(model), rows)


@dataclass
class _Log:
    """The rows of one game in the log."""

    pad: int
    game: int
    device: int
    rows: list[Row] = field(default_factory=list)

    def note(self, at: datetime, change: AnyChange, hand: int | None = None) -> None:
        """One more row."""
        before, after = change.to_json()
        self.rows.append(
            {
                "pad_id": self.pad,
                "game_id": self.game,
                "device_id": self.device,
                "hand_id": hand,
                "at": at,
                "what": change.what,
                "before": before,
                "after": after,
            }
        )


def _hand_row(id_: int, game: int, line: int, hand: rules.Hand, at: datetime) -> Row:
    return {
        "id": id_,
        "game_id": game,
        "line": line,
        "entry": f"hand {line}",
        "hearts": list(hand.hearts),
        "cards": dict(hand.cards),
        "moon": hand.moon_choice,
        "sun": hand.sun,
        "recorded": at,
    }


def _give_pens(connection: Connection, pad: int, size: Size) -> list[int]:
    """The pens after the first one, the last of them held; the ids of their devices."""
    ids = _ids(connection, table(Device))
    devices, pens, changes = list[Row](), list[Row](), list[Row]()
    for number in range(2, size.pens + 1):
        device, name = next(ids), f"Phone {number}"
        given = FIRST_EVENING + timedelta(days=number)
        gone = given + timedelta(days=1) if number <= size.pens - size.held + 1 else None
        devices.append({"id": device, "secret_hash": f"{pad} {number}", "created": given})
        pens.append(
            {"pad_id": pad, "device_id": device, "name": name, "given": given, "withdrawn": gone}
        )
        log: list[tuple[datetime, AnyChange]] = [(given, PenGiven(name))]
        if gone:
            log.append((gone, PenWithdrawn(name)))
        for at, change in log:
            before, after = change.to_json()
            values = {"what": change.what, "before": before, "after": after}
            changes.append({"pad_id": pad, "device_id": device, "at": at, **values})
    for model, rows in ((Device, devices), (Pen, pens), (Change, changes)):
        _write(connection, table(model), rows)
    return [row["id"] for row in devices]


def _seat_players(connection: Connection, pad: int) -> list[tuple[int, str]]:
    """The ids and names of those who play in the pad."""
    ids = _ids(connection, table(Player))
    players = [(next(ids), name) for name in PLAYERS]
    rows = [
        {"id": id_, "pad_id": pad, "name": name, "name_key": name_key(name)}
        for id_, name in players
    ]
    _write(connection, table(Player), rows)
    return players


def _write(connection: Connection, into: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    if rows:
        connection.execute(insert(into), rows)


def _ids(connection: Connection, of: Table) -> Iterator[int]:
    return count((connection.scalar(select(func.max(of.c.id))) or 0) + 1)


def _count_on(connection: Connection) -> None:
    """Let a server give out ids behind those that were written here."""
    if connection.dialect.name == "sqlite":
        return
    for each in Base.metadata.sorted_tables:
        if "id" in each.c:
            connection.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{each.name}', 'id'),"
                    f" (SELECT coalesce(max(id), 1) FROM {each.name}))"
                )
            )
