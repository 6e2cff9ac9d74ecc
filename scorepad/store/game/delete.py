"""Deletion of a game for good, with the names that only it had."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorepad.store.errors import NotBinnedError
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
from scorepad.store.models import Change, Player, Seat, Substitution
from scorepad.store.pad.forget import delete_games, delete_rows, leave_no_trace
from scorepad.store.pad.players import final_player


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
