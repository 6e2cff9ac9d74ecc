"""Deletion for good, with every name in it (product.md, "Forgetting").

Nothing here can be undone. Each deletion has the traces that it leaves in SQLite's file swept away
after its commit (:mod:`scorepad.store.database.sweeping`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement, ScalarSelect, delete, func, select, update
from sqlalchemy.orm import Session

from scorepad.store.base import Base, now
from scorepad.store.chores import sweep_later
from scorepad.store.errors import NotBinnedError
from scorepad.store.figures.recount import forget_figures
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import (
    GameDeleted,
    PlayerRenamed,
    PlayerReplaced,
    PlayersMerged,
    change_of,
)
from scorepad.store.log.log_change import log_change
from scorepad.store.models import (
    Change,
    Device,
    Game,
    GameOutcome,
    Hand,
    Pad,
    Pen,
    PenLink,
    Player,
    PlayerResult,
    Seat,
    Substitution,
)
from scorepad.store.secrets import new_address
from scorepad.store.verbs.pads import final_player
from scorepad.store.verbs.pens import clear_old_links
from scorepad.store.verbs.writing import check_revision

# How long a device without a pen is remembered: the log still shows its name.
_DEVICE_MEMORY: Final = timedelta(days=365)
_AT_A_TIME: Final = 1_000
# Takes a twentieth of a second.
_GAMES_AT_A_TIME: Final = 200
# How the address of a pad begins that is being deleted.
_DELETED: Final = "deleted "


@dataclass(frozen=True)
class Deletion:
    """How much is deleted with a pad."""

    games: int
    hands: int
    players: int
    pens: int


def delete_game(session: Session, game: GameSnapshot, device_id: int, *, revision: int) -> None:
    """Delete a game in the bin, with its log, and the players of no other game.

    Raises :class:`~scorepad.store.errors.StaleError` if it was changed since, and
    :class:`NotBinnedError`.
    """
    check_revision(game, revision, binned=True)
    if game.binned is None:
        raise NotBinnedError
    _delete_games(session, Game.id == game.id)
    _delete_players(session, game.pad_id)
    log_change(session, GameDeleted(game.number), game.pad_id, device_id)
    sweep_later(session)


def deletion_of(session: Session, pad: Pad) -> Deletion:
    """How much there is to delete with a pad."""
    games = select(Game.id).where(Game.pad_id == pad.id)
    counts = {
        "games": games,
        "hands": select(Hand.id).where(Hand.game_id.in_(games)),
        "players": select(Player.id).where(Player.pad_id == pad.id),
        "pens": select(Pen.id).where(Pen.pad_id == pad.id),
    }
    return Deletion(
        **{
            name: session.scalars(select(func.count()).select_from(rows.subquery())).one()
            for name, rows in counts.items()
        }
    )


def delete_pad(session: Session, pad: Pad) -> Deletion:
    """Delete a pad and all that is in it, and the devices that hold or held no other pen.

    One with many games is only put out of everybody's reach: then :func:`delete_piece` is called
    until nothing is left, so that others can write in between.
    """
    session.refresh(pad, with_for_update=True)
    deletion = deletion_of(session, pad)
    pad_id = pad.id
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
    _delete(session, PenLink, PenLink.pad_id == pad_id)
    session.expunge_all()
    if deletion.games <= _GAMES_AT_A_TIME:
        while delete_piece(session, pad_id):
            pass
    return deletion


def deleted_pads(session: Session) -> Sequence[int]:
    """The pads of which something is left to delete."""
    return session.scalars(select(Pad.id).where(Pad.address.startswith(_DELETED))).all()


def delete_piece(session: Session, pad_id: int) -> bool:
    """Delete some games of such a pad, or what is left when there are none; whether there is more.

    Somebody else may do so at the same time.
    """
    some = select(Game.id).where(Game.pad_id == pad_id).limit(_GAMES_AT_A_TIME)
    if games := session.scalars(some).all():
        _delete_games(session, Game.id.in_(games))
        return True
    devices = session.scalars(select(Pen.device_id).where(Pen.pad_id == pad_id)).all()
    forget_figures(session, pad_id)
    for model in (Change, Player, Pen):
        _delete(session, model, model.pad_id == pad_id)
    _delete(session, Pad, Pad.id == pad_id)
    elsewhere = select(Pen.id).where(Pen.device_id == Device.id).exists()
    _delete(session, Device, Device.id.in_(devices), ~elsewhere)
    sweep_later(session)
    return False


def tidy(session: Session) -> None:
    """Clear away links that are too old, and devices that held no pen for a year."""
    clear_old_links(session)
    long_ago = now() - _DEVICE_MEMORY
    since = select(Pen.id).where(
        Pen.device_id == Device.id, Pen.withdrawn.is_(None) | (Pen.withdrawn > long_ago)
    )
    device_ids = session.scalars(
        select(Device.id).where(Device.created < long_ago, ~since.exists()).limit(_AT_A_TIME)
    ).all()
    if not device_ids:
        return
    session.execute(update(Change).where(Change.device_id.in_(device_ids)).values(device_id=None))
    _delete(session, PenLink, PenLink.device_id.in_(device_ids))
    _delete(session, Pen, Pen.device_id.in_(device_ids))
    _delete(session, Device, Device.id.in_(device_ids))
    # The pens had names.
    sweep_later(session)


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
    # Those whose other names these are first: the database checks who refers to whom.
    generations = [unseated_ids]
    while generations[-1]:
        generations.append(
            set(session.scalars(select(Player.id).where(Player.merged_into.in_(generations[-1]))))
        )
    everybody = set().union(*generations)
    if not everybody:
        return
    rows = select(Change).where(
        Change.pad_id == pad_id,
        Change.what.in_((PlayerRenamed.what, PlayersMerged.what)),
    )
    about = [row.id for row in session.scalars(rows) if everybody & _players_in(row)]
    _delete(session, Change, Change.undoes.in_(about))
    _delete(session, Change, Change.id.in_(about))
    for generation in reversed(generations):
        _delete(session, Player, Player.id.in_(generation))


def _players_in(row: Change) -> set[int]:
    """The players whose names a row of the log is about."""
    match change_of(row):
        case PlayerRenamed(player_id):
            return {player_id}
        case PlayersMerged(player_id=player, into_id=into):
            return {player, into}
        case _:
            return set()


def _players_undo_may_seat(session: Session, pad_id: int) -> set[int]:
    """The players to whom an undo or a redo may still give a seat in another game of the pad."""
    rows = select(Change).where(Change.pad_id == pad_id, Change.what == PlayerReplaced.what)
    changes = [change_of(row) for row in session.scalars(rows)]
    players = {
        player
        for change in changes
        if isinstance(change, PlayerReplaced)
        for player in (change.former_id, change.successor_id)
    }
    rows_of_players = (session.get(Player, player) for player in players)
    return {final_player(session, row).id for row in rows_of_players if row is not None}


def _delete_games(session: Session, which: ColumnElement[bool]) -> None:
    """Delete games and everything that belongs to them, referring rows first."""
    for model in (Change, Hand, Substitution, Seat, PlayerResult, GameOutcome):
        _delete(session, model, model.game_id.in_(_ids(which)))
    _delete(session, Game, which)


def _ids(which: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(Game.id).where(which).scalar_subquery()


def _delete(session: Session, model: type[Base], *which: ColumnElement[bool]) -> None:
    session.execute(delete(model).where(*which).execution_options(synchronize_session=False))
