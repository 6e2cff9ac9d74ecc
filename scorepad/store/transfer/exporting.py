"""Stored games as game files: everything that a game is, and nothing of who wrote it when.

Struck hands, the log, pens and games in the bin stay behind. Read as
:mod:`scorepad.store.game.snapshot` reads, a few games at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, exists, func, select

from scorepad import caps
from scorepad.gamefile import FormerPlayer, GameFile, game_line
from scorepad.store.base import count
from scorepad.store.game.snapshot import GAME, GameSnapshot, assemble
from scorepad.store.models import Game, Hand, Player, Seat, Substitution


def game_lines(pad_name: str | None, games: Iterable[GameSnapshot]) -> Iterator[bytes]:
    """Games of a pad as lines of JSON."""
    return (game_line(game_file(game, pad_name)) for game in games)


def count_games(connection: Connection, pad_id: int) -> int:
    """How many games of a pad are not in the bin."""
    return count(connection, Game, Game.pad_id == pad_id, Game.binned.is_(None))


def game_file(game: GameSnapshot, pad_name: str | None) -> GameFile:
    """A game as its file has it."""
    lines = [hand.line for hand in game.hands]
    return GameFile(
        game=game.game,
        players=game.names,
        options=game.options,
        name=pad_name,
        started=game.started,
        stopped=game.stopped,
        recorded=tuple(hand.recorded for hand in game.hands),
        # Lines of struck hands are not in the file: there it is the number of hands that counts.
        left=tuple(
            FormerPlayer(each.seat, each.name, bisect_right(lines, each.last_line))
            for each in game.substitutions
        ),
        id=game.entry_id,
        number=game.number,
        note=game.note,
        evening_note=game.evening_note,
    )


# How many games are in memory at once.
_AT_A_TIME: Final = 20


def _kept_in(pad_id: int) -> Sequence[ColumnElement[bool]]:
    return Game.pad_id == pad_id, Game.binned.is_(None)


def all_games(
    connection: Connection, pad_id: int, after: int = 0, last: int = caps.GAMES
) -> Iterator[GameSnapshot]:
    """The pad's games without those in the bin, oldest first, a few at a time.

    ``after`` and ``last``: only those with higher numbers, and up to this one.
    """
    number = after
    while True:
        later = GAME.where(*_kept_in(pad_id), Game.number.between(number + 1, last))
        rows = connection.execute(later.order_by(Game.number).limit(_AT_A_TIME)).all()
        if not rows:
            return
        yield from assemble(connection, rows)
        number = rows[-1].number


class FilePart(NamedTuple):
    """The games that one of a pad's files has, by their numbers; ``after``: as of all_games."""

    after: int
    first: int
    last: int


def file_parts(connection: Connection, pad_id: int, after: int = 0) -> Sequence[FilePart]:
    """The parts of a pad's games, those with higher numbers, that one file holds each."""
    hands_by_game = (
        select(Game.number, func.count(Hand.id))
        .outerjoin(Hand, (Hand.game_id == Game.id) & Hand.struck.is_(None))
        .where(*_kept_in(pad_id), Game.number > after)
        .group_by(Game.number)
        .order_by(Game.number)
    )
    parts: list[FilePart] = []
    in_part = 0
    for number, hands in connection.execute(hands_by_game):
        in_part += hands
        if not parts or in_part > caps.FILE_HANDS:
            in_part = hands
            parts.append(FilePart(parts[-1].last if parts else after, number, number))
        parts[-1] = parts[-1]._replace(last=number)
    return parts


def fits_one_file(connection: Connection, pad_id: int) -> bool:
    """Whether one file surely holds all games of a pad; removed hands count as well."""
    hands = select(Hand.id).join(Game, Game.id == Hand.game_id).where(*_kept_in(pad_id))
    some = hands.limit(caps.FILE_HANDS + 1).subquery()
    return connection.scalars(select(func.count()).select_from(some)).one() <= caps.FILE_HANDS


def noted(connection: Connection, pad_id: int) -> bool:
    """Whether one of ``all_games`` has a note, on itself or on its evening."""
    has_note = Game.note.is_not(None) | Game.evening_note.is_not(None)
    return bool(connection.scalar(select(exists().where(*_kept_in(pad_id), has_note))))


def everybody(connection: Connection, pad_id: int) -> Mapping[int, str]:
    """The names of all who sat at a table of ``all_games``, by their ids.

    In the order in which they came into the pad.
    """
    sat = select(Seat.player_id).join(Game, Game.id == Seat.game_id).where(*_kept_in(pad_id))
    left = (
        select(Substitution.player_id)
        .join(Game, Game.id == Substitution.game_id)
        .where(*_kept_in(pad_id), Substitution.last_line > 0)
    )
    rows = connection.execute(
        select(Player.id, Player.name)
        .where(Player.id.in_(sat) | Player.id.in_(left))
        .order_by(Player.id)
    )
    return {row.id: row.name for row in rows}
