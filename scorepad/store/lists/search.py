"""Finished games of a pad by player, by rules and by year, newest first.

Each combination of these has an index of its own among the outcomes or the results, so that the
ten-thousandth game is found as fast as the tenth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, bindparam, literal, select, tuple_

from scorepad.store.base import Moment
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.lists.listed import GAMES_AT_A_TIME, STARTED, ListedGame, finished_games
from scorepad.store.page import Page


@dataclass(frozen=True)
class Search:
    """What is looked for; ``None``: any. ``player`` and ``agreement``: ids; ``year``: in UTC."""

    player: int | None = None
    agreement: int | None = None
    year: int | None = None


def games_found(
    connection: Connection, pad_id: int, search: Search, before: int | None = None
) -> Page[ListedGame]:
    """The finished games of a pad that a search finds, without those in the bin.

    ``before``: the number of the game after which the page begins; the first page without.
    """
    # Within a pad, the results of one player are those of its games.
    index = GameOutcome if search.player is None else PlayerResult
    found = select(index.game_id, index.number, index.started)
    if search.player is None:
        found = found.where(GameOutcome.pad_id == pad_id)
    else:
        found = found.where(PlayerResult.player_id == search.player)
    if search.agreement is not None:
        found = found.where(index.agreement_id == search.agreement)
    if search.year is not None:
        first = datetime(search.year, 1, 1, tzinfo=UTC)
        after = datetime(search.year + 1, 1, 1, tzinfo=UTC)
        found = found.where(index.started >= first, index.started < after)
    if before is not None:
        started = connection.scalar(STARTED, {"pad_id": pad_id, "number": before})
        if started is not None:
            here = tuple_(literal(started, Moment), literal(before))
            found = found.where(tuple_(index.started, index.number) < here)
    newest_first = found.order_by(index.started.desc(), index.number.desc())
    statement = newest_first.limit(GAMES_AT_A_TIME + 1)
    return finished_games(connection, statement, {})


_SPAN: Final = tuple(
    select(GameOutcome.started)
    .where(GameOutcome.pad_id == bindparam("pad_id"))
    .order_by(order)
    .limit(1)
    for order in (GameOutcome.started, GameOutcome.started.desc())
)


def years_played(connection: Connection, pad_id: int) -> Sequence[int]:
    """The years from the pad's newest finished game back to its oldest one."""
    first, last = (connection.scalar(statement, {"pad_id": pad_id}) for statement in _SPAN)
    return () if first is None or last is None else range(last.year, first.year - 1, -1)
