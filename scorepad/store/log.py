"""Writes the pad's log, on which undo is built; only ``undone`` changes later.

A row describes a value of :mod:`scorepad.store.changes`.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad.store.changes import AnyChange
from scorepad.store.models import Change, Device, Game, Hand, Pad


def log_change(
    session: Session,
    change: AnyChange,
    where: Pad | Game,
    device: Device | None,
    *,
    hand: Hand | None = None,
    undoes: int | None = None,
) -> None:
    """Write a change into the log, and flush the session's other changes with it.

    ``where``: the game that was changed, or the pad if it was not a game. ``hand``: the hand that
    the change is about. ``device``: ``None`` on the server. ``undoes``: the id of the row that an
    undo or a redo is about.
    """
    before, after = change.to_json()
    row = Change(
        pad_id=where.pad_id if isinstance(where, Game) else where.id,
        game_id=where.id if isinstance(where, Game) else None,
        hand=hand,
        device_id=device and device.id,
        what=change.what,
        before=before,
        after=after,
        undoes=undoes,
    )
    session.add(row)
    # In one go: each flush costs more than a statement does.
    session.flush()
