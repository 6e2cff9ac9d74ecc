"""Finished games of a pad by player, by rules and by year, newest first.

Each combination of these has an index of its own among the outcomes or the results, so that the
ten-thousandth game is found as fast as the tenth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Integer, Select, bindparam, select, tuple_
from sqlalchemy.orm import Session

from scorepad.store.base import Moment
from scorepad.store.figures.rows import OUTCOMES, RESULTS
from scorepad.store.finished_games import FinishedGame, GameKey, finished_games
from scorepad.store.models import Player
from scorepad.store.snapshot import GAMES, table

FOUND_AT_A_TIME: Final = 10
_MOST_OFFERED: Final = 200

_PLAYERS: Final = table(Player)
_STARTED: Final = select(GAMES.c.started).where(
    GAMES.c.pad_id == bindparam("pad"), GAMES.c.number == bindparam("before")
)
_SPAN: Final = tuple(
    select(OUTCOMES.c.started).where(OUTCOMES.c.pad_id == bindparam("pad")).order_by(order).limit(1)
    for order in (OUTCOMES.c.started, OUTCOMES.c.started.desc())
)
_PLAYER: Final = select(_PLAYERS.c.id, _PLAYERS.c.name).where(
    _PLAYERS.c.pad_id == bindparam("pad"), _PLAYERS.c.merged_into.is_(None)
)
_NAMED: Final = _PLAYER.where(_PLAYERS.c.id == bindparam("player"))
_OFFERED: Final = _PLAYER.order_by(_PLAYERS.c.name_key).limit(_MOST_OFFERED)


@dataclass(frozen=True)
class Search:
    """What is looked for; ``None``: any. ``player`` and ``agreement``: ids; ``year``: in UTC."""

    player: int | None = None
    agreement: int | None = None
    year: int | None = None


class PlayerOffered(NamedTuple):
    """A player who may be looked for."""

    id: int
    name: str


@dataclass(frozen=True)
class FoundGames:
    """A page of games that were found, newest first, and whether there are older ones."""

    games: Sequence[FinishedGame]
    older: bool


def games_found(
    session: Session, pad_id: int, search: Search, before: int | None = None
) -> FoundGames:
    """The finished games of a pad that a search finds, without those in the bin.

    ``before``: the number of the game after which the page begins; the first page without.
    """
    connection = session.connection()
    parameters: dict[str, Any] = {
        "pad": pad_id,
        "player": search.player,
        "agreement": search.agreement,
        "before": before,
    }
    if search.year is not None:
        parameters["from"] = datetime(search.year, 1, 1, tzinfo=UTC)
        parameters["until"] = datetime(search.year + 1, 1, 1, tzinfo=UTC)
    started = None if before is None else connection.scalar(_STARTED, parameters)
    statement = _statement(
        search.player is not None,
        search.agreement is not None,
        search.year is not None,
        started is not None,
    )
    rows = connection.execute(statement, {**parameters, "started": started}).all()
    keys = [GameKey(*row) for row in rows[:FOUND_AT_A_TIME]]
    return FoundGames(finished_games(connection, keys), len(rows) > FOUND_AT_A_TIME)


def years_played(session: Session, pad_id: int) -> Sequence[int]:
    """The years from the pad's newest finished game back to its oldest one."""
    connection = session.connection()
    first, last = (connection.scalar(statement, {"pad": pad_id}) for statement in _SPAN)
    return () if first is None or last is None else range(last.year, first.year - 1, -1)


def players_offered(session: Session, pad_id: int) -> Sequence[PlayerOffered]:
    """The players of a pad by name, as many as anybody wants to choose between."""
    rows = session.connection().execute(_OFFERED, {"pad": pad_id})
    return [PlayerOffered(*row) for row in rows]


def player_named(session: Session, pad_id: int, player_id: int) -> PlayerOffered | None:
    """The player of this id; ``None`` if the pad has no such player."""
    parameters = {"pad": pad_id, "player": player_id}
    row = session.connection().execute(_NAMED, parameters).one_or_none()
    return None if row is None else PlayerOffered(*row)


@cache
def _statement(by_player: bool, by_rules: bool, by_year: bool, later_page: bool) -> Select[Any]:
    """The keys of the games that such a search finds."""
    # Within a pad, the results of one player are those of its games.
    index = RESULTS if by_player else OUTCOMES
    key = tuple_(index.c.started, index.c.number)
    found = select(index.c.game_id, index.c.number, index.c.started)
    if by_player:
        found = found.where(index.c.player_id == bindparam("player"))
    else:
        found = found.where(index.c.pad_id == bindparam("pad"))
    if by_rules:
        found = found.where(index.c.agreement_id == bindparam("agreement"))
    if by_year:
        moment = index.c.started
        found = found.where(moment >= bindparam("from"), moment < bindparam("until"))
    if later_page:
        here = tuple_(bindparam("started", type_=Moment), bindparam("before", type_=Integer))
        found = found.where(key < here)
    newest_first = (index.c.started.desc(), index.c.number.desc())
    return found.order_by(*newest_first).limit(FOUND_AT_A_TIME + 1)
