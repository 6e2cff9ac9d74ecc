"""Undo takes back the last thing done with a game, whatever it was; redo does it again.

Both go by the log: every line says in full what was there before and after. What was taken back
can be done again until something new is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorepad.store.base import now
from scorepad.store.games import from_log, rules_of, sheet_of, write
from scorepad.store.log import What, note
from scorepad.store.models import Change, Device, Game, Hand, Player, Substitution
from scorepad.store.writing import expect, lock, settle

_STEPS: Final[tuple[What, ...]] = ("undo", "redo")
# A game that was started stays started; it can be put into the bin.
_LASTING: Final[tuple[What, ...]] = ("game", *_STEPS)

Side = Mapping[str, Any] | None


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
        _go(session, game, change, change.after, change.before)
        _finish(session, game, device, change, "undo")
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
        _go(session, game, change, change.before, change.after)
        _finish(session, game, device, change, "redo")
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
        Change.game_id == game.id, Change.what == "undo", Change.id > newest
    )
    undone = select(Change).where(Change.id.in_(since), Change.undone.is_not(None))
    return session.scalar(undone.order_by(Change.id).limit(1))


def undone_by(session: Session, step: Change) -> dict[int, Change]:
    """What an undo took back or a redo did again, by its id; empty for anything else."""
    change = None if step.undoes is None else session.get(Change, step.undoes)
    return {} if change is None else {change.id: change}


def _finish(session: Session, game: Game, device: Device, change: Change, step: What) -> None:
    hand = None if change.hand_id is None else session.get_one(Hand, change.hand_id)
    session.flush()
    session.expire(game, ["hands"])
    settle(session, game, sheet_of(game))
    before, after = (
        (change.after, change.before) if step == "undo" else (change.before, change.after)
    )
    line = note(
        session,
        step,
        pad=game.pad,
        device=device,
        game=game,
        hand=hand,
        before=before,
        after=after,
    )
    line.undoes = change.id


def _go(session: Session, game: Game, change: Change, old: Side, new: Side) -> None:
    """Bring what a change was about from one of its sides to the other."""
    if change.hand_id is not None:
        _set_hand(session, game, session.get_one(Hand, change.hand_id), new)
    if change.what == "player":
        _set_player(session, game, old or {}, new or {})
    for decided in ("next_passed", "next_dealer"):
        if new and decided in new:
            setattr(game, decided, new[decided])
    for moment in ("stopped", "binned"):
        if new and moment in new:
            setattr(game, moment, new[moment] and datetime.fromisoformat(new[moment]))


def _set_hand(session: Session, game: Game, hand: Hand, new: Side) -> None:
    """Put the hand on the sheet with these cards, or take it from there if there are none."""
    if new is None or "hearts" not in new:
        hand.struck = now()
        return
    hand.struck = None
    write(hand, from_log(new), rules_of(game))
    hand.corrected = session.scalar(
        select(func.max(Change.at)).where(
            Change.hand_id == hand.id, Change.what == "correction", Change.undone.is_(None)
        )
    )


def _set_player(
    session: Session, game: Game, old: Mapping[str, Any], new: Mapping[str, Any]
) -> None:
    """Give a seat to the player of the new side, and keep the list of those who left in step."""
    seat = game.seats[new["seat"]]
    if "last_line" in new:
        left = Substitution(
            game_id=game.id,
            seat=seat.seat,
            last_line=new["last_line"],
            player_id=old["player_id"],
        )
        session.add(left)
    else:
        # Things are undone newest first: the latest to leave this seat is the one that comes back.
        latest = select(Substitution).where(
            Substitution.game_id == game.id, Substitution.seat == seat.seat
        )
        session.delete(session.scalars(latest.order_by(Substitution.id.desc())).first())
    seat.player = session.get_one(Player, new["player_id"])
