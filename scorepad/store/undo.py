"""Undo takes back the last change of a game, whatever it was; redo makes it again.

Both use the log: every row has the full state before and after a change. An undone change can be
redone until there is a new change.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.names import same_name
from scorepad.store.as_rules import ruleset_of, sheet_of, write_cards
from scorepad.store.base import now
from scorepad.store.changes import (
    Decision,
    GameBinned,
    GameReopened,
    GameStopped,
    GameUnbinned,
    HandCorrected,
    HandRecorded,
    HandRemoved,
    NextHandDecided,
    PlayerReplaced,
    Redone,
    Undone,
    change_of,
)
from scorepad.store.log import log_change
from scorepad.store.log_rows import steps
from scorepad.store.models import Change, Device, Game, Hand, Player, Substitution
from scorepad.store.pads import final_player
from scorepad.store.writing import expect, finish_change, lock

Step: TypeAlias = Undone | Redone


class StepResult(NamedTuple):
    """The kind of the change that was undone or redone, and the sheet afterwards."""

    what: str
    sheet: rules.Sheet


def undo(session: Session, game: Game, device: Device, *, revision: int) -> StepResult | None:
    """Undo the last change; ``None`` if there is nothing to undo.

    Works in the bin too: putting the game there is a change as well. Raises
    :class:`~scorepad.store.errors.StaleError` if the game went on since the writer saw it, and
    :class:`~scorepad.rules.RulesError` if the sheet could not be worked out afterwards.
    """
    lock(session, game)
    expect(game, revision, binned=True)
    if (step := steps(session, game.id).undo) is None:
        return None
    row = session.get_one(Change, step.id)
    row.undone = now()
    _apply(session, game, row, back=True)
    return _finish(session, game, device, row, Undone(row.after, row.before))


def redo(session: Session, game: Game, device: Device, *, revision: int) -> StepResult | None:
    """Make the change again that was undone last; ``None`` if there is none.

    Raises as :func:`undo` does.
    """
    lock(session, game)
    expect(game, revision, binned=True)
    if (step := steps(session, game.id).redo) is None:
        return None
    row = session.get_one(Change, step.id)
    row.undone = None
    _apply(session, game, row, back=False)
    return _finish(session, game, device, row, Redone(row.before, row.after))


def _finish(session: Session, game: Game, device: Device, row: Change, step: Step) -> StepResult:
    sheet = sheet_of(game)
    finish_change(session, game, sheet)
    log_change(session, step, game, device, hand=row.hand, undoes=row.id)
    return StepResult(row.what, sheet)


def _apply(session: Session, game: Game, row: Change, *, back: bool) -> None:
    """Make a change again, or undo it with ``back``."""
    match change_of(row):
        case HandRecorded(hand, decision):
            _set_hand(session, row, None if back else hand, game)
            if decision is not None:
                _decide(game, decision if back else Decision())
        case HandCorrected(before, after):
            _set_hand(session, row, before if back else after, game)
        case HandRemoved(hand):
            _set_hand(session, row, hand if back else None, game)
        case NextHandDecided(before, after):
            _decide(game, before if back else after)
        case GameStopped(at):
            game.stopped = None if back else at
        case GameReopened(at):
            game.stopped = at if back else None
        case GameBinned(at):
            game.binned = None if back else at
        case GameUnbinned(at):
            game.binned = at if back else None
        case PlayerReplaced() as change:
            _set_player(session, game, change, back=back)
        case lasting:
            raise ValueError(f"{lasting} cannot be undone")


def _decide(game: Game, decision: Decision) -> None:
    game.next_passed, game.next_dealer = decision.passed, decision.dealer


def _set_hand(session: Session, row: Change, cards: rules.Hand | None, game: Game) -> None:
    """Put the hand of a change on the sheet with these cards, or strike it out without."""
    hand = session.get_one(Hand, row.hand_id)
    if cards is None:
        hand.struck = now()
        return
    hand.struck = None
    write_cards(hand, cards, ruleset_of(game))
    hand.corrected = session.scalar(
        select(func.max(Change.at)).where(
            Change.hand_id == hand.id,
            Change.what == HandCorrected.what,
            Change.undone.is_(None),
        )
    )


def _set_player(session: Session, game: Game, change: PlayerReplaced, *, back: bool) -> None:
    """Give the seat to one of the two players, and keep the list of those who left in step."""
    if back:
        # Changes are undone newest first: the last player who left this seat comes back.
        latest = [left for left in game.substitutions if left.seat == change.seat][-1]
        game.substitutions.remove(latest)
    else:
        game.substitutions.append(
            Substitution(
                seat=change.seat,
                last_line=change.last_line,
                player_id=final_player(session, session.get_one(Player, change.former_id)).id,
            )
        )
    player_id = change.former_id if back else change.successor_id
    # Since then two entries may have been found to be one person.
    player = final_player(session, session.get_one(Player, player_id))
    for other in game.seats:
        if other.player_id == player.id and other.seat != change.seat:
            fault = same_name(other.seat)
            raise rules.RulesError(f"players[{change.seat}]", fault.text, **fault.values)
    game.seats[change.seat].player = player
