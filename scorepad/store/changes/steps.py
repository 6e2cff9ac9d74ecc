"""Steps through the log: a change undone, or made again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from scorepad.store.changes.sides import Json, Sides


@dataclass(frozen=True)
class _Step:
    """A step back or forth through the log: from ``before`` to ``after``, sides of another row.

    The ``undoes`` of this row names that row.
    """

    what: ClassVar[str]
    before: Json | None
    after: Json | None

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return self.before, self.after

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(before, after)


class Undone(_Step):
    """A change was undone."""

    what: ClassVar[str] = "undo"


class Redone(_Step):
    """A change that had been undone was made again."""

    what: ClassVar[str] = "redo"
