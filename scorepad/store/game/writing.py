"""Steps that all verbs of a game share: check the writer's revision, finish the change.

A verb gets a game as it is stored, in a pad that is locked until the commit, and the ``revision``
that the writer saw. It returns the sheet afterwards, or ``None`` if the game is as it asks already,
which is then left alone. Each raises :class:`StaleError` if the game went on since the writer saw
it, :class:`BinnedError` for a game in the bin, and :class:`CapError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypedDict, Unpack

from sqlalchemy import update
from sqlalchemy.orm import Session

from scorepad import caps, rules
from scorepad.store.errors import BinnedError, CapError, GameOverError, StaleError
from scorepad.store.game.count_game import count_game
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import AnyChange
from scorepad.store.log.rows import log_change
from scorepad.store.models import Game


class GameColumns(TypedDict, total=False):
    """What verbs change in a game's own row."""

    stopped: datetime | None
    binned: datetime | None
    next_passed: int | None
    next_dealer: int | None
    note: str | None
    evening_note: str | None


def check_revision(game: GameSnapshot, revision: int, *, binned: bool = False) -> None:
    """Go on only if the writer saw this revision; and not with a game in the bin, unless allowed.

    Raises :class:`StaleError` or :class:`BinnedError`.
    """
    if game.revision != revision:
        raise StaleError
    if game.binned is not None and not binned:
        raise BinnedError


def check_running(game: GameSnapshot, revision: int) -> None:
    """The same of a game that goes on; raises :class:`GameOverError` besides."""
    check_revision(game, revision)
    if game.finished is not None:
        raise GameOverError


def finish_change(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    change: AnyChange,
    *,
    hand_id: int | None = None,
    undoes: int | None = None,
    act: str | None = None,
    last: bool = False,
    **columns: Unpack[GameColumns],
) -> rules.Sheet:
    """Store what a change makes of a game, and return its sheet.

    ``game``: with the seats and hands that the change has written, and its own row as it was
    before. ``columns``: those of that row that change. ``hand_id``, ``undoes`` and ``act``: as
    :func:`~scorepad.store.log.rows.log_change` takes them. Raises
    :class:`~scorepad.rules.RulesError` if there is no such sheet, and :class:`CapError` if the game
    has reached its cap of changes; ``last``: this change is allowed even then.
    """
    if game.revision >= caps.CHANGES and not last:
        raise CapError("changes")
    after = replace(game, revision=game.revision + 1, **columns)
    sheet = after.sheet
    finished = finished_at(sheet, [hand.recorded for hand in after.hands], after.stopped)
    stored = (
        update(Game)
        .where(Game.id == game.id, Game.revision == game.revision)
        .values(revision=after.revision, finished=finished, **columns)
    )
    if session.connection().execute(stored).rowcount != 1:
        # Somebody wrote who had not locked the pad.
        raise StaleError
    log_change(
        *(session, change, game.pad_id, device_id),
        game_id=game.id,
        revision=after.revision,
        hand_id=hand_id,
        undoes=undoes,
        act=act,
    )
    if game.finished is not None or finished is not None:
        count_game(session.connection(), after)
    return sheet


def finished_at(
    sheet: rules.Sheet, recorded: Sequence[datetime], stopped: datetime | None
) -> datetime | None:
    """When a game was over: computed, so that undo and redo lead to the same moment.

    ``recorded``: when each hand on the sheet was recorded.
    """
    if sheet.ended_by == "target":
        lines = zip(recorded, sheet.lines, strict=True)
        return [moment for moment, line in lines if line.counts][-1]
    return stopped
