"""The game that set a record; of equal ones, the earliest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import ColumnElement, ScalarSelect, SQLColumnExpression, func, select

from scorepad.store.figure_models import GameOutcome, PlayerResult
from scorepad.store.figures.seasons import within

# ``func.max`` or ``func.min``.
MaxOrMin: TypeAlias = Callable[[SQLColumnExpression[int | None]], ColumnElement[int | None]]


def extreme_of(
    column: SQLColumnExpression[int | None], extreme: MaxOrMin, *whose: ColumnElement[bool]
) -> ScalarSelect[int | None]:
    """The highest or lowest value of a column."""
    return select(extreme(column)).where(*whose, column.is_not(None)).scalar_subquery()


def first_game(
    rows: type[GameOutcome | PlayerResult],
    column: SQLColumnExpression[int | None],
    extreme: MaxOrMin,
    *whose: ColumnElement[bool],
) -> ScalarSelect[int]:
    """The id of the first game that reached the extreme value of a column of these rows.

    Games that were imported may have begun in the same second; then their ids tell, which are in
    the order of their numbers.
    """
    reached = (*whose, column == extreme_of(column, extreme, *whose))
    started = select(func.min(rows.started)).where(*reached).scalar_subquery()
    of_those = select(func.min(rows.game_id)).where(*reached, rows.started == started)
    return of_those.scalar_subquery()


def first_game_in_season(
    rows: type[GameOutcome | PlayerResult],
    column: SQLColumnExpression[int | None],
    extreme: MaxOrMin,
    *whose: ColumnElement[bool],
) -> ScalarSelect[int]:
    """The same among the games of a season alone."""
    # As a value that no index has: it is looked for among these games, not in all of the pad.
    value = func.coalesce(column, 0)
    of_season = (*whose, column.is_not(None), within(rows.started))
    reached = select(extreme(value)).where(*of_season).scalar_subquery()
    return (
        select(rows.game_id)
        .where(*of_season, value == reached)
        .order_by(rows.started, rows.game_id)
        .limit(1)
        .scalar_subquery()
    )
