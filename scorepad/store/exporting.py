"""Stored games as game files: everything that a game is, and nothing of who wrote it when.

Struck hands, the log, pens and games in the bin stay behind. Read as
:mod:`scorepad.store.snapshot` reads, a few games at a time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from scorepad.gamefile import FormerPlayer, GameFile, game_line
from scorepad.store.games_page import all_games
from scorepad.store.models import Hand
from scorepad.store.snapshot import GAMES, GameSnapshot, table

_AT_A_TIME: Final = 20
_HANDS: Final = table(Hand)
_RECORDED: Final = (
    select(_HANDS.c.game_id, _HANDS.c.recorded)
    .where(_HANDS.c.struck.is_(None), _HANDS.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(_HANDS.c.game_id, _HANDS.c.line)
)
_COUNT: Final = (
    select(func.count())
    .select_from(GAMES)
    .where(GAMES.c.pad_id == bindparam("pad_id"), GAMES.c.binned.is_(None))
)


def game_lines(
    session: Session, pad_name: str | None, games: Iterable[GameSnapshot]
) -> Iterator[bytes]:
    """Games of a pad as lines of JSON."""
    rest = iter(games)
    while some := list(islice(rest, _AT_A_TIME)):
        recorded = _recorded(session, some)
        for game in some:
            yield game_line(game_file(game, recorded.get(game.id, ()), pad_name))


def pad_lines(session: Session, pad_id: int, pad_name: str | None) -> Iterator[bytes]:
    """Every game of a pad that is not in the bin, oldest first."""
    return game_lines(session, pad_name, all_games(session, pad_id))


def count_games(session: Session, pad_id: int) -> int:
    """How many games of a pad are not in the bin."""
    return session.connection().scalar(_COUNT, {"pad_id": pad_id}) or 0


def game_file(game: GameSnapshot, recorded: Sequence[datetime], pad_name: str | None) -> GameFile:
    """A game as its file has it; ``recorded``: when each hand on its sheet was."""
    lines = [hand.line for hand in game.hands]
    return GameFile(
        game=game.game,
        players=game.names,
        options=game.options,
        name=pad_name,
        started=game.started,
        stopped=game.stopped,
        recorded=tuple(recorded),
        # Lines of struck hands are not in the file: there it is the number of hands that counts.
        left=tuple(
            FormerPlayer(each.seat, each.name, bisect_right(lines, each.last_line))
            for each in game.substitutions
        ),
        id=game.entry_id,
        number=game.number,
    )


def _recorded(session: Session, games: Sequence[GameSnapshot]) -> dict[int, list[datetime]]:
    """When the hands on the sheets of these games were recorded, by game."""
    recorded: dict[int, list[datetime]] = {}
    parameters = {"games": [game.id for game in games]}
    for game_id, moment in session.connection().execute(_RECORDED, parameters):
        recorded.setdefault(game_id, []).append(moment)
    return recorded
