"""Let the results that a player had in some games be another player's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import aliased

from scorepad.store.base import table
from scorepad.store.batches import batches, some_ids
from scorepad.store.figures import streaks
from scorepad.store.figures.count_game import lock_figures
from scorepad.store.figures.seasons import met_in_results
from scorepad.store.figures.tallies import Changes, MeetingKey, Met, TallyKey, total_of
from scorepad.store.models import GameOutcome, PlayerResult

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
    changes = Changes()
    for some in batches(games):
        ids = some_ids(some)
        theirs = (PlayerResult.player_id == former, PlayerResult.game_id.in_(ids))
        for row in connection.execute(select(*table(PlayerResult).c).where(*theirs)).mappings():
            for player, off in ((former, True), (successor, False)):
                key = TallyKey(player, row["agreement_id"])
                changes.add_total(key, total_of(dict(row)), off=off)
        for other, agreement, *met in connection.execute(_WITH.where(*theirs)):
            for player, off in ((former, True), (successor, False)):
                own, theirs_of_it = Met(*met[:5]), Met(*met[5:])
                changes.add_meeting(MeetingKey(player, other, agreement), own, off=off)
                changes.add_meeting(MeetingKey(other, player, agreement), theirs_of_it, off=off)
        connection.execute(update(PlayerResult).where(*theirs).values(player_id=successor))
        came_back = (GameOutcome.game_id.in_(ids), GameOutcome.comeback_of == former)
        connection.execute(update(GameOutcome).where(*came_back).values(comeback_of=successor))
    changes.store(connection)
    for player in (former, successor):
        streaks.follow_all(connection, pad_id, player)
