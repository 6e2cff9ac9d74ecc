"""The game that set a record; of equal ones, the earliest."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, Table, func, select


def extreme_of(
    column: ColumnElement[Any], extreme: Any, *whose: ColumnElement[bool]
) -> ScalarSelect[Any]:
    """The highest or lowest value of a column (``extreme``: ``func.max`` or ``func.min``)."""
    return select(extreme(column)).where(*whose, column.is_not(None)).scalar_subquery()


def first_game(
    rows: Table, column: ColumnElement[Any], extreme: Any, *whose: ColumnElement[bool]
) -> ScalarSelect[int]:
    """The id of the first game that reached the extreme value of a column of these rows.

    Games that were imported may have begun in the same second; then their ids tell, which are in
    the order of their numbers.
    """
    reached = (*whose, column == extreme_of(column, extreme, *whose))
    started = select(func.min(rows.c.started)).where(*reached).scalar_subquery()
    of_those = select(func.min(rows.c.game_id)).where(*reached, rows.c.started == started)
    return of_those.scalar_subquery()
