"""Rows by the thousand: made ready before anybody is kept from writing, for the driver to take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import JSON, Connection, Dialect
from sqlalchemy.exc import DBAPIError

from scorepad.store.base import Base, table, to_json

# The values of a row in the form that the driver takes, and of many rows.
Ready: TypeAlias = tuple[Any, ...]
Packed: TypeAlias = list[Ready] | str

_ESCAPED: Final = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


class Bulk:
    """Rows for these columns of a table: inserted all at once, or copied where there is COPY."""

    def __init__(self, model: type[Base], columns: Sequence[str], dialect: Dialect) -> None:
        rows = table(model)
        self._copies = dialect.name == "postgresql"
        names = ", ".join(f'"{name}"' for name in columns)
        marks = ", ".join("?" for _ in columns)
        self._insert = f"INSERT INTO {rows.name} ({names}) VALUES ({marks})"  # noqa: S608 (names of ours)
        self._copy = f"COPY {rows.name} ({names}) FROM STDIN"
        self._processors: list[Callable[[Any], Any] | None] = [
            # The driver's own form of JSON is not that of COPY.
            None
            if self._copies and isinstance(rows.c[name].type, JSON)
            else rows.c[name].type.dialect_impl(dialect).bind_processor(dialect)
            for name in columns
        ]

    def ready(self, values: Iterable[object]) -> Ready:
        """A row's values, in the order of the columns."""
        processed = (
            value if process is None else process(value)
            for value, process in zip(values, self._processors, strict=True)
        )
        return tuple(map(_text, processed) if self._copies else processed)

    def pack(self, rows: list[Ready]) -> Packed:
        """Rows, as :meth:`write` takes them."""
        return "".join(["\t".join(row) + "\n" for row in rows]) if self._copies else rows

    def write(self, connection: Connection, rows: Packed) -> None:
        """Write them."""
        if isinstance(rows, str):
            _copy(connection, self._copy, rows)
        else:
            connection.exec_driver_sql(self._insert, rows)


def _text(value: object) -> str:
    if value is None:
        return "\\N"
    if isinstance(value, str):
        return value.translate(_ESCAPED)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Mapping | list):
        return to_json(value).translate(_ESCAPED)
    return str(value)


def _copy(connection: Connection, statement: str, lines: str) -> None:
    driver_error: type[Exception] = connection.dialect.loaded_dbapi.Error
    cursor: Any = connection.connection.cursor()
    try:
        with cursor, cursor.copy(statement) as copy:
            copy.write(lines)
    except driver_error as error:
        # As SQLAlchemy reports it.
        raise DBAPIError.instance(
            statement, None, error, driver_error, hide_parameters=True
        ) from error
