"""The declarative base and the column types that the models share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Generic, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    DateTime,
    MetaData,
    Table,
    func,
    select,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.types import TypeDecorator


class Base(DeclarativeBase):
    """Constraints are named, so that later migrations can find them on every database."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def table(model: type[Base]) -> Table:
    """The model's table: a statement about it does without the work that entities take."""
    return Base.metadata.tables[model.__tablename__]


# JSON without blanks, of which a tenth of a pad would be, and with letters as they are: escaped, an
# emoji takes twelve bytes.
to_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def count(connection: Connection | Session, model: type[Base], *which: ColumnElement[bool]) -> int:
    """How many rows of a table meet all of these conditions."""
    return connection.scalars(select(func.count()).select_from(model).where(*which)).one()


class Moment(TypeDecorator[datetime]):
    """A point in time, stored in UTC; SQLite would lose the offset."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From an aware time to the naive UTC time that is stored."""
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the stored time to an aware one."""
        return None if value is None else value.replace(tzinfo=UTC)


def now() -> datetime:
    """This moment, in whole seconds: nobody needs to know a hand's microsecond."""
    return datetime.now(UTC).replace(microsecond=0)


T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows of a list, and whether there are more behind them."""

    rows: Sequence[T]
    more: bool


def page_of(found: Sequence[T], most: int) -> Page[T]:
    """The first ``most`` rows; one more was looked for, which tells whether there are others."""
    return Page(found[:most], len(found) > most)
