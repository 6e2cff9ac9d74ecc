"""Undo takes back the last change of a game, whatever it was; redo makes it again.

Both use the log: the row of a change has both of its sides. An undone change can be
redone until there is a new change.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.base import now
from scorepad.store.game.course import leave, sit_down
from scorepad.store.game.snapshot import GameSnapshot, columns_of, game_with_id
from scorepad.store.game.writing import GameColumns, check_revision, finish_change
from scorepad.store.log.changes import (
    Decision,
    EveningNoted,
    GameBinned,
    GameNoted,
    GameReopened,
    GameStopped,
    GameUnbinned,
    HandCorrected,
    HandRecorded,
    HandRemoved,
    LogRow,
    NextHandDecided,
    PlayerReplaced,
    Redone,
    Undone,
    change_of,
)
from scorepad.store.log.rows import steps
from scorepad.store.models import Change, Hand, Player, Substitution
from scorepad.store.pad.players import final_player


class StepResult(NamedTuple):
    """The change that was undone or redone, and the sheet afterwards."""

    row: LogRow
    sheet: rules.Sheet


def step(
    session: Session, game: GameSnapshot, device_id: int, *, back: bool, revision: int
) -> StepResult | None:
    """Undo the last change with ``back``, else make the one again that was undone last.

    ``None`` if there is none. Works in the bin too: putting the game there is a change as well.
    Raises :class:`~scorepad.rules.RulesError` if the sheet could not be worked out afterwards.
    """
    check_revision(game, revision, binned=True)
    possible = steps(session.connection(), game.id)
    row = possible.undo if back else possible.redo
    if row is None:
        return None
    undone = now() if back else None
    session.connection().execute(update(Change).where(Change.id == row.id).values(undone=undone))
    columns = _apply(session, game, row, back=back)
    change = Undone() if back else Redone()
    game = game_with_id(session.connection(), game.id)
    sheet = finish_change(
        session, game, device_id, change, hand_id=row.hand_id, undoes=row.id, **columns
    )
    return StepResult(row, sheet)


def _apply(session: Session, game: GameSnapshot, row: LogRow, *, back: bool) -> GameColumns:
    """Make a change again, or undo it with ``back``: what changes in the game's own row."""
    match change_of(row):
        case HandRecorded(hand, decision):
            _set_hand(session, row, None if back else hand)
            if decision is not None:
                return _decided(decision if back else Decision())
        case HandCorrected(before, after):
            _set_hand(session, row, before if back else after)
        case HandRemoved(hand):
            _set_hand(session, row, hand if back else None)
        case NextHandDecided(before, after):
            return _decided(before if back else after)
        case GameStopped(at):
            return {"stopped": None if back else at}
        case GameReopened(at):
            return {"stopped": at if back else None}
        case GameBinned(at):
            return {"binned": None if back else at}
        case GameUnbinned(at):
            return {"binned": at if back else None}
        case GameNoted(former, note):
            return {"note": former if back else note}
        case EveningNoted(former, note):
            return {"evening_note": former if back else note}
        case PlayerReplaced() as change:
            _set_player(session, game, change, back=back)
        case lasting:
            raise ValueError(f"{lasting} cannot be undone")
    return {}


def _decided(decision: Decision) -> GameColumns:
    return {"next_passed": decision.passed, "next_dealer": decision.dealer}


def _set_hand(session: Session, row: LogRow, cards: rules.Hand | None) -> None:
    """Put the hand of a change on the sheet with these cards, or strike it out without."""
    hand = update(Hand).where(Hand.id == row.hand_id)
    if cards is None:
        session.connection().execute(hand.values(struck=now()))
        return
    last_correction = (
        select(func.max(Change.at))
        .where(
            # Found among the few of its game, which have an index.
            Change.game_id == Hand.game_id,
            Change.hand_id == row.hand_id,
            Change.what == HandCorrected.what,
            Change.undone.is_(None),
        )
        .correlate(Hand)
        .scalar_subquery()
    )
    hand = hand.values(struck=None, corrected=last_correction, **columns_of(cards))
    session.connection().execute(hand)


def _set_player(
    session: Session, game: GameSnapshot, change: PlayerReplaced, *, back: bool
) -> None:
    """Give the seat to one of the two players, and keep the list of those who left in step."""
    # Since then two entries may have been found to be one person.
    former, successor = (
        final_player(session, session.get_one(Player, player_id))
        for player_id in (change.former_id, change.successor_id)
    )
    if back:
        # Changes are undone newest first: the last player who left this seat comes back.
        last = select(func.max(Substitution.id)).where(
            Substitution.game_id == game.id, Substitution.seat == change.seat
        )
        session.execute(delete(Substitution).where(Substitution.id == last.scalar_subquery()))
    else:
        leave(session, game, change.seat, former.id, change.last_line)
    sit_down(session, game, change.seat, former if back else successor)
