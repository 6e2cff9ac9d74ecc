"""Steps that all verbs of a game share: lock it, check the writer's revision, finish the change."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store import caps
from scorepad.store.errors import BinnedError, CapError, StaleError
from scorepad.store.figures.settle import settle_game
from scorepad.store.models import Game


def lock(session: Session, game: Game) -> None:
    """Lock the game until the commit and read its current state.

    SQLite has locked the whole database by then (see ``engine``); a server locks the row.
    """
    # Whatever changes a game raises its revision: nothing else need be read again.
    locked = select(Game.revision).where(Game.id == game.id).with_for_update()
    if session.scalar(locked) != game.revision:
        session.refresh(game)


def expect(game: Game, revision: int, *, binned: bool = False) -> None:
    """Go on only if the writer saw this revision; and not with a game in the bin, unless allowed.

    Raises :class:`StaleError` or :class:`BinnedError`.
    """
    if game.revision != revision:
        raise StaleError
    if game.binned is not None and not binned:
        raise BinnedError


def finish_change(session: Session, game: Game, sheet: rules.Sheet, *, last: bool = False) -> None:
    """Raise the revision of a game that was changed, store when it was finished, and count it.

    ``sheet``: the game's current one. Raises :class:`~scorepad.store.errors.CapError` if the game
    has reached its cap of changes; ``last``: this change is allowed even then.
    """
    if game.revision >= caps.CHANGES and not last:
        raise CapError("changes")
    game.revision += 1
    before, game.finished = (
        game.finished,
        finished_at(sheet, [hand.recorded for hand in game.hands], game.stopped),
    )
    if before is not None or game.finished is not None:
        session.flush()
        settle_game(session.connection(), game.pad_id, game.id, sheet)


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
