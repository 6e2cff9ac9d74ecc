"""Changes of a game as a whole, and of who plays in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from scorepad.store.changes.sides import Json, Sides, required


@dataclass(frozen=True)
class GameStarted:
    """A game was started, with these names clockwise, the rules' options, the first dealer.

    ``opening`` and ``hands_before``: totals and number of hands from a sheet of paper.
    """

    what: ClassVar[str] = "game"
    players: tuple[str, ...]
    options: Mapping[str, Any]
    dealer: int
    opening: tuple[int, ...]
    hands_before: int

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return None, {
            "players": list(self.players),
            "rules": dict(self.options),
            "dealer": self.dealer,
            "opening": list(self.opening),
            "hands_before": self.hands_before,
        }

    @classmethod
    def from_json(cls, _before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        after = required(after)
        return cls(
            tuple(after["players"]),
            dict(after["rules"]),
            after["dealer"],
            tuple(after["opening"]),
            after["hands_before"],
        )


@dataclass(frozen=True)
class GameImported:
    """A game came from a file, with these players and so many hands."""

    what: ClassVar[str] = "imported"
    players: tuple[str, ...]
    hands: int

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return None, {"players": list(self.players), "hands": self.hands}

    @classmethod
    def from_json(cls, _before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        after = required(after)
        return cls(tuple(after["players"]), after["hands"])


@dataclass(frozen=True)
class _Set:
    """A moment was stored in a column of the game."""

    what: ClassVar[str]
    column: ClassVar[str]
    at: datetime

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return {self.column: None}, {self.column: self.at.isoformat()}

    @classmethod
    def from_json(cls, _before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(datetime.fromisoformat(required(after)[cls.column]))


@dataclass(frozen=True)
class _Cleared:
    """The moment ``at`` was cleared from a column of the game."""

    what: ClassVar[str]
    column: ClassVar[str]
    at: datetime

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return {self.column: self.at.isoformat()}, {self.column: None}

    @classmethod
    def from_json(cls, before: Json | None, _after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(datetime.fromisoformat(required(before)[cls.column]))


class GameStopped(_Set):
    """A game was stopped by agreement, at a moment."""

    what: ClassVar[str] = "stop"
    column: ClassVar[str] = "stopped"


class GameReopened(_Cleared):
    """A game goes on that was stopped at a moment."""

    what: ClassVar[str] = "reopening"
    column: ClassVar[str] = "stopped"


class GameBinned(_Set):
    """A game was put into the bin, at a moment."""

    what: ClassVar[str] = "bin"
    column: ClassVar[str] = "binned"


class GameUnbinned(_Cleared):
    """A game was taken out of the bin, where it was since a moment."""

    what: ClassVar[str] = "unbin"
    column: ClassVar[str] = "binned"


@dataclass(frozen=True)
class PlayerReplaced:
    """Somebody went on in a seat in place of the former player.

    ``last_line``: the last line of the sheet that the former player played, 0 if required was none.
    """

    what: ClassVar[str] = "player"
    seat: int
    former: str
    former_id: int
    successor: str
    successor_id: int
    last_line: int

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return (
            {"seat": self.seat, "player": self.former, "player_id": self.former_id},
            {
                "seat": self.seat,
                "player": self.successor,
                "player_id": self.successor_id,
                "last_line": self.last_line,
            },
        )

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        before, after = required(before), required(after)
        return cls(
            before["seat"],
            before["player"],
            before["player_id"],
            after["player"],
            after["player_id"],
            after["last_line"],
        )
