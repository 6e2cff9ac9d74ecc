"""Deletion for good, with every name in it (product.md, "Forgetting").

Nothing here can be undone. SQLite overwrites deleted rows; :func:`sweep` clears any traces that are
left in its file.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, cast

from sqlalchemy import ColumnElement, Engine, ScalarSelect, delete, func, select, update
from sqlalchemy.orm import Session

from scorepad.store.base import Base, now
from scorepad.store.changes import (
    GameDeleted,
    PlayerRenamed,
    PlayerReplaced,
    PlayersMerged,
    change_of,
)
from scorepad.store.errors import NotBinnedError
from scorepad.store.figures.recount import forget_figures
from scorepad.store.log import log_change
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
from scorepad.store.pads import final_player
from scorepad.store.pens import clear_old_links
from scorepad.store.wal import stamp
from scorepad.store.writing import expect, lock

# How long a device without a pen is remembered: the log still shows its name.
_DEVICE_MEMORY: Final = timedelta(days=365)
_AT_A_TIME: Final = 1_000


@dataclass(frozen=True)
class Deletion:
    """How much was deleted."""

    games: int
    hands: int
    players: int
    pens: int


def delete_game(session: Session, game: Game, device: Device, *, revision: int) -> None:
    """Delete a game in the bin, with its log, and the players of no other game.

    Raises :class:`~scorepad.store.errors.StaleError` if it was changed since, and
    :class:`NotBinnedError`.
    """
    lock(session, game)
    expect(game, revision, binned=True)
    if game.binned is None:
        raise NotBinnedError
    pad, number = game.pad, game.number
    _delete_games(session, Game.id == game.id)
    session.expunge(game)
    _delete_players(session, pad)
    log_change(session, GameDeleted(number), pad, device)


def delete_pad(session: Session, pad: Pad) -> Deletion:
    """Delete a pad and all that is in it, and the devices that hold or held no other pen."""
    pad_id = pad.id
    session.refresh(pad, with_for_update=True)
    devices = session.scalars(select(Pen.device_id).where(Pen.pad_id == pad_id)).all()
    games = Game.pad_id == pad_id
    hands = select(func.count()).select_from(Hand).where(Hand.game_id.in_(_ids(games)))
    deletion = Deletion(
        games=session.scalar(select(func.count()).select_from(Game).where(games)) or 0,
        hands=session.scalar(hands) or 0,
        players=session.scalar(
            select(func.count()).select_from(Player).where(Player.pad_id == pad_id)
        )
        or 0,
        pens=len(devices),
    )
    forget_figures(session, pad_id)
    _delete(session, Change, Change.pad_id == pad_id)
    _delete_games(session, games)
    _delete(session, Player, Player.pad_id == pad_id)
    _delete(session, PenLink, PenLink.pad_id == pad_id)
    _delete(session, Pen, Pen.pad_id == pad_id)
    _delete(session, Pad, Pad.id == pad_id)
    elsewhere = select(Pen.id).where(Pen.device_id == Device.id).exists()
    _delete(session, Device, Device.id.in_(devices), ~elsewhere)
    session.expunge_all()
    return deletion


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


def sweep(engine: Engine) -> None:
    """Rewrite the database, so that nothing deleted is left in its file and log.

    A server such as PostgreSQL does so by itself. Needs as much room again as the database.
    """
    if engine.dialect.name != "sqlite":
        return
    # Not inside a transaction, as everything else is that goes through the engine.
    with closing(engine.raw_connection()) as connection:
        database = cast("sqlite3.Connection", connection.driver_connection)
        database.execute("VACUUM")
        # Like every other writer: a log without a stamp would seem to belong to an older file.
        database.execute("BEGIN IMMEDIATE")
        stamp(database)
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _delete_players(session: Session, pad: Pad) -> None:
    """Delete the players of no game, with their other names and what the log says of these."""
    seat = select(Seat.player_id).where(Seat.player_id == Player.id).exists()
    left = select(Substitution.player_id).where(Substitution.player_id == Player.id).exists()
    unseated = select(Player.id).where(
        Player.pad_id == pad.id, Player.merged_into.is_(None), ~seat, ~left
    )
    unseated_ids = set(session.scalars(unseated)) - _players_undo_may_seat(session, pad)
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
        Change.pad_id == pad.id,
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


def _players_undo_may_seat(session: Session, pad: Pad) -> set[int]:
    """The players to whom an undo or a redo may still give a seat in another game of the pad."""
    rows = select(Change).where(Change.pad_id == pad.id, Change.what == PlayerReplaced.what)
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
