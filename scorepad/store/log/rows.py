"""The log as pages read it: immutable rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypedDict, Unpack

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, func, insert, select
from sqlalchemy.orm import Session

from scorepad.store.base import Page, now, page_of
from scorepad.store.log.changes import (
    LASTING,
    PLAYERS_KINDS,
    STEPS,
    AnyChange,
    LogRow,
    Undone,
)
from scorepad.store.models import Change, Hand, Pen

# How many changes of a game a page shows, and how many of a pad's players.
_AT_A_TIME: Final = 100
_PLAYERS_AT_A_TIME: Final = 20


@dataclass(frozen=True)
class Steps:
    """The changes that undo and redo would apply to; ``None`` for nothing."""

    undo: LogRow | None
    redo: LogRow | None


_HAS_THIS_PEN: Final = and_(Pen.device_id == Change.device_id, Pen.pad_id == Change.pad_id)
# The rows, newest first.
_LOG: Final[Select[*tuple[Any, ...]]] = (
    select(
        *(Change.id, Change.at, Change.what, Change.before, Change.after),
        *(Change.undone, Change.undoes, Change.device_id, Change.hand_id, Change.act),
        Hand.line,
        Hand.entry_id,
        Pen.name,
    )
    .select_from(Change)
    .outerjoin(Hand, Change.hand_id == Hand.id)
    .outerjoin(Pen, _HAS_THIS_PEN)
    .order_by(Change.id.desc())
)


def _page(
    connection: Connection, log: Select[*tuple[Any, ...]], most: int, before: int | None
) -> Page[LogRow]:
    if before is not None:
        log = log.where(Change.id < before)
    return page_of([LogRow(*row) for row in connection.execute(log.limit(most + 1)).all()], most)


def log_page(connection: Connection, game_id: int, before: int | None = None) -> Page[LogRow]:
    """The log of a game, newest first, older than the row with the id ``before``."""
    return _page(connection, _LOG.where(Change.game_id == game_id), _AT_A_TIME, before)


_DEVICES: Final = (
    select(Change.device_id, Pen.name)
    .select_from(Change)
    .outerjoin(Pen, _HAS_THIS_PEN)
    .where(Change.game_id == bindparam("game"))
    .group_by(Change.device_id, Pen.name)
    .order_by(func.min(Change.id))
)


def devices_in_log(connection: Connection, game_id: int) -> Mapping[int | None, str | None]:
    """What the devices are called that changed a game, in the order in which they first did."""
    rows = connection.execute(_DEVICES, {"game": game_id})
    return {row.device_id: row.name for row in rows}


def rows_since(
    connection: Connection, game_id: int, revision: int, most: int | None = None
) -> list[LogRow]:
    """The rows of a game's log since a revision, oldest first, the last ``most`` at most."""
    # A writer may send a number that no column can hold.
    since = Change.revision > min(revision, 2**31 - 1)
    log = _LOG.where(Change.game_id == game_id, since).limit(most)
    return [LogRow(*row) for row in connection.execute(log).all()][::-1]


_NEWEST: Final = _LOG.where(Change.game_id == bindparam("game")).limit(1)


def steps(connection: Connection, game_id: int) -> Steps:
    """The current steps of undo and redo."""
    newest = connection.execute(_NEWEST, {"game": game_id}).one_or_none()
    # Nearly always the newest row is a new change: undo takes it back, and there is no redo.
    if newest is not None and newest.what not in STEPS:
        return Steps(None if newest.what in LASTING else LogRow(*newest), None)
    return _steps(connection, Change.game_id == game_id, Change.what.not_in(LASTING))


def players_steps(connection: Connection, pad_id: int) -> Steps:
    """The current steps of undo and redo among the changes of a pad's players."""
    of_pad = (Change.pad_id == pad_id) & Change.game_id.is_(None)
    return _steps(connection, of_pad, Change.what.in_(PLAYERS_KINDS))


def _steps(connection: Connection, which: ColumnElement[bool], new: ColumnElement[bool]) -> Steps:
    """The steps among rows of the log; ``new``: which of these are changes of their own."""
    newest_new = select(func.max(Change.id)).where(which, new).scalar_subquery()
    undone_since = select(Change.undoes).where(
        which, Change.what == Undone.what, Change.id > newest_new
    )
    undoable = _LOG.where(which, new, Change.undone.is_(None))
    # The oldest of all changes undone since the newest new change.
    redoable = _LOG.where(Change.id.in_(undone_since), Change.undone.is_not(None))
    return Steps(
        _first(connection, undoable),
        _first(connection, redoable.order_by(None).order_by(Change.id)),
    )


def rows_by_id(connection: Connection, game_id: int, ids: Sequence[int]) -> dict[int, LogRow]:
    """Some lines of a game's log, by id."""
    if not ids:
        return {}
    rows = connection.execute(_LOG.where(Change.game_id == game_id, Change.id.in_(ids)))
    return {row.id: LogRow(*row) for row in rows}


def players_log(connection: Connection, pad_id: int, before: int | None = None) -> Page[LogRow]:
    """The changes of a pad's players, newest first, older than the one with the id ``before``."""
    return _page(
        connection,
        _LOG.where(Change.pad_id == pad_id, Change.what.in_(PLAYERS_KINDS)),
        _PLAYERS_AT_A_TIME,
        before,
    )


def _first(connection: Connection, log: Select[*tuple[Any, ...]]) -> LogRow | None:
    row = connection.execute(log.limit(1)).one_or_none()
    return None if row is None else LogRow(*row)


class ChangeColumns(TypedDict, total=False):
    """What a row of the log says besides its change.

    ``game_id`` and ``revision``: the game that was changed, and its revision since. ``hand_id``:
    the hand that the change is about. ``undoes``: the row that an undo or a redo is about. ``act``:
    the id under which a phone's outbox sends it.
    """

    game_id: int | None
    revision: int | None
    hand_id: int | None
    undoes: int | None
    act: str | None


def log_change(
    session: Session,
    change: AnyChange,
    pad_id: int,
    device_id: int | None,
    **columns: Unpack[ChangeColumns],
) -> None:
    """Write a change into the log, after the session's other changes.

    ``device_id``: ``None`` on the server.
    """
    session.flush()
    row = change_row(change, pad_id, device_id, **columns)
    session.connection().execute(insert(Change), row)


def change_row(
    change: AnyChange, pad_id: int, device_id: int | None, **columns: Unpack[ChangeColumns]
) -> dict[str, object]:
    """The row of a change; arguments as of :func:`log_change`."""
    before, after = change.to_json()
    row = {"pad_id": pad_id, "device_id": device_id, "at": now(), "what": change.what}
    return {**row, "before": before, "after": after, **columns}
