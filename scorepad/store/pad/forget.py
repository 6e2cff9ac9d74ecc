"""Deletion for good, with every name in it (product.md, "Forgetting").

Nothing here can be undone. SQLite overwrites what is deleted in its file; after the commit its log
is emptied. That of a whole pad: :mod:`scorepad.store.pad.forget`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, Connection, CursorResult, delete, select, update
from sqlalchemy.orm import Session

from scorepad.store.base import Base, count, now
from scorepad.store.errors import NotBinnedError
from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.game.writing import check_revision
from scorepad.store.log.changes import (
    PLAYERS_KINDS,
    GameDeleted,
    PlayerReplaced,
    PlayersMerged,
    players_change_of,
)
from scorepad.store.log.rows import log_change
from scorepad.store.models import (
    Change,
    Device,
    Game,
    Hand,
    Pad,
    Pen,
    PenLink,
    Player,
    Seat,
    Substitution,
)
from scorepad.store.pad.pens import clear_old_links
from scorepad.store.pad.players import final_player

# How long a device without a pen is remembered: the log still shows its name.
_DEVICE_MEMORY: Final = timedelta(days=365)
_FORGETS: Final = "scorepad_forgets"


def delete_game(session: Session, game: GameSnapshot, device_id: int, *, revision: int) -> None:
    """Delete a game in the bin, with its log, and the players of no other game.

    Raises :class:`~scorepad.store.errors.StaleError` if it was changed since, and
    :class:`NotBinnedError`.
    """
    check_revision(game, revision, binned=True)
    if game.binned is None:
        raise NotBinnedError
    delete_games(session, [game.id])
    _delete_players(session, game.pad_id)
    log_change(session, GameDeleted(game.number), game.pad_id, device_id)
    leave_no_trace(session)


def tidy(session: Session) -> None:
    """Clear away links that are too old, and devices that held no pen for a year."""
    clear_old_links(session)
    long_ago = now() - _DEVICE_MEMORY
    since = select(Pen.id).where(
        Pen.device_id == Device.id, Pen.withdrawn.is_(None) | (Pen.withdrawn > long_ago)
    )
    unused = select(Device.id).where(Device.created < long_ago, ~since.exists())
    device_ids = session.scalars(unused).all()
    if not device_ids:
        return
    # Whatever they wrote is in the pads of their pens.
    pads = select(Pen.pad_id).where(Pen.device_id.in_(device_ids))
    theirs = update(Change).where(Change.pad_id.in_(pads), Change.device_id.in_(device_ids))
    session.connection().execute(theirs.values(device_id=None))
    delete_rows(session, PenLink, PenLink.device_id.in_(device_ids))
    delete_rows(session, Pen, Pen.device_id.in_(device_ids))
    delete_rows(session, Device, Device.id.in_(device_ids))
    # The pens had names.
    leave_no_trace(session)


def _delete_players(session: Session, pad_id: int) -> None:
    """Delete the players of no game, with their other names and what the log says of these."""
    seat = select(Seat.player_id).where(Seat.player_id == Player.id).exists()
    left = select(Substitution.player_id).where(Substitution.player_id == Player.id).exists()
    unseated = select(Player.id).where(
        Player.pad_id == pad_id, Player.merged_into.is_(None), ~seat, ~left
    )
    unseated_ids = set(session.scalars(unseated))
    if not unseated_ids:
        # Looks through the log only if it must.
        return
    unseated_ids -= _players_undo_may_seat(session, pad_id)
    entries = session.scalars(select(Player).where(Player.pad_id == pad_id)).all()
    gone = {each.id for each in entries if final_player(session, each).id in unseated_ids}
    if not gone:
        return
    rows = select(Change).where(Change.pad_id == pad_id, Change.what.in_(PLAYERS_KINDS))
    about = [row.id for row in session.scalars(rows) if gone & _players_in(row)]
    delete_rows(session, Change, Change.undoes.in_(about))
    delete_rows(session, Change, Change.id.in_(about))
    # The database checks which entry is another name of which.
    theirs = update(Player).where(Player.id.in_(gone)).values(merged_into=None)
    session.connection().execute(theirs)
    delete_rows(session, Player, Player.id.in_(gone))


def _players_in(row: Change) -> set[int]:
    change = players_change_of(row)
    if isinstance(change, PlayersMerged):
        return {change.player_id, change.into_id}
    return {change.player_id}


def _players_undo_may_seat(session: Session, pad_id: int) -> set[int]:
    """The players to whom an undo or a redo may still give a seat in another game of the pad."""
    rows = select(Change).where(Change.pad_id == pad_id, Change.what == PlayerReplaced.what)
    changes = [PlayerReplaced.from_json(row.before, row.after) for row in session.scalars(rows)]
    players = {each.former_id for each in changes} | {each.successor_id for each in changes}
    rows_of_players = (session.get(Player, player) for player in players)
    return {final_player(session, row).id for row in rows_of_players if row is not None}


def leave_no_trace(session: Session) -> None:
    """Have SQLite's log emptied after the commit: this transaction deletes names."""
    session.info[_FORGETS] = True


def forgets(session: Session) -> bool:
    """Whether the session has deleted names since this was last asked."""
    return bool(session.info.pop(_FORGETS, False))


def delete_games(session: Session, ids: Sequence[int]) -> None:
    """Delete games, and everything that belongs to them, referring rows first.

    By their ids: for those of a query, a server looks through all hands and changes that there are.
    """
    for model in (PlayerResult, GameOutcome, Change, Hand, Substitution, Seat):
        delete_rows(session, model, model.game_id.in_(ids))
    delete_rows(session, Game, Game.id.in_(ids))


def delete_rows(session: Session, model: type[Base], *which: ColumnElement[bool]) -> bool:
    """Delete rows behind the session's back; whether there were any."""
    statement = delete(model).where(*which).execution_options(synchronize_session=False)
    return cast("CursorResult[Any]", session.execute(statement)).rowcount > 0


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
    """Delete a pad and all that is in it, and the devices that hold or held no other pen."""
    session.refresh(pad, with_for_update=True)
    pad_id = pad.id
    deletion = deletion_of(session.connection(), pad_id)
    games = session.scalars(select(Game.id).where(Game.pad_id == pad_id)).all()
    devices = session.scalars(select(Pen.device_id).where(Pen.pad_id == pad_id)).all()
    session.expunge_all()
    delete_games(session, games)
    for model in (PenLink, Change, Player, Pen):
        delete_rows(session, model, model.pad_id == pad_id)
    delete_rows(session, Pad, Pad.id == pad_id)
    elsewhere = select(Pen.id).where(Pen.device_id == Device.id).exists()
    delete_rows(session, Device, Device.id.in_(devices), ~elsewhere)
    leave_no_trace(session)
    return deletion
