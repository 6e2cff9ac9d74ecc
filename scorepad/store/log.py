"""The pad's log, from which undo comes: written by the verbs; all that changes later is ``undone``.

What a line says is a value of :mod:`scorepad.store.changes`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.changes import AnyChange
from scorepad.store.models import Change, Device, Game, Hand, Pad


def note(
    session: Session,
    change: AnyChange,
    *,
    pad: Pad,
    device: Device | None,
    game: Game | None = None,
    hand: Hand | None = None,
) -> Change:
    """Write one line of the log: what was done, where, and by which device."""
    before, after = change.to_json()
    line = Change(
        pad_id=pad.id,
        game_id=game and game.id,
        hand_id=hand and hand.id,
        device_id=device and device.id,
        what=change.what,
        before=before,
        after=after,
    )
    session.add(line)
    return line


def changes_of(session: Session, game: Game) -> Sequence[Change]:
    """Everything that was done with a game, oldest first."""
    return session.scalars(
        select(Change).where(Change.game_id == game.id).order_by(Change.id)
    ).all()
