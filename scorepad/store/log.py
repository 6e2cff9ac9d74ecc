"""The pad's log, from which undo comes: written by the verbs; all that changes later is ``undone``.

``before`` and ``after`` of a line say what was there, as JSON, by what was done:

- a hand, its correction, its removal: the cards of the hand, ``None`` where it was not on the
  sheet; with a hand also ``next_passed`` and ``next_dealer`` where the table had decided them;
- ``next``: ``next_passed`` and ``next_dealer``;
- ``stop`` and ``reopening``: ``stopped``; ``bin`` and ``unbin``: ``binned``, each a time or null;
- ``player``: ``seat``, ``player`` (the name), ``player_id``, and after it the ``last_line`` of who
  left;
- ``pen``, ``withdrawal``: a pen was taken or withdrawn; the name of the ``device`` whose pen it is
  (``link`` in early logs: a link for the pen was made);
- ``deletion``: a game was deleted for good; its ``number``;
- ``undo`` and ``redo``: those of the change that was taken back or done again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.models import Change, Device, Game, Hand, Pad

What: TypeAlias = Literal[
    "pad",
    "link",
    "pen",
    "withdrawal",
    "game",
    "hand",
    "correction",
    "removal",
    "next",
    "stop",
    "reopening",
    "bin",
    "unbin",
    "player",
    "undo",
    "redo",
    "deletion",
]


def note(
    session: Session,
    what: What,
    *,
    pad: Pad,
    device: Device | None,
    game: Game | None = None,
    hand: Hand | None = None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> Change:
    """Write one line of the log: ``None`` stands for what was not there before or after."""
    change = Change(
        pad_id=pad.id,
        game_id=game and game.id,
        hand_id=hand and hand.id,
        device_id=device and device.id,
        what=what,
        before=before,
        after=after,
    )
    session.add(change)
    return change


def changes_of(session: Session, game: Game) -> Sequence[Change]:
    """Everything that was done with a game, oldest first."""
    return session.scalars(
        select(Change).where(Change.game_id == game.id).order_by(Change.id)
    ).all()
