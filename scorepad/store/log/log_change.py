"""Writes the pad's log, on which undo is built; only ``undone`` changes later.

A row describes a value of :mod:`scorepad.store.log.changes`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import insert
from sqlalchemy.orm import Session

from scorepad.store.base import now
from scorepad.store.log.changes import AnyChange
from scorepad.store.models import Change

_INSERT: Final = insert(Change)


def log_change(
    session: Session,
    change: AnyChange,
    pad_id: int,
    device_id: int | None,
    *,
    game_id: int | None = None,
    hand_id: int | None = None,
    undoes: int | None = None,
    act: str | None = None,
) -> None:
    """Write a change into the log, after the session's other changes.

    ``device_id``: ``None`` on the server. ``game_id``: ``None`` if it was not a game that was
    changed. ``hand_id``: the hand that the change is about. ``undoes``: the row that an undo or a
    redo is about. ``act``: the id under which a phone's outbox sends it.
    """
    session.flush()
    before, after = change.to_json()
    row = {
        "pad_id": pad_id,
        "game_id": game_id,
        "hand_id": hand_id,
        "device_id": device_id,
        "at": now(),
        "what": change.what,
        "before": before,
        "after": after,
        "undoes": undoes,
        "act": act,
    }
    session.connection().execute(_INSERT, row)
