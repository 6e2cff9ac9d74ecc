"""Let the results that a player had in some games be another player's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import aliased

from scorepad.store.base import table
from scorepad.store.batches import batches, some_ids
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures import streaks
from scorepad.store.figures.count_game import lock_figures
from scorepad.store.figures.seasons import met_in_results
from scorepad.store.figures.tallies import Changes, MeetingKey, Met, TallyKey, total_of

_Other: Final = aliased(PlayerResult)
# With each other player who finished the same games: what they add up to for either of them.
_WITH: Final = (
    select(
        _Other.player_id,
        PlayerResult.agreement_id,
        *met_in_results(PlayerResult, _Other),
        *met_in_results(_Other, PlayerResult),
    )
    .join(_Other, _Other.game_id == PlayerResult.game_id)
    .where(
        PlayerResult.place.is_not(None),
        _Other.place.is_not(None),
        _Other.player_id != PlayerResult.player_id,
    )
    .group_by(_Other.player_id, PlayerResult.agreement_id)
)


def transfer_results(
    connection: Connection, pad_id: int, games: Sequence[int], former: int, successor: int
) -> None:
    """Give what ``former`` did in these games to ``successor``, who played in none of them.

    ``games``: ids. The pad must be locked until the commit.
    """
    lock_figures(connection, pad_id)
    moved = Changes()
    for some in batches(games):
        ids = some_ids(some)
        theirs = (PlayerResult.player_id == former, PlayerResult.game_id.in_(ids))
        for row in connection.execute(select(*table(PlayerResult).c).where(*theirs)).mappings():
            moved.add_total(TallyKey(former, row["agreement_id"]), total_of(dict(row)))
        for other, agreement, *met in connection.execute(_WITH.where(*theirs)):
            moved.add_meeting(MeetingKey(former, other, agreement), Met(*met[:5]))
            moved.add_meeting(MeetingKey(other, former, agreement), Met(*met[5:]))
        connection.execute(update(PlayerResult).where(*theirs).values(player_id=successor))
        came_back = (GameOutcome.game_id.in_(ids), GameOutcome.comeback_of == former)
        connection.execute(update(GameOutcome).where(*came_back).values(comeback_of=successor))
    changes = Changes()
    for key, total in moved.totals.items():
        changes.add_total(key, total, off=True)
        changes.add_total(key._replace(player_id=successor), total)
    for pair, together in moved.meetings.items():
        changes.add_meeting(pair, together, off=True)
        new = {
            name: successor for name in ("player_id", "other_id") if getattr(pair, name) == former
        }
        changes.add_meeting(pair._replace(**new), together)
    changes.store(connection)
    for player in (former, successor):
        streaks.follow_all(connection, pad_id, player)
