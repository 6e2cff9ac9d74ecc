"""Stored games as game files: everything that a game is, and nothing of who wrote it when.

Struck hands, the log, pens and games in the bin stay behind. Read as
:mod:`scorepad.store.game.snapshot` reads, a few games at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from sqlalchemy import Connection

from scorepad.gamefile import FormerPlayer, GameFile, game_line
from scorepad.store.base import count
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.models import Game


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
