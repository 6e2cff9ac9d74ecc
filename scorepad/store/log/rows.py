"""The log as pages read it: immutable rows, by statements built once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Executable, and_, bindparam, func, select
from sqlalchemy.orm import aliased

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import (
    KINDS,
    LASTING,
    PLAYERS_KINDS,
    STEPS,
    PlayersMerged,
    Undone,
)
from scorepad.store.log.sides import Json, LogRow
from scorepad.store.models import NO_RECORDED_HAND, Change, Hand, Pen
from scorepad.store.page import Page, page_of

# How many changes of players a page shows.
_PLAYERS_AT_A_TIME: Final = 20


@dataclass(frozen=True)
class Steps:
    """The changes that undo and redo would apply to; ``None`` for nothing."""

    undo: LogRow | None
    redo: LogRow | None


_LOG: Final = (
    select(
        *(Change.id, Change.at, Change.what, Change.before, Change.after),
        *(Change.undone, Change.undoes, Change.device_id, Change.hand_id),
        Hand.line,
        Pen.name,
    )
    .select_from(Change)
    .outerjoin(Hand, Change.hand_id == Hand.id)
    .outerjoin(Pen, and_(Pen.device_id == Change.device_id, Pen.pad_id == Change.pad_id))
)
_ROWS: Final = _LOG.where(Change.game_id == bindparam("game_id"))
_ALL: Final = _ROWS.order_by(Change.id)


def log_rows(connection: Connection, game_id: int) -> list[LogRow]:
    """The log of a game, oldest first."""
    rows = connection.execute(_ALL, {"game_id": game_id}).all()
    return [LogRow(*row) for row in rows]


_NEWEST: Final = _ROWS.order_by(Change.id.desc()).limit(bindparam("most"))


def newest_rows(connection: Connection, game_id: int, most: int) -> list[LogRow]:
    """The last rows of a game's log, oldest first, ``most`` at most."""
    rows = connection.execute(_NEWEST, {"game_id": game_id, "most": most}).all()
    return [LogRow(*row) for row in rows][::-1]


# The row that a step steps over, beside its own.
_Original: Final = aliased(Change)
_CHANGED_NAMES: Final = (
    select(
        Change.id,
        Change.what,
        Change.before,
        Change.after,
        func.coalesce(_Original.what, Change.what).label("kind"),
    )
    .select_from(Change)
    .outerjoin(_Original, Change.undoes == _Original.id)
    .where(
        Change.pad_id == bindparam("pad_id"),
        Change.game_id.is_(None),
        NO_RECORDED_HAND,
        Change.what.in_((*PLAYERS_KINDS, *STEPS)),
        Change.id > bindparam("since"),
    )
    .order_by(Change.id.desc())
    .limit(bindparam("most"))
)


def rows_since(
    connection: Connection, game: GameSnapshot, revision: int, most: int
) -> list[LogRow]:
    """The rows of a game's log since a revision, oldest first, the last ``most`` at most.

    Every revision has a row, in the log of the game or, if its pages show another name since, in
    that of its pad's players.
    """
    since = game.revision - revision
    if since <= 0:
        return []
    rows = newest_rows(connection, game.id, min(since, most))
    parameters = {"pad_id": game.pad_id, "since": rows[0].id, "most": since}
    names = connection.execute(_CHANGED_NAMES, parameters)
    other_names = [
        row.id for row in names if _may_show_name(game, row.what, row.before, row.after, row.kind)
    ]
    newest = sorted([*(row.id for row in rows), *other_names])[-since:]
    return [row for row in rows if row.id in newest]


def _may_show_name(
    game: GameSnapshot, what: str, before: Json | None, after: Json | None, kind: str
) -> bool:
    """Whether pages of a game may show another name after a change of players, or a step over one.

    ``kind``: of the change itself. Whoever was renamed may have been merged since, so that is not
    looked at: rather a row too few than somebody's own hand taken for one that was saved meanwhile.
    """
    sides = (after, before) if what == Undone.what else (before, after)
    match KINDS[kind].from_json(*sides):
        case PlayersMerged(games=games):
            return game.number in games
    return True


_UNDOABLE: Final = (
    _ROWS.where(Change.what.not_in(LASTING), Change.undone.is_(None))
    .order_by(Change.id.desc())
    .limit(1)
)
# The oldest of all changes undone since the newest new change.
_NEWEST_NEW: Final = (
    select(func.max(Change.id))
    .where(Change.game_id == bindparam("game_id"), Change.what.not_in(STEPS))
    .scalar_subquery()
)
_UNDONE_SINCE: Final = select(Change.undoes).where(
    Change.game_id == bindparam("game_id"),
    Change.what == Undone.what,
    Change.id > _NEWEST_NEW,
)
_REDOABLE: Final = _ROWS.where(
    Change.id
    == select(func.min(_Original.id))
    .where(_Original.id.in_(_UNDONE_SINCE), _Original.undone.is_not(None))
    .scalar_subquery()
)


def steps(connection: Connection, game_id: int) -> Steps:
    """The current steps of undo and redo."""
    newest: Sequence[LogRow] = newest_rows(connection, game_id, 1)
    # Nearly always the newest row is a new change: undo takes it back, and there is no redo.
    if newest and newest[0].what not in STEPS:
        return Steps(None if newest[0].what in LASTING else newest[0], None)
    return _steps(connection, _UNDOABLE, _REDOABLE, {"game_id": game_id})


def rows_by_id(connection: Connection, game_id: int, ids: Sequence[int]) -> dict[int, LogRow]:
    """Some lines of a game's log, by id."""
    if not ids:
        return {}
    rows = connection.execute(_ROWS.where(Change.id.in_(ids)), {"game_id": game_id})
    return {row.id: LogRow(*row) for row in rows}


_CHANGES_OF_PLAYERS: Final = (
    Change.pad_id == bindparam("pad_id"),
    NO_RECORDED_HAND,
    Change.what.in_(PLAYERS_KINDS),
)
_OF_PLAYERS: Final = (
    _LOG.where(*_CHANGES_OF_PLAYERS).order_by(Change.id.desc()).limit(_PLAYERS_AT_A_TIME + 1)
)
_OF_PLAYERS_BEFORE: Final = _OF_PLAYERS.where(Change.id < bindparam("before"))


def players_log(connection: Connection, pad_id: int, before: int | None = None) -> Page[LogRow]:
    """The changes of a pad's players, newest first, older than the one with the id ``before``."""
    statement = _OF_PLAYERS if before is None else _OF_PLAYERS_BEFORE
    rows = connection.execute(statement, {"pad_id": pad_id, "before": before})
    return page_of([LogRow(*row) for row in rows], _PLAYERS_AT_A_TIME)


_PLAYERS_UNDOABLE: Final = (
    _LOG.where(*_CHANGES_OF_PLAYERS, Change.undone.is_(None)).order_by(Change.id.desc()).limit(1)
)
_PLAYERS_UNDONE_SINCE: Final = select(Change.undoes).where(
    Change.undoes.in_(select(Change.id).where(*_CHANGES_OF_PLAYERS)),
    Change.what == Undone.what,
    Change.id > select(func.max(Change.id)).where(*_CHANGES_OF_PLAYERS).scalar_subquery(),
)
_PLAYERS_REDOABLE: Final = (
    _LOG.where(Change.id.in_(_PLAYERS_UNDONE_SINCE), Change.undone.is_not(None))
    .order_by(Change.id)
    .limit(1)
)


def players_steps(connection: Connection, pad_id: int) -> Steps:
    """The current steps of undo and redo among the changes of a pad's players."""
    return _steps(connection, _PLAYERS_UNDOABLE, _PLAYERS_REDOABLE, {"pad_id": pad_id})


def _steps(
    connection: Connection, undoable: Executable, redoable: Executable, whose: Mapping[str, int]
) -> Steps:
    """The first row that each of these statements finds."""
    undo, redo = (
        next((LogRow(*row) for row in connection.execute(each, whose)), None)
        for each in (undoable, redoable)
    )
    return Steps(undo, redo)
