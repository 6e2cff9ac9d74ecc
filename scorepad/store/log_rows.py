"""The log of a game as pages read it: immutable rows, by statements built once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import Session

from scorepad.store.changes import KINDS, LASTING, STEPS, PlayersMerged, Undone
from scorepad.store.changes.sides import Json
from scorepad.store.models import Change, Hand
from scorepad.store.players import PLAYERS_KINDS
from scorepad.store.snapshot import GameSnapshot, table

_CHANGES: Final = table(Change)
_HANDS: Final = table(Hand)
# The row that a step steps over, beside its own.
_ORIGINALS: Final = _CHANGES.alias()


@dataclass(frozen=True)
class LogRow:
    """A line of the log, as :class:`~scorepad.store.models.Change` has it.

    ``line``: the line of the hand that the change is about.
    """

    id: int
    at: datetime
    what: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None
    undone: datetime | None
    undoes: int | None
    device_id: int | None
    line: int | None


@dataclass(frozen=True)
class Steps:
    """The changes that undo and redo would apply to; ``None`` for nothing."""

    undo: LogRow | None
    redo: LogRow | None


_ROWS: Final = (
    select(
        *(
            _CHANGES.c[name]
            for name in ("id", "at", "what", "before", "after", "undone", "undoes", "device_id")
        ),
        _HANDS.c.line,
    )
    .select_from(_CHANGES.outerjoin(_HANDS, _CHANGES.c.hand_id == _HANDS.c.id))
    .where(_CHANGES.c.game_id == bindparam("game_id"))
)
_ALL: Final = _ROWS.order_by(_CHANGES.c.id)
_NEWEST: Final = _ROWS.order_by(_CHANGES.c.id.desc()).limit(bindparam("most"))
_NAMES: Final = (
    select(
        *(_CHANGES.c[name] for name in ("id", "what", "before", "after")),
        func.coalesce(_ORIGINALS.c.what, _CHANGES.c.what),
    )
    .select_from(_CHANGES.outerjoin(_ORIGINALS, _CHANGES.c.undoes == _ORIGINALS.c.id))
    .where(
        _CHANGES.c.pad_id == bindparam("pad_id"),
        _CHANGES.c.game_id.is_(None),
        _CHANGES.c.what.in_((*PLAYERS_KINDS, *STEPS)),
        _CHANGES.c.id > bindparam("since"),
    )
    .order_by(_CHANGES.c.id.desc())
    .limit(bindparam("most"))
)
_UNDOABLE: Final = (
    _ROWS.where(_CHANGES.c.what.not_in(LASTING), _CHANGES.c.undone.is_(None))
    .order_by(_CHANGES.c.id.desc())
    .limit(1)
)
# The oldest of all changes undone since the newest new change.
_NEWEST_NEW: Final = (
    select(func.max(_CHANGES.c.id))
    .where(_CHANGES.c.game_id == bindparam("game_id"), _CHANGES.c.what.not_in(STEPS))
    .scalar_subquery()
)
_UNDONE_SINCE: Final = select(_CHANGES.c.undoes).where(
    _CHANGES.c.game_id == bindparam("game_id"),
    _CHANGES.c.what == Undone.what,
    _CHANGES.c.id > _NEWEST_NEW,
)
_REDOABLE: Final = _ROWS.where(
    _CHANGES.c.id
    == select(func.min(_ORIGINALS.c.id))
    .where(_ORIGINALS.c.id.in_(_UNDONE_SINCE), _ORIGINALS.c.undone.is_not(None))
    .scalar_subquery()
)


def log_rows(session: Session, game_id: int) -> list[LogRow]:
    """The log of a game, oldest first."""
    rows = session.connection().execute(_ALL, {"game_id": game_id})
    return [_row(row) for row in rows]


def newest_rows(session: Session, game_id: int, most: int) -> list[LogRow]:
    """The last rows of a game's log, oldest first, ``most`` at most."""
    rows = session.connection().execute(_NEWEST, {"game_id": game_id, "most": most})
    return [_row(row) for row in rows][::-1]


def rows_since(
    session: Session, pad_id: int, game: GameSnapshot, revision: int, most: int
) -> list[LogRow]:
    """The rows of a game's log since a revision, oldest first, the last ``most`` at most.

    Every revision has a row, in the log of the game or, if its pages show another name since, in
    that of its pad's players.
    """
    since = game.revision - revision
    if since <= 0:
        return []
    rows = newest_rows(session, game.id, min(since, most))
    parameters = {"pad_id": pad_id, "since": rows[0].id, "most": since}
    names = session.connection().execute(_NAMES, parameters)
    other_names = [id_ for id_, *change in names if _may_show_name(game, *change)]
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


def steps(session: Session, game_id: int) -> Steps:
    """The current steps of undo and redo."""
    newest: Sequence[LogRow] = newest_rows(session, game_id, 1)
    # Nearly always the newest row is a new change: undo takes it back, and there is no redo.
    if newest and newest[0].what not in STEPS:
        return Steps(None if newest[0].what in LASTING else newest[0], None)
    connection = session.connection()
    parameters = {"game_id": game_id}
    undo, redo = (
        connection.execute(statement, parameters).one_or_none()
        for statement in (_UNDOABLE, _REDOABLE)
    )
    return Steps(undo and _row(undo), redo and _row(redo))


def rows_by_id(session: Session, game_id: int, ids: Sequence[int]) -> dict[int, LogRow]:
    """Some lines of a game's log, by id."""
    if not ids:
        return {}
    rows = session.connection().execute(_ROWS.where(_CHANGES.c.id.in_(ids)), {"game_id": game_id})
    return {row[0]: _row(row) for row in rows}


def _row(columns: Sequence[Any]) -> LogRow:
    return LogRow(*columns)
