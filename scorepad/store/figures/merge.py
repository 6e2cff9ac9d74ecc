"""Let the results that a player had in some games be another player's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from scorepad.store.batches import batches
from scorepad.store.figures import streaks, tallies
from scorepad.store.figures.rows import OUTCOMES, RESULTS, Row

_RESULTS: Final = (
    select(RESULTS)
    .where(RESULTS.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(RESULTS.c.game_id)
)
_GIVE_RESULTS: Final = (
    update(RESULTS)
    .where(
        RESULTS.c.game_id.in_(bindparam("games", expanding=True)),
        RESULTS.c.player_id == bindparam("former"),
    )
    .values(player_id=bindparam("successor"))
)
_GIVE_COMEBACKS: Final = (
    update(OUTCOMES)
    .where(
        OUTCOMES.c.game_id.in_(bindparam("games", expanding=True)),
        OUTCOMES.c.comeback_of == bindparam("former"),
    )
    .values(comeback_of=bindparam("successor"))
)


def transfer_results(
    connection: Connection, games: Sequence[int], former: int, successor: int
) -> None:
    """Give what ``former`` did in these games to ``successor``, who played in none of them.

    ``games``: ids. The pad must be locked until the commit.
    """
    changes: tallies.Tallies = {}
    for some in batches(games):
        by_game: dict[int, list[Row]] = {}
        for row in connection.execute(_RESULTS, {"games": some}).mappings():
            by_game.setdefault(row["game_id"], []).append(dict(row))
        for rows in by_game.values():
            tallies.subtract_from(changes, tallies.tallies_of(rows))
            transferred = [
                {**row, "player_id": successor} if row["player_id"] == former else row
                for row in rows
            ]
            tallies.add_to(changes, tallies.tallies_of(transferred))
        for statement in (_GIVE_RESULTS, _GIVE_COMEBACKS):
            connection.execute(statement, {"games": some, "former": former, "successor": successor})
    tallies.store(connection, changes)
    for player in (former, successor):
        streaks.PLAYERS.follow_all(connection, player)
