"""Import the games of a file into a pad: all of them or none.

A game that is in the pad already is left as it is. Nobody waits while the games are worked out: see
:mod:`scorepad.store.transfer.plan`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, insert, update
from sqlalchemy.orm import Session

from scorepad.store.log.changes import GamesImported
from scorepad.store.log.rows import log_change
from scorepad.store.models import Game, Pad, Player
from scorepad.store.transfer.check import CheckedGame
from scorepad.store.transfer.plan import Imported, Plan, Reading, pad_state, plan_import
from scorepad.store.trouble import BusyError

# How often a plan is made anew because the pad was changed meanwhile.
_TRIES: Final = 5


class Target(NamedTuple):
    """Where games are written: a session that writes, and a pad."""

    session: Session
    pad: Pad


# Begins a change of the pad: only now is anybody else kept from writing.
Writing: TypeAlias = Callable[[], AbstractContextManager[Target]]


def import_games(
    reading: Reading,
    writing: Writing,
    pad_id: int | None,
    device_id: int | None,
    games: Sequence[CheckedGame],
    *,
    keep_numbers: bool = False,
) -> Imported:
    """Write games that were checked.

    ``pad_id``: ``None`` for a pad that ``writing`` makes; ``device_id``: ``None`` on the server.
    A pad that never had a game takes over their numbers as far as these go up and are within its
    cap; any other goes on with its own, unless it is to ``keep_numbers``. Raises
    :class:`~scorepad.gamefile.BadFileError` where the pad has no room for a game, and for two names
    in a game that are one player here, and :class:`~scorepad.store.trouble.BusyError` if the pad is
    changed again and again.
    """
    for _ in range(_TRIES):
        plan = plan_import(reading, pad_id, device_id, games, keep_numbers=keep_numbers)
        with writing() as target:
            session, pad = target
            session.refresh(pad, with_for_update=True)
            # Only if the pad is still as it was when the plan was made.
            if pad_state(session.connection(), pad.id) == plan.state:
                _write(target, plan, device_id)
                return plan.done
    raise BusyError("the pad is being changed again and again")


def _write(target: Target, plan: Plan, device_id: int | None) -> None:
    """Carry out a plan: the one place that writes imported games."""
    if not plan.done.games:
        return
    session, pad = target
    connection = session.connection()
    players = _insert_with_ids(connection, Player, pad, plan.players)
    games = _insert_with_ids(connection, Game, pad, plan.games)
    for model, rows in plan.rows.items():
        for row in rows:
            row["game_id"] = games[row["game_id"]]
            if "player_id" in row:
                row["player_id"] = players.get(row["player_id"], row["player_id"])
            if "pad_id" in row:
                row["pad_id"] = pad.id
        connection.execute(insert(model), rows)
    last_number = update(Pad).where(Pad.id == pad.id).values(last_number=plan.last_number)
    connection.execute(last_number)
    log_change(session, GamesImported(plan.done.games, plan.done.known), pad.id, device_id)
    session.expire(pad)


def _insert_with_ids(
    connection: Connection, model: type[Game | Player], pad: Pad, rows: Sequence[dict[str, Any]]
) -> dict[int, int]:
    """Insert rows of a pad; their ids by the numbers that stand for them in the plan."""
    if not rows:
        return {}
    returning = insert(model).returning(model.id, sort_by_parameter_order=True)
    ids = connection.scalars(returning, [row | {"pad_id": pad.id} for row in rows]).all()
    return {-number: id_ for number, id_ in enumerate(ids, start=1)}


__all__ = ["Imported", "Target", "Writing", "import_games"]
