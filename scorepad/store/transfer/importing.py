"""Import the games of a file into a pad: all of them or none.

A game that is in the pad already is left as it is. What takes long, sheets and figures, is worked
out before the transaction, so that others can write meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.orm import Session

from scorepad import caps
from scorepad.gamefile import BadFileError, GameFile
from scorepad.names import as_note, name_key
from scorepad.store.base import Base, now
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.game.count_game import GameKey, rows_of
from scorepad.store.game.snapshot import columns_of
from scorepad.store.game.writing import finished_at
from scorepad.store.log.changes import GameImported, GamesImported
from scorepad.store.log.rows import change_row, log_change
from scorepad.store.models import Change, Game, Hand, Pad, Player, Seat, Substitution
from scorepad.store.transfer.check import CheckedGame

Row: TypeAlias = dict[str, Any]


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
class Prepared:
    """Games of a file, worked out for any pad.

    ``names``: those of all players, by the keys of their names. ``rows``: those of each game, whose
    players are numbers in the order of ``names``, and which belong to no game and no pad yet.
    """

    games: Sequence[CheckedGame]
    names: Mapping[str, str]
    rows: Sequence[Mapping[type[Base], Sequence[Row]]]


def prepare(games: Sequence[CheckedGame]) -> Prepared:
    """Work out the rows of games that were checked."""
    names: dict[str, str] = {}
    for game in games:
        for _, name in game.names:
            names.setdefault(name_key(name), name)
    numbers = {key: number for number, key in enumerate(names)}
    return Prepared(games, names, [_rows_of(game, numbers) for game in games])


def import_games(
    session: Session,
    pad: Pad,
    device_id: int | None,
    prepared: Prepared,
    *,
    keep_numbers: bool = False,
) -> Imported:
    """Write games into a pad; ``device_id``: ``None`` on the server.

    A pad that never had a game takes over their numbers as far as these go up and are within its
    cap; any other goes on with its own, unless it is to ``keep_numbers``. Raises
    :class:`~scorepad.gamefile.BadFileError` as :func:`expect_fit` does.
    """
    session.refresh(pad, with_for_update=True)
    connection = session.connection()
    expect_fit(connection, pad.id, prepared.games)
    known = _known_games(connection, pad.id)
    done, new = Imported(), list[int]()
    for at, game in enumerate(prepared.games):
        hands = len(game.file.game.hands)
        if game.id in known:
            in_pad, binned = known[game.id]
            done.known += 1
            done.binned += binned
            done.behind += hands > in_pad
        else:
            known[game.id] = (hands, False)
            new.append(at)
    if new:
        done.games = len(new)
        _write(session, pad, device_id, prepared, new, keep_numbers or pad.last_number == 0)
        log_change(session, GamesImported(done.games, done.known), pad.id, device_id)
    return done


def expect_fit(connection: Connection, pad_id: int | None, games: Sequence[CheckedGame]) -> None:
    """Raise :class:`BadFileError` at the first game that cannot be added to a pad.

    It has no room for the game or for a player, or two names in the game are one player here.
    ``pad_id``: ``None`` for a pad that is yet to be made.
    """
    last_number = connection.scalar(select(Pad.last_number).where(Pad.id == pad_id)) or 0
    in_pad = _player_ids(connection, pad_id)
    seen = set(_known_games(connection, pad_id))
    players = set(in_pad)
    for game in games:
        if game.id in seen:
            continue
        seen.add(game.id)
        last_number += 1
        if last_number > caps.GAMES:
            raise BadFileError(
                game.line, "", "is one game more than a pad can have: {most}", most=caps.GAMES
            )
        names: dict[int, str] = {}
        for place, name in game.names:
            key = name_key(name)
            player = in_pad.get(key)
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


def _rows_of(game: CheckedGame, numbers: Mapping[str, int]) -> Mapping[type[Base], Sequence[Row]]:
    """The rows of a game but its changes: as of :class:`Prepared`."""
    file, played = game.file, game.file.game
    started = file.started or now()
    recorded = [moment or started for moment in file.recorded]
    seated = [numbers[name_key(name)] for name in file.players]
    left = [numbers[name_key(each.player)] for each in file.left]
    opening = played.opening or (0,) * len(seated)
    rows: dict[type[Base], list[Row]] = {
        Game: [
            {
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
            }
        ],
        Seat: [
            {"player_id": player, "seat": seat, "opening": opening[seat]}
            for seat, player in enumerate(seated)
        ],
        # No phone sends an id with a blank.
        Hand: [
            {"line": line, "entry": f"line {line}", "recorded": moment, **columns_of(hand)}
            for line, (hand, moment) in enumerate(zip(played.hands, recorded, strict=True), start=1)
        ],
        Substitution: [
            {"player_id": player, "seat": each.seat, "last_line": each.after}
            for player, each in zip(left, file.left, strict=True)
        ],
    }
    if game.sheet.over:
        counted = rows_of(GameKey(0, 0, 0, started), played, game.sheet, _sat(file, seated, left))
        rows[GameOutcome] = [dict(counted.outcome)]
        rows[PlayerResult] = [dict(result) for result in counted.results]
    return rows


def _sat(file: GameFile, seated: Sequence[int], left: Sequence[int]) -> Sequence[Sequence[int]]:
    """Who sat there for each hand, by seat, and at last who sits there at the end."""
    rows = [list(seated)]
    for line in range(len(file.game.hands), 0, -1):
        row = list(rows[0])
        # Of several who left a seat after this line, the one who played it left first.
        for each, player in reversed([*zip(file.left, left, strict=True)]):
            if each.after == line:
                row[each.seat] = player
        rows.insert(0, row)
    return rows


def _write(
    session: Session,
    pad: Pad,
    device_id: int | None,
    prepared: Prepared,
    new: Sequence[int],
    keep_numbers: bool,
) -> None:
    """Write these games of a file, once: their rows get the ids that they have in the database."""
    connection = session.connection()
    players = _players(connection, pad, prepared, new)
    numbers = _numbers(pad, [prepared.games[at] for at in new], keep_numbers=keep_numbers)
    games = [
        prepared.rows[at][Game][0] | {"pad_id": pad.id, "number": number}
        for at, number in zip(new, numbers, strict=True)
    ]
    rows: dict[type[Base], list[Row]] = defaultdict(list)
    ids = _insert_with_ids(connection, Game, games)
    for at, number, game_id in zip(new, numbers, ids, strict=True):
        for model, of_game in prepared.rows[at].items():
            for row in of_game if model is not Game else ():
                row["game_id"] = game_id
                if "player_id" in row:
                    row["player_id"] = players[row["player_id"]]
                if model is GameOutcome:
                    row |= {"pad_id": pad.id, "number": number}
                rows[model].append(row)
        file = prepared.games[at].file
        change = GameImported(file.players, len(file.game.hands))
        rows[Change].append(change_row(change, pad.id, device_id, game_id=game_id, revision=1))
    for model, all_rows in rows.items():
        connection.execute(insert(model), all_rows)
    connection.execute(update(Pad).where(Pad.id == pad.id).values(last_number=numbers[-1]))
    session.expire(pad)


def _players(
    connection: Connection, pad: Pad, prepared: Prepared, new: Sequence[int]
) -> Mapping[int, int]:
    """The ids of the players of these games by their numbers; those who are new are added."""
    ids = _player_ids(connection, pad.id)
    play = {name_key(name) for at in new for _, name in prepared.games[at].names}
    missing = [key for key in prepared.names if key in play and key not in ids]
    rows = [{"pad_id": pad.id, "name": prepared.names[key], "name_key": key} for key in missing]
    ids |= zip(missing, _insert_with_ids(connection, Player, rows), strict=True)
    return {number: ids[key] for number, key in enumerate(prepared.names) if key in ids}


def _player_ids(connection: Connection, pad_id: int | None) -> dict[str, int]:
    """The ids of a pad's players by the keys of their names, those that were merged included."""
    rows = connection.execute(
        select(Player.name_key, Player.id, Player.merged_into).where(Player.pad_id == pad_id)
    ).all()
    merged = {row.id: row.merged_into for row in rows if row.merged_into is not None}
    ids = {}
    for row in rows:
        player = row.id
        while player in merged:
            player = merged[player]
        ids[row.name_key] = player
    return ids


def _numbers(pad: Pad, games: Sequence[CheckedGame], *, keep_numbers: bool) -> Sequence[int]:
    """The numbers that games get in a pad: those of the file if these are to be kept."""
    numbers: list[int] = []
    for left, game in zip(reversed(range(len(games))), games, strict=True):
        next_one = (numbers[-1] if numbers else pad.last_number) + 1
        wanted = game.file.number or 0
        # The games behind it need numbers as well.
        kept = keep_numbers and next_one <= wanted <= caps.GAMES - left
        numbers.append(wanted if kept else next_one)
    return numbers


def _known_games(connection: Connection, pad_id: int | None) -> dict[str, tuple[int, bool]]:
    """The games of a pad by their ids in files: how many hands they have, whether in the bin."""
    on_sheet = (Hand.game_id == Game.id) & Hand.struck.is_(None)
    rows = connection.execute(
        select(Game.entry_id, func.count(Hand.id), Game.binned)
        .outerjoin(Hand, on_sheet)
        .where(Game.pad_id == pad_id)
        .group_by(Game.entry_id, Game.binned)
    )
    return {entry: (hands, binned is not None) for entry, hands, binned in rows}


def _insert_with_ids(
    connection: Connection, model: type[Game | Player], rows: Sequence[Row]
) -> Sequence[int]:
    """Insert rows, and give their ids."""
    if not rows:
        return []
    returning = insert(model).returning(model.id, sort_by_parameter_order=True)
    return connection.scalars(returning, rows).all()
