"""Finished games of a pad by player, by rules and by year, newest first.

Each combination of these has an index of its own among the outcomes or the results, so that the
ten-thousandth game is found as fast as the tenth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Integer, Select, bindparam, select, tuple_
from sqlalchemy.orm import Session

from scorepad.store.base import Moment
from scorepad.store.lists.listed import STARTED, GameKey, ListedGame, finished_games
from scorepad.store.models import GameOutcome, PlayerResult
from scorepad.store.page import Page, page_of

FOUND_AT_A_TIME: Final = 10


@dataclass(frozen=True)
class Search:
    """What is looked for; ``None``: any. ``player`` and ``agreement``: ids; ``year``: in UTC."""

    player: int | None = None
    agreement: int | None = None
    year: int | None = None


def games_found(
    session: Session, pad_id: int, search: Search, before: int | None = None
) -> Page[ListedGame]:
    """The finished games of a pad that a search finds, without those in the bin.

    ``before``: the number of the game after which the page begins; the first page without.
    """
    connection = session.connection()
    parameters: dict[str, object] = {
        "pad_id": pad_id,
        "player": search.player,
        "agreement": search.agreement,
        "number": before,
    }
    if search.year is not None:
        parameters["from"] = datetime(search.year, 1, 1, tzinfo=UTC)
        parameters["until"] = datetime(search.year + 1, 1, 1, tzinfo=UTC)
    started = None if before is None else connection.scalar(STARTED, parameters)
    statement = _statement(
        search.player is not None,
        search.agreement is not None,
        search.year is not None,
        started is not None,
    )
    rows = connection.execute(statement, {**parameters, "started": started}).all()
    page = page_of([GameKey(*row) for row in rows], FOUND_AT_A_TIME)
    return Page(finished_games(connection, page.rows), page.more)


_SPAN: Final = tuple(
    select(GameOutcome.started)
    .where(GameOutcome.pad_id == bindparam("pad_id"))
    .order_by(order)
    .limit(1)
    for order in (GameOutcome.started, GameOutcome.started.desc())
)


def years_played(session: Session, pad_id: int) -> Sequence[int]:
    """The years from the pad's newest finished game back to its oldest one."""
    connection = session.connection()
    first, last = (connection.scalar(statement, {"pad_id": pad_id}) for statement in _SPAN)
    return () if first is None or last is None else range(last.year, first.year - 1, -1)


def _statement(
    by_player: bool, by_rules: bool, by_year: bool, later_page: bool
) -> Select[int, int, datetime]:
    """The keys of the games that such a search finds."""
    # Within a pad, the results of one player are those of its games.
    index = PlayerResult if by_player else GameOutcome
    found = select(index.game_id, index.number, index.started)
    if by_player:
        found = found.where(PlayerResult.player_id == bindparam("player"))
    else:
        found = found.where(GameOutcome.pad_id == bindparam("pad_id"))
    if by_rules:
        found = found.where(index.agreement_id == bindparam("agreement"))
    if by_year:
        moment = index.started
        found = found.where(moment >= bindparam("from"), moment < bindparam("until"))
    if later_page:
        here = tuple_(bindparam("started", type_=Moment), bindparam("number", type_=Integer))
        found = found.where(tuple_(index.started, index.number) < here)
    newest_first = (index.started.desc(), index.number.desc())
    return found.order_by(*newest_first).limit(FOUND_AT_A_TIME + 1)
