"""Import the games of a file into a pad: all of them or none.

A game that is in the pad already is left as it is. Nobody waits while the games are worked out: see
:mod:`scorepad.store.transfer.plan`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Connection, insert, update
from sqlalchemy.orm import Session

from scorepad.store.figure_models import Agreement
from scorepad.store.figures import evenings, streaks
from scorepad.store.figures.rows import MORE_GAMES
from scorepad.store.log.changes import GamesImported
from scorepad.store.log.log_change import log_change
from scorepad.store.models import Pad, Player
from scorepad.store.transfer.check import CheckedGames
from scorepad.store.transfer.pad_state import pad_state
from scorepad.store.transfer.plan import Imported, Plan, Reading, plan_import
from scorepad.store.trouble import BusyError

# How often a plan is made anew because the pad was changed meanwhile.
_TRIES: Final = 5


class Target(NamedTuple):
    """Where games are written: a session that writes, and a pad."""

    session: Session
    pad: Pad


# Begins a change of the pad with this id: only now is anybody else kept from writing.
Writing: TypeAlias = Callable[[int], AbstractContextManager[Target]]


def import_games(
    reading: Reading,
    writing: Writing,
    pad_id: int | None,
    device_id: int | None,
    games: CheckedGames,
) -> Imported:
    """Write games that were checked.

    ``pad_id``: ``None`` for a pad that ``writing`` makes; ``device_id``: ``None`` on the server.
    A pad that never had a game takes over their numbers as far as these go up and leave room for
    games to come, any other goes on with its own. Raises
    :class:`~scorepad.store.errors.CapError`, :class:`~scorepad.gamefile.BadFileError` for two names
    in a game that are one player here, and :class:`~scorepad.store.trouble.BusyError` if the pad is
    changed again and again.
    """
    for _ in range(_TRIES):
        with plan_import(reading, pad_id, device_id, games) as plan, writing(plan.pad) as target:
            session, pad = target
            session.refresh(pad, with_for_update=True)
            if _fits(session.connection(), plan):
                _write(target, plan, device_id)
                return plan.done
    raise BusyError("the pad is being changed again and again")


def _fits(connection: Connection, plan: Plan) -> bool:
    """Whether the pad is still as it was when the plan was made, and its ids are free."""
    return pad_state(connection, plan.pad) == plan.state and all(
        plan.ids.are_free(connection, name) for name in ("games", "players", "agreements")
    )


def _write(target: Target, plan: Plan, device_id: int | None) -> None:
    """Carry out a plan: the one place that writes imported games."""
    if not plan.done.games:
        return
    session, pad = target
    connection = session.connection()
    more = [{"agreement": id_, "more": games} for id_, games in plan.games.items()]
    for statement, rows in (
        (insert(Player), plan.players),
        (insert(Agreement), plan.agreements),
        (MORE_GAMES, more),
    ):
        if rows:
            connection.execute(statement, rows)
    for name, packed in plan.rows:
        plan.bulks[name].write(connection, packed)
    plan.tallies.store(connection)
    for kind, ends in plan.ends.items():
        streaks.write_ends(connection, kind, ends)
    streaks.store(connection, plan.pad, plan.runs)
    evenings.remove(connection, plan.pad, plan.evenings_gone)
    evenings.put(connection, plan.pad, plan.evenings_new)
    changed = {"last_number": plan.last_number, "settled": Pad.settled + 1}
    connection.execute(update(Pad).where(Pad.id == pad.id).values(changed))
    log_change(session, GamesImported(plan.done.games, plan.done.known), pad.id, device_id)
    session.expire(pad)


__all__ = ["Imported", "Target", "Writing", "import_games"]
