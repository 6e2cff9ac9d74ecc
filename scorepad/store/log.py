"""The pad's log, from which undo will come: written by the verbs, never rewritten."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from sqlalchemy.orm import Session

from scorepad.store.models import Change, Device, Game, Hand, Pad

What: TypeAlias = Literal["pad", "game", "hand", "correction", "removal"]


def note(
    session: Session,
    what: What,
    *,
    pad: Pad,
    device: Device,
    game: Game | None = None,
    hand: Hand | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> None:
    """Write one line of the log: ``None`` stands for what was not there before or after."""
    session.add(
        Change(
            pad_id=pad.id,
            game_id=game and game.id,
            hand_id=hand and hand.id,
            device_id=device.id,
            what=what,
            before=before,
            after=after,
        )
    )
