"""Finished games of a pad by player, by rules and by year, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, literal, select, tuple_

from scorepad.store.base import Moment
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.games import EVER, IN_ORDER, NEWEST_FIRST, Games, Season, played
from scorepad.store.lists.listed import ListedGame, finished_games, start_of
from scorepad.store.page import Page


@dataclass(frozen=True)
class Search:
    """What is looked for; ``None``: any. ``player``: an id; ``year``: in UTC.

    ``agreement``: a digest (:class:`~scorepad.store.figure_models.GameOutcome`).
    """

    player: int | None = None
    agreement: str | None = None
    year: int | None = None


def games_found(
    connection: Connection, pad_id: int, search: Search, before: int | None = None
) -> Page[ListedGame]:
    """The finished games of a pad that a search finds, without those in the bin.

    ``before``: the number of the game after which the page begins; the first page without.
    """
    season = EVER
    if search.year is not None:
        season = Season(*(datetime(search.year + more, 1, 1, tzinfo=UTC) for more in (0, 1)))
    found = select(GameOutcome.game_id, GameOutcome.number, GameOutcome.started).where(
        *Games(pad_id, search.agreement, season).are_these
    )
    if search.player is not None:
        theirs = select(PlayerResult.game_id).where(PlayerResult.player_id == search.player)
        found = found.where(GameOutcome.game_id.in_(theirs))
    if before is not None:
        started = start_of(connection, pad_id, before)
        if started is not None:
            here = tuple_(literal(started, Moment), literal(before))
            found = found.where(tuple_(*IN_ORDER) < here)
    return finished_games(connection, found.order_by(*NEWEST_FIRST))


def years_played(connection: Connection, pad_id: int) -> Sequence[int]:
    """The years from the pad's newest finished game back to its oldest one."""
    _, first, last = played(connection, Games(pad_id))
    return () if first is None or last is None else range(last.year, first.year - 1, -1)
