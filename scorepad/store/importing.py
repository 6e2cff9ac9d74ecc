"""Import the games of a file into a pad: all of them or none, in the caller's transaction.

A game that is in the pad already is left as it is. Games are rows here, not entities: a pad of ten
years has thousands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from scorepad.gamefile import BadFileError, GameFile
from scorepad.names import name_key
from scorepad.store import caps
from scorepad.store.base import now
from scorepad.store.changes import GameImported, GamesImported
from scorepad.store.errors import CapError
from scorepad.store.figures.recount import count_games
from scorepad.store.import_check import CheckedGame, CheckedGames
from scorepad.store.models import Change, Hand, Pad, Player, Seat, Substitution
from scorepad.store.recording import columns_of
from scorepad.store.snapshot import GAMES, table
from scorepad.store.writing import finished_at

# The columns of a row.
_Row: TypeAlias = Mapping[str, Any]

# How many games are in memory at once.
_AT_A_TIME: Final = 100

_PADS: Final = table(Pad)
_PLAYERS: Final = table(Player)
_SEATS: Final = table(Seat)
_HANDS: Final = table(Hand)
_SUBSTITUTIONS: Final = table(Substitution)
_CHANGES: Final = table(Change)

_OF_PAD: Final = GAMES.c.pad_id == bindparam("pad_id")
_KNOWN_GAMES: Final = (
    select(GAMES.c.entry, GAMES.c.binned, func.count(_HANDS.c.id))
    .select_from(
        GAMES.outerjoin(_HANDS, (_HANDS.c.game_id == GAMES.c.id) & _HANDS.c.struck.is_(None))
    )
    .where(_OF_PAD)
    .group_by(GAMES.c.entry, GAMES.c.binned)
)
_KNOWN_PLAYERS: Final = select(_PLAYERS.c.name_key, _PLAYERS.c.id, _PLAYERS.c.merged_into).where(
    _PLAYERS.c.pad_id == bindparam("pad_id")
)
_LAST_NUMBER: Final = (
    update(_PADS).where(_PADS.c.id == bindparam("pad")).values(last_number=bindparam("last"))
)
# In the order of the games.
_INSERT_GAMES: Final = insert(GAMES).returning(GAMES.c.id, sort_by_parameter_order=True)
_INSERT_PLAYER: Final = insert(_PLAYERS)
_INSERT_SEAT: Final = insert(_SEATS)
_INSERT_HAND: Final = insert(_HANDS)
_INSERT_SUBSTITUTION: Final = insert(_SUBSTITUTIONS)
_INSERT_CHANGE: Final = insert(_CHANGES)


@dataclass
class Imported:
    """What became of the games of a file.

    ``games``: how many were written. ``known``: how many the pad or the file had already; of these,
    ``binned`` are in the bin, and ``behind`` have more hands in the file than in the pad.
    """

    games: int = 0
    known: int = 0
    binned: int = 0
    behind: int = 0


@dataclass(frozen=True)
class _Known:
    """What is compared with a game that comes again."""

    hands: int
    binned: bool


def import_games(
    session: Session, pad: Pad, device_id: int | None, games: CheckedGames
) -> Imported:
    """Write games that were checked; ``device_id``: ``None`` on the server.

    A pad that never had a game takes over their numbers, any other goes on with its own. Raises
    :class:`CapError`, and :class:`BadFileError` for two names in a game that are one player here.
    """
    session.refresh(pad, with_for_update=True)
    writer = _Writer(session.connection(), pad, device_id)
    known = _known_games(session, pad.id)
    done = Imported()
    some: list[CheckedGame] = []
    for game in games:
        before = known.get(game.id)
        hands = len(game.file.game.hands)
        if before is not None:
            done.known += 1
            done.binned += before.binned
            done.behind += hands > before.hands
            continue
        known[game.id] = _Known(hands, binned=False)
        done.games += 1
        some.append(game)
        if len(some) == _AT_A_TIME:
            writer.write(some)
            some.clear()
    writer.write(some)
    if done.games:
        writer.finish(GamesImported(done.games, done.known))
        session.expire(pad)
    return done


def _known_games(session: Session, pad_id: int) -> dict[str, _Known]:
    """The games of a pad, by their ids."""
    rows = session.connection().execute(_KNOWN_GAMES, {"pad_id": pad_id})
    return {entry: _Known(hands, binned is not None) for entry, binned, hands in rows}


def _players_known(connection: Connection, pad_id: int) -> dict[str, int]:
    """The ids of a pad's players by the keys of their names, those that were merged included."""
    rows = connection.execute(_KNOWN_PLAYERS, {"pad_id": pad_id}).all()
    merged = {row.id: row.merged_into for row in rows if row.merged_into is not None}
    players = {}
    for row in rows:
        player = row.id
        while player in merged:
            player = merged[player]
        players[row.name_key] = player
    return players


class _Writer:
    """Writes games into one pad, which is locked."""

    def __init__(self, connection: Connection, pad: Pad, device_id: int | None) -> None:
        self._connection = connection
        self._pad_id = pad.id
        self._device_id = device_id
        self._at = now()
        self._last_number = pad.last_number
        self._takes_numbers = pad.last_number == 0
        self._players = _players_known(connection, pad.id)
        self._over: list[int] = []

    def write(self, games: Sequence[CheckedGame]) -> None:
        """Write some games, each with all that belongs to it: the one place that does so."""
        if not games:
            return
        # A game's row has the id that the others need.
        rows = self._connection.execute(_INSERT_GAMES, [self._game(game) for game in games])
        ids = rows.scalars().all()
        both = list(zip(ids, games, strict=True))
        self._over += [id_ for id_, game in both if game.sheet.over]
        for statement, parts in (
            (_INSERT_SEAT, self._seats),
            (_INSERT_HAND, self._hands),
            (_INSERT_SUBSTITUTION, self._substitutions),
            (_INSERT_CHANGE, self._changes),
        ):
            if values := [value for id_, game in both for value in parts(id_, game)]:
                self._connection.execute(statement, values)

    def finish(self, change: GamesImported) -> None:
        """Write what the games have in common: the pad's last number, its figures, its log."""
        count_games(self._connection, self._pad_id, self._over)
        last = {"pad": self._pad_id, "last": self._last_number}
        self._connection.execute(_LAST_NUMBER, last)
        self._connection.execute(_INSERT_CHANGE, self._change(None, change))

    def _game(self, game: CheckedGame) -> _Row:
        file = game.file
        started = file.started or self._at
        return {
            "pad_id": self._pad_id,
            "number": self._next_number(file.number),
            "entry": game.id,
            "rules": dict(file.options),
            "dealer": file.game.dealer,
            "hands_before": file.game.hands_before,
            "started": started,
            "stopped": file.stopped,
            "finished": finished_at(game.sheet, self._recorded(file), file.stopped),
            "next_passed": file.game.next_passed,
            "next_dealer": file.game.next_dealer,
            "revision": 1,
        }

    def _recorded(self, file: GameFile) -> list[datetime]:
        """When each hand was recorded; where the file does not say, when its game began."""
        return [moment or file.started or self._at for moment in file.recorded]

    def _next_number(self, wanted: int | None) -> int:
        if self._last_number >= caps.GAMES:
            raise CapError("games")
        number = self._last_number + 1
        if self._takes_numbers and wanted is not None and number < wanted <= caps.GAMES:
            number = wanted
        self._last_number = number
        return number

    def _player(self, name: str) -> int:
        """The id of the pad's player of this name, new if there is none."""
        key = name_key(name)
        if key not in self._players:
            if len(self._players) >= caps.PLAYERS:
                raise CapError("players")
            values = {"pad_id": self._pad_id, "name": name, "name_key": key}
            new = self._connection.execute(_INSERT_PLAYER, values).inserted_primary_key
            (self._players[key],) = new or (0,)
        return self._players[key]

    def _seats(self, game_id: int, game: CheckedGame) -> Iterator[_Row]:
        file = game.file
        self._expect_different(game)
        opening = file.game.opening or (0,) * len(file.players)
        for seat, name in enumerate(file.players):
            player = self._player(name)
            yield {"game_id": game_id, "seat": seat, "player_id": player, "opening": opening[seat]}

    def _expect_different(self, game: CheckedGame) -> None:
        """Let nobody play in a game under two names, of which one was merged into the other."""
        names: dict[int, str] = {}
        both = ((f"players[{seat}]", name) for seat, name in enumerate(game.file.players))
        left = ((f"left[{at}].player", left.player) for at, left in enumerate(game.file.left))
        for place, name in (*both, *left):
            known = names.setdefault(self._player(name), name_key(name))
            if known != name_key(name):
                raise BadFileError(game.line, place, "is another name of a player of this game")

    def _hands(self, game_id: int, game: CheckedGame) -> Iterator[_Row]:
        both = zip(game.file.game.hands, self._recorded(game.file), strict=True)
        for line, (hand, recorded) in enumerate(both, start=1):
            # No phone sends an id with a blank.
            entry = {"game_id": game_id, "line": line, "entry": f"line {line}"}
            yield {**entry, "recorded": recorded, **columns_of(hand)}

    def _substitutions(self, game_id: int, game: CheckedGame) -> Iterator[_Row]:
        for left in game.file.left:
            player = self._player(left.player)
            where = {"game_id": game_id, "seat": left.seat, "last_line": left.after}
            yield {**where, "player_id": player}

    def _changes(self, game_id: int, game: CheckedGame) -> Iterator[_Row]:
        change = GameImported(game.file.players, len(game.file.game.hands))
        yield self._change(game_id, change)

    def _change(self, game_id: int | None, change: GameImported | GamesImported) -> _Row:
        before, after = change.to_json()
        return {
            "pad_id": self._pad_id,
            "game_id": game_id,
            "device_id": self._device_id,
            "at": self._at,
            "what": change.what,
            "before": before,
            "after": after,
        }
