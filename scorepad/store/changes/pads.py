"""Changes of a pad: its name, its pens, and games that come from a file or are deleted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from scorepad.store.changes.sides import Json, Sides, required


@dataclass(frozen=True)
class _Bare:
    """A change without any data but its kind."""

    what: ClassVar[str]

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return None, {}

    @classmethod
    def from_json(cls, _before: Json | None, _after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls()


class PadMade(_Bare):
    """A pad was made."""

    what: ClassVar[str] = "pad"


@dataclass(frozen=True)
class PadNamed:
    """A pad was given a name; ``former``: the one that it had, ``None`` for the first."""

    what: ClassVar[str] = "name"
    former: str | None
    name: str

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return None if self.former is None else {"name": self.former}, {"name": self.name}

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(None if before is None else before["name"], required(after)["name"])


class LinkMade(_Bare):
    """A link for the pen was made; only early logs say so."""

    what: ClassVar[str] = "link"


@dataclass(frozen=True)
class PenGiven:
    """A device was given the pen; ``device``: what it is called."""

    what: ClassVar[str] = "pen"
    device: str | None

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return None, {"device": self.device}

    @classmethod
    def from_json(cls, _before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(required(after)["device"])


@dataclass(frozen=True)
class PenWithdrawn:
    """The pen of a device was withdrawn; ``device``: what it is called."""

    what: ClassVar[str] = "withdrawal"
    device: str | None

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return {"device": self.device}, None

    @classmethod
    def from_json(cls, before: Json | None, _after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(required(before)["device"])


@dataclass(frozen=True)
class GamesImported:
    """Games came from one file; ``known``: how many more in it were here already."""

    what: ClassVar[str] = "import"
    games: int
    known: int

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return None, {"games": self.games, "known": self.known}

    @classmethod
    def from_json(cls, _before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        after = required(after)
        return cls(after["games"], after["known"])


@dataclass(frozen=True)
class GameDeleted:
    """The game of this number was deleted for good."""

    what: ClassVar[str] = "deletion"
    number: int

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return {"number": self.number}, None

    @classmethod
    def from_json(cls, before: Json | None, _after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(required(before)["number"])
