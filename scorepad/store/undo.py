"""Undo takes back the last thing done with a game, whatever it was; redo does it again.

Both go by the log: every line says in full what was there before and after. What was taken back
can be done again until something new is done.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.base import now
from scorepad.store.changes import (
    GameBinned,
    GameReopened,
    GameStarted,
    GameStopped,
    GameUnbinned,
    HandCorrected,
    HandRecorded,
    HandRemoved,
    NextHand,
    NextHandDecided,
    PlayerReplaced,
    Redone,
    Undone,
    change_of,
)
from scorepad.store.games import rules_of, sheet_of, write
from scorepad.store.log import note
from scorepad.store.models import Change, Device, Game, Hand, Player, Substitution
from scorepad.store.writing import expect, lock, settle

Step: TypeAlias = Undone | Redone

_STEPS: Final = (Undone.what, Redone.what)
# A game that was started stays started; it can be put into the bin.
_LASTING: Final = (GameStarted.what, *_STEPS)


def undo(session: Session, game: Game, device: Device, *, revision: int) -> Change | None:
    """Take back the last thing done and say which; ``None`` if there is nothing to take back.

    Works in the bin too, for putting the game there was a thing done. Raises
    :class:`~scorepad.store.errors.StaleError` if the game went on since the writer saw it, and
    :class:`~scorepad.rules.RulesError` if the sheet could not be worked out afterwards.
    """
    lock(session, game)
    expect(game, revision, binned=True)
    change = last_done(session, game)
    if change is not None:
        change.undone = now()
        _apply(session, game, change, back=True)
        _finish(session, game, device, change, Undone(change.after, change.before))
    return change


def redo(session: Session, game: Game, device: Device, *, revision: int) -> Change | None:
    """Do again what was taken back last and say what; ``None`` if there is no such thing.

    Raises as :func:`undo` does.
    """
    lock(session, game)
    expect(game, revision, binned=True)
    change = last_undone(session, game)
    if change is not None:
        change.undone = None
        _apply(session, game, change, back=False)
        _finish(session, game, device, change, Redone(change.before, change.after))
    return change


def last_done(session: Session, game: Game) -> Change | None:
    """What undo would take back: the newest thing done that is not undone."""
    done = select(Change).where(
        Change.game_id == game.id, Change.what.not_in(_LASTING), Change.undone.is_(None)
    )
    return session.scalar(done.order_by(Change.id.desc()).limit(1))


def last_undone(session: Session, game: Game) -> Change | None:
    """What redo would do again: of all that was undone since the newest new thing, the oldest."""
    newest = (
        select(func.max(Change.id))
        .where(Change.game_id == game.id, Change.what.not_in(_STEPS))
        .scalar_subquery()
    )
    since = select(Change.undoes).where(
        Change.game_id == game.id, Change.what == Undone.what, Change.id > newest
    )
    undone = select(Change).where(Change.id.in_(since), Change.undone.is_not(None))
    return session.scalar(undone.order_by(Change.id).limit(1))


def undone_by(session: Session, step: Change) -> dict[int, Change]:
    """What an undo took back or a redo did again, by its id; empty for anything else."""
    change = None if step.undoes is None else session.get(Change, step.undoes)
    return {} if change is None else {change.id: change}


def _finish(session: Session, game: Game, device: Device, line: Change, step: Step) -> None:
    hand = None if line.hand_id is None else session.get_one(Hand, line.hand_id)
    session.flush()
    session.expire(game, ["hands"])
    settle(session, game, sheet_of(game))
    note(session, step, pad=game.pad, device=device, game=game, hand=hand).undoes = line.id


def _apply(session: Session, game: Game, line: Change, *, back: bool) -> None:
    """Make a change again, or undo it with ``back``."""
    match change_of(line):
        case HandRecorded(hand, decision):
            _set_hand(session, game, line, None if back else hand)
            if decision is not None:
                _decide(game, decision if back else NextHand())
        case HandCorrected(before, after):
            _set_hand(session, game, line, before if back else after)
        case HandRemoved(hand):
            _set_hand(session, game, line, hand if back else None)
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


def _decide(game: Game, decision: NextHand) -> None:
    game.next_passed, game.next_dealer = decision.passed, decision.dealer


def _set_hand(session: Session, game: Game, line: Change, hand: rules.Hand | None) -> None:
    """Put the hand of a line on the sheet with these cards, or take it from there."""
    row = session.get_one(Hand, line.hand_id)
    if hand is None:
        row.struck = now()
        return
    row.struck = None
    write(row, hand, rules_of(game))
    row.corrected = session.scalar(
        select(func.max(Change.at)).where(
            Change.hand_id == row.id,
            Change.what == HandCorrected.what,
            Change.undone.is_(None),
        )
    )


def _set_player(session: Session, game: Game, change: PlayerReplaced, *, back: bool) -> None:
    """Give the seat to one of the two players, and keep the list of those who left in step."""
    seat = game.seats[change.seat]
    if back:
        # Things are undone newest first: the latest to leave this seat is the one that comes back.
        latest = select(Substitution).where(
            Substitution.game_id == game.id, Substitution.seat == change.seat
        )
        session.delete(session.scalars(latest.order_by(Substitution.id.desc())).first())
    else:
        substitution = Substitution(
            game_id=game.id,
            seat=change.seat,
            last_line=change.last_line,
            player_id=change.former_id,
        )
        session.add(substitution)
    player_id = change.former_id if back else change.successor_id
    seat.player = session.get_one(Player, player_id)
