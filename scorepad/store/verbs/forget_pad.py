"""Deletion of a whole pad for good: out of everybody's reach at once, and then piece by piece.

As all of :mod:`scorepad.store.verbs.forget`, it cannot be undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from scorepad.store.base import count, now
from scorepad.store.chores import delete_later, sweep_later
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.recount import forget_figures
from scorepad.store.models import Change, Device, Game, Hand, Pad, Pen, PenLink, Player
from scorepad.store.secrets import new_address
from scorepad.store.verbs.forget import delete_games, delete_rows

# Each takes less than a tenth of a second. Smaller ones write the same pages more often.
_GAMES_AT_A_TIME: Final = 600
_FIGURES_AT_A_TIME: Final = 8_000
# How the address of a pad begins that is being deleted.
_DELETED: Final = "deleted "
# A pad of which something is left to delete: it is there no more for anybody.
IS_DELETED: Final = Pad.address.startswith(_DELETED)


@dataclass(frozen=True)
class Deletion:
    """How much is deleted with a pad."""

    games: int
    hands: int
    players: int
    pens: int


def deletion_of(connection: Connection, pad_id: int) -> Deletion:
    """How much there is to delete with a pad."""
    games = select(Game.id).where(Game.pad_id == pad_id)
    return Deletion(
        games=count(connection, Game, Game.pad_id == pad_id),
        hands=count(connection, Hand, Hand.game_id.in_(games)),
        players=count(connection, Player, Player.pad_id == pad_id),
        pens=count(connection, Pen, Pen.pad_id == pad_id),
    )


def delete_pad(session: Session, pad: Pad) -> Deletion:
    """Delete a pad and all that is in it, and the devices that hold or held no other pen.

    One with many games is only put out of everybody's reach, and the rest is left as a chore: then
    :func:`delete_piece` is called until nothing is left, so that others can write in between.
    """
    session.refresh(pad, with_for_update=True)
    pad_id = pad.id
    deletion = deletion_of(session.connection(), pad_id)
    pad.name = None
    # Nobody can ask for an address with a blank.
    pad.address = _DELETED + new_address()
    session.flush()
    session.execute(
        update(Pen)
        .where(Pen.pad_id == pad_id, Pen.withdrawn.is_(None))
        .values(withdrawn=now())
        .execution_options(synchronize_session=False)
    )
    delete_rows(session, PenLink, PenLink.pad_id == pad_id)
    session.expunge_all()
    if deletion.games > _GAMES_AT_A_TIME:
        delete_later(session)
    else:
        while delete_piece(session, pad_id):
            pass
    return deletion


def deleted_pads(connection: Connection) -> Sequence[int]:
    """The pads of which something is left to delete."""
    return connection.scalars(select(Pad.id).where(IS_DELETED)).all()


def delete_piece(session: Session, pad_id: int) -> bool:
    """Delete some of such a pad, or what is left when it holds nothing more; whether there is more.

    Somebody else may do so, too: one after the other.
    """
    locked = select(Pad.id).where(Pad.id == pad_id).with_for_update()
    if session.scalar(locked) is None:
        return False
    if _delete_some_figures(session, pad_id):
        return True
    first = select(Game.id).where(Game.pad_id == pad_id).order_by(Game.number)
    if games := session.scalars(first.limit(_GAMES_AT_A_TIME)).all():
        delete_games(session, games)
        return True
    devices = session.scalars(select(Pen.device_id).where(Pen.pad_id == pad_id)).all()
    forget_figures(session, pad_id)
    for model in (Change, Player, Pen):
        delete_rows(session, model, model.pad_id == pad_id)
    delete_rows(session, Pad, Pad.id == pad_id)
    elsewhere = select(Pen.id).where(Pen.device_id == Device.id).exists()
    delete_rows(session, Device, Device.id.in_(devices), ~elsewhere)
    sweep_later(session)
    return False


def _delete_some_figures(session: Session, pad_id: int) -> bool:
    """Delete some results or outcomes of a pad's games; whether there were any.

    One player's results after another's, as their indexes have them: those of some games lie all
    over these, and take twice as long. Found by where the last of them is, and not each by its key.
    """
    players = select(Player.id).where(Player.pad_id == pad_id)
    results = PlayerResult.player_id.in_(players)
    by_player = (PlayerResult.player_id, PlayerResult.started)
    if last := session.execute(_last_of_some(results, *by_player)).one_or_none():
        player, started = last
        results = PlayerResult.player_id.in_(players.where(Player.id <= player)) & (
            (PlayerResult.player_id < player) | (PlayerResult.started <= started)
        )
    outcomes = GameOutcome.pad_id == pad_id
    if delete_rows(session, PlayerResult, results):
        return True
    if last := session.execute(_last_of_some(outcomes, GameOutcome.started)).one_or_none():
        outcomes &= GameOutcome.started <= last.started
    return delete_rows(session, GameOutcome, outcomes)


def _last_of_some(
    which: ColumnElement[bool], *order: InstrumentedAttribute[Any]
) -> Select[tuple[Any, ...]]:
    """The last of as many rows as are deleted at a time; none if there are not so many."""
    return select(*order).where(which).order_by(*order).offset(_FIGURES_AT_A_TIME - 1).limit(1)
