"""Let the results that a player had in some games be another player's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, case, func, select, update
from sqlalchemy.orm import aliased

from scorepad.store.base import table
from scorepad.store.batches import batches, some_ids
from scorepad.store.figures import streaks, tallies
from scorepad.store.figures.count_game import lock_figures
from scorepad.store.figures.tallies import Sums, TallyKey
from scorepad.store.models import GameOutcome, PlayerResult


def _is_so(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _games_of(one: type[PlayerResult], other: type[PlayerResult]) -> tuple[ColumnElement[int], ...]:
    """What the games of one player with another add up to, for the one."""
    return (
        func.count(),
        _is_so(one.winners > 0),
        _is_so(one.winners > 1),
        func.sum(func.coalesce(one.place, 0)),
        _is_so(one.place < other.place),
        _is_so(one.place == other.place),
        func.sum(case((one.hands < other.hands, one.hands), else_=other.hands)),
    )


_Other: Final = aliased(PlayerResult)
# With each other player who finished the same games: what they add up to for either of them.
_WITH: Final = (
    select(
        _Other.player_id,
        PlayerResult.agreement_id,
        *_games_of(PlayerResult, _Other),
        *_games_of(_Other, PlayerResult),
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
    moved: tallies.Tallies = {}
    for some in batches(games):
        ids = some_ids(some)
        theirs = (PlayerResult.player_id == former, PlayerResult.game_id.in_(ids))
        for row in connection.execute(select(*table(PlayerResult).c).where(*theirs)).mappings():
            tallies.add_to(moved, tallies.tallies_of([dict(row)]))
        for other, agreement, *sums in connection.execute(_WITH.where(*theirs)):
            for key, of_one in (
                (TallyKey(former, agreement, "with", other), sums[:7]),
                (TallyKey(other, agreement, "with", former), sums[7:]),
            ):
                tallies.add_to(moved, {key: _sums(*of_one)})
        connection.execute(update(PlayerResult).where(*theirs).values(player_id=successor))
        came_back = (GameOutcome.game_id.in_(ids), GameOutcome.comeback_of == former)
        connection.execute(update(GameOutcome).where(*came_back).values(comeback_of=successor))
    changes: tallies.Tallies = {}
    tallies.subtract_from(changes, moved)
    tallies.add_to(changes, {_given(key, former, successor): moved[key] for key in moved})
    tallies.store(connection, changes)
    for player in (former, successor):
        streaks.follow_all(connection, pad_id, player)


def _sums(
    games: int, wins: int, shared: int, places: int, ahead: int, level: int, hands: int
) -> Sums:
    return Sums(games, wins, shared, places, hands, ahead=ahead, level=level)


def _given(key: TallyKey, former: int, successor: int) -> TallyKey:
    """The key of a tally of one player's, or with that player, as it is the other's."""
    if key.player_id == former:
        return key._replace(player_id=successor)
    return key._replace(of=successor)
