"""The changes of a pad: a value for each kind of row in its log.

``what`` is the name of the kind in the log. A row keeps the fields of the change as JSON: those of
``old`` say what was there before, the others what is there after it. A step through the log keeps
none: it names the row that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeAlias

from scorepad import rules
from scorepad.store.models import Change

Json: TypeAlias = Mapping[str, Any]


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


@dataclass(frozen=True)
class AnyChange:
    """A change, whose fields are text, numbers, moments, hands, decisions, or tuples of these."""

    what: ClassVar[str]
    old: ClassVar[tuple[str, ...]] = ()

    def to_json(self) -> tuple[Json | None, Json | None]:
        """The two sides of its row; ``None`` for one without a field."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        stored = {name: _plain(value) for name, value in values.items() if value is not None}
        before = {name: stored.pop(name) for name in self.old if name in stored}
        return before or None, stored or None

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        stored = {**(before or {}), **(after or {})}
        return cls(**{each.name: _value(each.name, stored.get(each.name)) for each in fields(cls)})


def _plain(value: Any) -> Any:
    """The value of a field as JSON can hold it."""
    match value:
        case rules.Hand():
            # Only what there is of it: most hands have nothing but cards, and most rows are hands.
            seldom = {
                "moon_choice": value.moon_choice,
                "sun": value.sun or None,
                "passed": value.passed,
                "dealer": value.dealer,
            }
            there = {key: each for key, each in seldom.items() if each is not None}
            return {"hearts": list(value.hearts), "cards": dict(value.cards), **there}
        case Decision():
            return {"passed": value.passed, "dealer": value.dealer}
        case datetime():
            return value.isoformat()
        case tuple():
            return list(value)
    return value


def _value(name: str, stored: Any) -> Any:
    """The value of a field from JSON."""
    match stored:
        case {"hearts": hearts}:
            return rules.Hand(**{**stored, "hearts": tuple(hearts)})
        case {"passed": passed, "dealer": dealer}:
            return Decision(passed, dealer)
        case list():
            return tuple(stored)
        case str() if name == "at":
            return datetime.fromisoformat(stored)
    return stored


@dataclass(frozen=True)
class PadMade(AnyChange):
    """A pad was made."""

    what = "pad"


@dataclass(frozen=True)
class PadNamed(AnyChange):
    """A pad was given a name; ``former``: the one that it had, ``None`` for the first."""

    what = "name"
    old = ("former",)
    former: str | None
    name: str


@dataclass(frozen=True)
class PenGiven(AnyChange):
    """A device was given the pen; ``device``: what it is called."""

    what = "pen"
    device: str


@dataclass(frozen=True)
class PenWithdrawn(AnyChange):
    """The pen of a device was withdrawn; ``device``: what it is called."""

    what = "withdrawal"
    old = ("device",)
    device: str


@dataclass(frozen=True)
class PenRenamed(AnyChange):
    """The device that holds a pen has another name."""

    what = "pen_name"
    old = ("former",)
    former: str
    device: str


@dataclass(frozen=True)
class GamesImported(AnyChange):
    """Games came from one file; ``known``: how many more in it were here already."""

    what = "import"
    games: int
    known: int


@dataclass(frozen=True)
class GameDeleted(AnyChange):
    """The game of this number was deleted for good."""

    what = "deletion"
    old = ("number",)
    number: int


@dataclass(frozen=True)
class PlayerRenamed(AnyChange):
    """A player has another name than the former one."""

    what = "rename"
    old = ("former",)
    player_id: int
    former: str
    name: str


@dataclass(frozen=True)
class PlayersMerged(AnyChange):
    """A player turned out to be another one, who has their games from now on.

    ``games``: the numbers of the games that were theirs, so that they can have them back.
    """

    what = "merge"
    old = ("player_id", "player", "games")
    player_id: int
    player: str
    into_id: int
    into: str
    games: tuple[int, ...]


PlayersChange: TypeAlias = PlayerRenamed | PlayersMerged

PLAYERS_KINDS: Final = (PlayerRenamed.what, PlayersMerged.what)


def players_change_of(row: Change | LogRow) -> PlayersChange:
    """The change that a row of one of these kinds describes."""
    kind = PlayerRenamed if row.what == PlayerRenamed.what else PlayersMerged
    return kind.from_json(row.before, row.after)


@dataclass(frozen=True)
class GameStarted(AnyChange):
    """A game was started, with these names clockwise; its own row has the rest, which stays."""

    what = "game"
    players: tuple[str, ...]


@dataclass(frozen=True)
class GameImported(AnyChange):
    """A game came from a file, with these players and so many hands."""

    what = "imported"
    players: tuple[str, ...]
    hands: int


@dataclass(frozen=True)
class GameStopped(AnyChange):
    """A game was stopped by agreement, at a moment."""

    what = "stop"
    at: datetime


@dataclass(frozen=True)
class GameReopened(AnyChange):
    """A game goes on that was stopped at a moment."""

    what = "reopening"
    old = ("at",)
    at: datetime


@dataclass(frozen=True)
class GameBinned(AnyChange):
    """A game was put into the bin, at a moment."""

    what = "bin"
    at: datetime


@dataclass(frozen=True)
class GameUnbinned(AnyChange):
    """A game was taken out of the bin, where it was since a moment."""

    what = "unbin"
    old = ("at",)
    at: datetime


@dataclass(frozen=True)
class GameNoted(AnyChange):
    """The note on the game was written in place of the former one; ``None`` for none."""

    what = "note"
    old = ("former",)
    former: str | None
    note: str | None


@dataclass(frozen=True)
class EveningNoted(AnyChange):
    """The same of the note on the evening that the game began."""

    what = "evening_note"
    old = ("former",)
    former: str | None
    note: str | None


@dataclass(frozen=True)
class PlayerReplaced(AnyChange):
    """Another player went on in a seat in place of the former one.

    ``last_line``: the last line of the sheet that the former player played, 0 for none.
    """

    what = "player"
    old = ("former", "former_id")
    seat: int
    former: str
    former_id: int
    successor: str
    successor_id: int
    last_line: int


@dataclass(frozen=True)
class Decision:
    """What the table decided for the next hand; ``None``: as the rules have it."""

    passed: int | None = None
    dealer: int | None = None


@dataclass(frozen=True)
class HandRecorded(AnyChange):
    """A hand was recorded; ``decision``: what the table had decided for it, used up by it."""

    what = "hand"
    old = ("decision",)
    hand: rules.Hand
    decision: Decision | None = None


@dataclass(frozen=True)
class HandCorrected(AnyChange):
    """A hand was replaced by another one on its line."""

    what = "correction"
    old = ("before",)
    before: rules.Hand
    after: rules.Hand


@dataclass(frozen=True)
class HandRemoved(AnyChange):
    """A hand was struck out."""

    what = "removal"
    old = ("hand",)
    hand: rules.Hand


@dataclass(frozen=True)
class NextHandDecided(AnyChange):
    """The table decided the pass and the dealer of the next hand."""

    what = "next"
    old = ("before",)
    before: Decision
    after: Decision


@dataclass(frozen=True)
class Undone(AnyChange):
    """A change was undone: the one that ``undoes`` of the row names."""

    what = "undo"


@dataclass(frozen=True)
class Redone(AnyChange):
    """A change was made again that had been undone: the one that ``undoes`` of the row names."""

    what = "redo"


# Steps through the log, which are no changes of their own.
STEPS: Final = (Undone.what, Redone.what)
# What undo leaves alone: a game that was started or imported can be put into the bin instead.
LASTING: Final = (GameStarted.what, GameImported.what, *STEPS)

KINDS: Final[Mapping[str, type[AnyChange]]] = {
    kind.what: kind for kind in AnyChange.__subclasses__()
}


def change_of(row: Change | LogRow) -> AnyChange:
    """The change that a row of the log describes."""
    return KINDS[row.what].from_json(row.before, row.after)
