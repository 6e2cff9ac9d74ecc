"""Changes of a pad's players: another name, or two entries that were one person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from scorepad.store.changes.sides import Json, Sides, required


@dataclass(frozen=True)
class PlayerRenamed:
    """A player has another name than the former one."""

    what: ClassVar[str] = "rename"
    player_id: int
    former: str
    name: str

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return (
            {"player_id": self.player_id, "name": self.former},
            {"player_id": self.player_id, "name": self.name},
        )

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(required(after)["player_id"], required(before)["name"], required(after)["name"])


@dataclass(frozen=True)
class PlayersMerged:
    """A player turned out to be another one, who has their games from now on.

    ``games``: the numbers of the games that were theirs, so that they can have them back.
    """

    what: ClassVar[str] = "merge"
    player_id: int
    player: str
    into_id: int
    into: str
    games: tuple[int, ...]

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return (
            {"player_id": self.player_id, "player": self.player, "games": list(self.games)},
            {"player_id": self.into_id, "player": self.into},
        )

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        before, after = required(before), required(after)
        return cls(
            before["player_id"],
            before["player"],
            after["player_id"],
            after["player"],
            tuple(before["games"]),
        )
