"""What an import writes, worked out before anybody is kept from writing.

To work out sheets and figures takes many times longer than to write them. So a plan is
made from what the pad is like, and it is carried out only if the pad is still like that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, func, select

from scorepad import caps
from scorepad.gamefile import BadFileError, GameFile
from scorepad.names import name_key
from scorepad.notes import as_note
from scorepad.store.base import Base, now
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.count_game import GameKey, rows_of
from scorepad.store.game.snapshot import columns_of
from scorepad.store.game.writing import finished_at
from scorepad.store.log.changes import GameImported
from scorepad.store.models import Change, Game, Hand, Pad, Player, Seat, Substitution
from scorepad.store.transfer.check import CheckedGame


class PadState(NamedTuple):
    """What a plan depends on: if all of this is still so, the plan fits.

    ``players``: the ids of the pad's players by the keys of their names, those that were merged
    included.
    """

    last_number: int
    players: Mapping[str, int]


def pad_state(connection: Connection, pad_id: int | None) -> PadState:
    """What a pad is like now; ``None``: one that is made only when the games are written."""
    last_number = connection.scalar(select(Pad.last_number).where(Pad.id == pad_id)) or 0
    rows = connection.execute(
        select(Player.name_key, Player.id, Player.merged_into).where(Player.pad_id == pad_id)
    ).all()
    merged = {row.id: row.merged_into for row in rows if row.merged_into is not None}
    players = {}
    for row in rows:
        player = row.id
        while player in merged:
            player = merged[player]
        players[row.name_key] = player
    return PadState(last_number, players)


def expect_fit(state: PadState, known: Container[str], games: Iterable[CheckedGame]) -> None:
    """Raise :class:`BadFileError` at the first game that cannot be added to a pad.

    It has no room for the game or for a player, or two names in the game are one player here.
    ``known``: the ids of the games that it has.
    """
    new: set[str] = set()
    players = set(state.players)
    for game in games:
        if game.id in known or game.id in new:
            continue
        new.add(game.id)
        if state.last_number + len(new) > caps.GAMES:
            raise BadFileError(
                game.line, "", "is one game more than a pad can have: {most}", most=caps.GAMES
            )
        names: dict[int, str] = {}
        for place, name in game.names:
            key = name_key(name)
            player = state.players.get(key)
            if player is not None and names.setdefault(player, key) != key:
                raise BadFileError(game.line, place, "is another name of a player of this game")
            players.add(key)
            if len(players) > caps.PLAYERS:
                raise BadFileError(
                    game.line,
                    place,
                    "is one player more than a pad can have: {most}",
                    most=caps.PLAYERS,
                )


def known_games(connection: Connection, pad_id: int | None) -> dict[str, tuple[int, bool]]:
    """The games of a pad by their ids in files: how many hands they have, whether in the bin."""
    on_sheet = (Hand.game_id == Game.id) & Hand.struck.is_(None)
    games = (
        select(Game.entry_id, func.count(Hand.id), Game.binned)
        .select_from(Game)
        .outerjoin(Hand, on_sheet)
        .where(Game.pad_id == pad_id)
        .group_by(Game.entry_id, Game.binned)
    )
    rows = connection.execute(games)
    return {entry: (hands, binned is not None) for entry, hands, binned in rows}


# Opens a look at the database.
Reading: TypeAlias = Callable[[], AbstractContextManager[Connection]]
# The id of a pad that is not known before the games are written.
_PAD: Final = 0


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


def plan_import(
    reading: Reading,
    pad_id: int | None,
    device_id: int | None,
    games: Sequence[CheckedGame],
    *,
    keep_numbers: bool = False,
) -> Plan:
    """What these games come to in a pad as it is now; arguments as of ``import_games``.

    Raises :class:`BadFileError` at a game that cannot be added to it.
    """
    with reading() as connection:
        plan = Plan(connection, pad_id, device_id, len(games), keep_numbers=keep_numbers)
        known = known_games(connection, pad_id)
    expect_fit(plan.state, known, games)
    for game in games:
        hands = len(game.file.game.hands)
        if game.id not in known:
            known[game.id] = (hands, False)
            plan.add(game)
            continue
        in_pad, binned = known[game.id]
        plan.done.known += 1
        plan.done.binned += binned
        plan.done.behind += hands > in_pad
    return plan


class Plan:
    """What an import writes.

    ``players``, ``games``: new rows, without ids. ``rows``: all other new rows by table, in which
    the first new player or game is -1, the second -2, and so on, until they have ids.
    """

    def __init__(
        self,
        connection: Connection,
        pad_id: int | None,
        device_id: int | None,
        games: int,
        *,
        keep_numbers: bool,
    ) -> None:
        self.state = pad_state(connection, pad_id)
        self.done = Imported()
        self.last_number = self.state.last_number
        self.players: list[dict[str, Any]] = []
        self.games: list[dict[str, Any]] = []
        self.rows: dict[type[Base], list[dict[str, Any]]] = defaultdict(list)
        self._device = device_id
        self._at = now()
        # By the keys of their names.
        self._player_ids = dict(self.state.players)
        self._keeps_numbers = keep_numbers or self.state.last_number == 0
        self._all = games

    def add(self, game: CheckedGame) -> None:
        """One more game, with all that belongs to it."""
        file, played = game.file, game.file.game
        self.done.games += 1
        id_ = -self.done.games
        started = file.started or self._at
        recorded = [moment or started for moment in file.recorded]
        number = self.last_number = self._next_number(file.number)
        seated = [self._player(name) for name in file.players]
        left = [self._player(each.player) for each in file.left]
        self.games.append(
            {
                "pad_id": _PAD,
                "number": number,
                "entry": game.id,
                "rules": dict(file.options),
                "dealer": played.dealer,
                "hands_before": played.hands_before,
                "started": started,
                "stopped": file.stopped,
                "note": as_note(file.note or ""),
                "evening_note": as_note(file.evening_note or ""),
                "finished": finished_at(game.sheet, recorded, file.stopped),
                "next_passed": played.next_passed,
                "next_dealer": played.next_dealer,
                "revision": 1,
            },
        )
        opening = played.opening or (0,) * len(seated)
        for seat, player in enumerate(seated):
            sits = {"game_id": id_, "player_id": player, "seat": seat, "opening": opening[seat]}
            self._put(Seat, sits)
        for line, (hand, moment) in enumerate(zip(played.hands, recorded, strict=True), start=1):
            # No phone sends an id with a blank.
            row = {"game_id": id_, "line": line, "entry": f"line {line}", "recorded": moment}
            self._put(Hand, row | columns_of(hand))
        for player, each in zip(left, file.left, strict=True):
            gone = {"game_id": id_, "player_id": player, "seat": each.seat, "last_line": each.after}
            self._put(Substitution, gone)
        change = GameImported(file.players, len(played.hands))
        before, after = change.to_json()
        self._put(
            Change,
            {
                "game_id": id_,
                "pad_id": _PAD,
                "device_id": self._device,
                "at": self._at,
                "what": change.what,
                "before": before,
                "after": after,
            },
        )
        if game.sheet.over:
            key = GameKey(id_, _PAD, number, started)
            counted = rows_of(key, played, game.sheet, _sat(file, seated, left))
            self._put(GameOutcome, counted.outcome)
            for result in counted.results:
                self._put(PlayerResult, result)

    def _put(self, model: type[Base], row: Mapping[str, Any]) -> None:
        """Add a row to those of a table, which all have the same columns."""
        self.rows[model].append(dict(row))

    def _next_number(self, wanted: int | None) -> int:
        """The number of the next game: that of its file in a pad that never had a game."""
        number = self.last_number + 1
        # The games behind it need numbers as well.
        highest = caps.GAMES - (self._all - self.done.games)
        if self._keeps_numbers and wanted is not None and number < wanted <= highest:
            return wanted
        return number

    def _player(self, name: str) -> int:
        """The id of the pad's player of this name, who is new if there is none."""
        key = name_key(name)
        if key not in self._player_ids:
            self.players.append({"pad_id": _PAD, "name": name, "name_key": key})
            self._player_ids[key] = -len(self.players)
        return self._player_ids[key]


def _sat(file: GameFile, seated: Sequence[int], left: Sequence[int]) -> Sequence[Sequence[int]]:
    """Who sat there for each hand, by seat, and at last who sits there at the end."""
    lines = range(1, len(file.game.hands) + 1)
    if not left:
        return [seated] * (len(lines) + 1)
    by_seat: list[list[tuple[int, int]]] = [[] for _ in seated]
    for each, player in zip(file.left, left, strict=True):
        by_seat[each.seat].append((each.after, player))
    rows = []
    for line in lines:
        row = []
        for now_there, gone in zip(seated, by_seat, strict=True):
            # Of several who left after this line, the one who played it left first.
            first = bisect_left(gone, line, key=itemgetter(0))
            row.append(gone[first][1] if first < len(gone) else now_there)
        rows.append(row)
    return [*rows, seated]
