"""A row of the log, and its two sides: what was there before a change, and what is after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, Self, TypeAlias

Json: TypeAlias = Mapping[str, Any]
# Before and after; ``None`` where there was nothing.
BeforeAfter: TypeAlias = tuple[Json | None, Json | None]


class LogRow(NamedTuple):
    """A line of the log, as :class:`~scorepad.store.models.Change` has it.

    ``hand_id`` and ``line``: of the hand that the change is about. ``device``: what the device is
    called that made it, ``None`` if that was done on the server. ``entry``: the entry id of that
    hand. ``act``: as in :class:`~scorepad.store.models.Change`.
    """

    id: int
    at: datetime
    what: str
    before: Json | None
    after: Json | None
    undone: datetime | None
    undoes: int | None
    device_id: int | None
    hand_id: int | None
    act: str | None
    line: int | None
    entry: str | None
    device: str | None


def required(side: Json | None) -> Json:
    """A side that the row must have. Raises :class:`ValueError` if it has not."""
    if side is None:
        raise ValueError("a row of the log lacks one of its sides")
    return side


def keys(*fields: str, **others: str) -> Mapping[str, str]:
    """The fields on one side by their keys: ``fields`` have their own names, ``others`` not."""
    return {**{field: field for field in fields}, **others}


@dataclass(frozen=True)
class FieldsChange:
    """A change of which each field stands on one of the sides, or on both, as it is.

    ``what``: the name of its kind in the log. ``in_before`` and ``in_after``: see :func:`keys`.
    """

    what: ClassVar[str]
    in_before: ClassVar[Mapping[str, str] | None] = None
    in_after: ClassVar[Mapping[str, str] | None] = None

    def to_json(self) -> BeforeAfter:
        """Both sides, as stored."""
        return self._side(self.in_before), self._side(self.in_after)

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        fields = {
            field: tuple(value) if isinstance(value, list) else value
            for side, names in ((before, cls.in_before), (after, cls.in_after))
            for key, field in (names or {}).items()
            for value in (required(side)[key],)
        }
        return cls(**fields)

    def _side(self, names: Mapping[str, str] | None) -> Json | None:
        if names is None:
            return None
        return {key: _plain(getattr(self, field)) for key, field in names.items()}


def _plain(value: Any) -> Any:
    """A value as JSON can hold it: rules of a game that is there already are read-only."""
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value
