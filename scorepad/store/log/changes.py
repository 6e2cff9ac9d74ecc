"""The changes of a pad: a value for each kind of row in its log.

``what`` is the name of the kind in the log. A row keeps two sides as JSON: what was there before,
and what is there after it; ``None`` where there was nothing. A step through the log keeps none: it
names the row that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final, Self, TypeAlias, get_args

from scorepad import rules
from scorepad.store.log.sides import BeforeAfter, FieldsChange, Json, LogRow, keys, required
from scorepad.store.models import RECORDED_HAND, Change


@dataclass(frozen=True)
class PadMade(FieldsChange):
    """A pad was made."""

    what: ClassVar[str] = "pad"
    in_after = keys()


@dataclass(frozen=True)
class PadNamed:
    """A pad was given a name; ``former``: the one that it had, ``None`` for the first."""

    what: ClassVar[str] = "name"
    former: str | None
    name: str

    def to_json(self) -> BeforeAfter:
        """Both sides, as stored."""
        return None if self.former is None else {"name": self.former}, {"name": self.name}

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(None if before is None else before["name"], required(after)["name"])


@dataclass(frozen=True)
class PenGiven(FieldsChange):
    """A device was given the pen; ``device``: what it is called."""

    what: ClassVar[str] = "pen"
    in_after = keys("device")
    device: str


@dataclass(frozen=True)
class PenWithdrawn(FieldsChange):
    """The pen of a device was withdrawn; ``device``: what it is called."""

    what: ClassVar[str] = "withdrawal"
    in_before = keys("device")
    device: str


@dataclass(frozen=True)
class PenRenamed(FieldsChange):
    """The device that holds a pen is called otherwise."""

    what: ClassVar[str] = "pen_name"
    in_before = keys(device="former")
    in_after = keys("device")
    former: str
    device: str


@dataclass(frozen=True)
class GamesImported(FieldsChange):
    """Games came from one file; ``known``: how many more in it were here already."""

    what: ClassVar[str] = "import"
    in_after = keys("games", "known")
    games: int
    known: int


@dataclass(frozen=True)
class GameDeleted(FieldsChange):
    """The game of this number was deleted for good."""

    what: ClassVar[str] = "deletion"
    in_before = keys("number")
    number: int


@dataclass(frozen=True)
class PlayerRenamed(FieldsChange):
    """A player has another name than the former one."""

    what: ClassVar[str] = "rename"
    in_before = keys("player_id", name="former")
    in_after = keys("player_id", "name")
    player_id: int
    former: str
    name: str


@dataclass(frozen=True)
class PlayersMerged(FieldsChange):
    """A player turned out to be another one, who has their games from now on.

    ``games``: the numbers of the games that were theirs, so that they can have them back.
    """

    what: ClassVar[str] = "merge"
    in_before = keys("player_id", "player", "games")
    in_after = keys(player_id="into_id", player="into")
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
class GameStarted(FieldsChange):
    """A game was started, with these names clockwise; its own row has the rest, which stays."""

    what: ClassVar[str] = "game"
    in_after = keys("players")
    players: tuple[str, ...]


@dataclass(frozen=True)
class GameImported(FieldsChange):
    """A game came from a file, with these players and so many hands."""

    what: ClassVar[str] = "imported"
    in_after = keys("players", "hands")
    players: tuple[str, ...]
    hands: int


@dataclass(frozen=True)
class _Moment:
    """A moment was put into a column of the game, or was taken out of it (``cleared``)."""

    what: ClassVar[str]
    column: ClassVar[str]
    cleared: ClassVar[bool] = False
    at: datetime

    def to_json(self) -> BeforeAfter:
        none, moment = {self.column: None}, {self.column: self.at.isoformat()}
        return (moment, none) if self.cleared else (none, moment)

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        side = required(before if cls.cleared else after)
        return cls(datetime.fromisoformat(side[cls.column]))


class GameStopped(_Moment):
    """A game was stopped by agreement, at a moment."""

    what: ClassVar[str] = "stop"
    column: ClassVar[str] = "stopped"


class GameReopened(_Moment):
    """A game goes on that was stopped at a moment."""

    what: ClassVar[str] = "reopening"
    column: ClassVar[str] = "stopped"
    cleared: ClassVar[bool] = True


class GameBinned(_Moment):
    """A game was put into the bin, at a moment."""

    what: ClassVar[str] = "bin"
    column: ClassVar[str] = "binned"


class GameUnbinned(_Moment):
    """A game was taken out of the bin, where it was since a moment."""

    what: ClassVar[str] = "unbin"
    column: ClassVar[str] = "binned"
    cleared: ClassVar[bool] = True


@dataclass(frozen=True)
class _Noted(FieldsChange):
    """A note was written in place of the former one; ``None`` for none."""

    in_before = keys(note="former")
    in_after = keys("note")
    former: str | None
    note: str | None


class GameNoted(_Noted):
    """The note on the game was changed."""

    what: ClassVar[str] = "note"


class EveningNoted(_Noted):
    """The note on the evening that the game began was changed."""

    what: ClassVar[str] = "evening_note"


@dataclass(frozen=True)
class PlayerReplaced(FieldsChange):
    """Somebody went on in a seat in place of the former player.

    ``last_line``: the last line of the sheet that the former player played, 0 for none.
    """

    what: ClassVar[str] = "player"
    in_before = keys("seat", player="former", player_id="former_id")
    in_after = keys("seat", "last_line", player="successor", player_id="successor_id")
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
class HandRecorded:
    """A hand was recorded; ``decision``: what the table had decided for it, if anything."""

    what: ClassVar[str] = RECORDED_HAND
    hand: rules.Hand
    decision: Decision | None = None

    def to_json(self) -> BeforeAfter:
        """Before and after: the decision is used up with the hand."""
        if self.decision is None:
            return None, _hand_to_json(self.hand)
        return _next_to_json(self.decision), _hand_to_json(self.hand) | _next_to_json(Decision())

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        decision = None if before is None else _next_from_json(before)
        return cls(_hand_from_json(required(after)), decision)


@dataclass(frozen=True)
class HandCorrected:
    """A hand was replaced by another one on its line."""

    what: ClassVar[str] = "correction"
    before: rules.Hand
    after: rules.Hand

    def to_json(self) -> BeforeAfter:
        """Both sides, as stored."""
        return _hand_to_json(self.before), _hand_to_json(self.after)

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(_hand_from_json(required(before)), _hand_from_json(required(after)))


@dataclass(frozen=True)
class HandRemoved:
    """A hand was struck out."""

    what: ClassVar[str] = "removal"
    hand: rules.Hand

    def to_json(self) -> BeforeAfter:
        """Both sides, as stored."""
        return _hand_to_json(self.hand), None

    @classmethod
    def from_json(cls, before: Json | None, _after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(_hand_from_json(required(before)))


@dataclass(frozen=True)
class NextHandDecided:
    """The table decided the pass and the dealer of the next hand."""

    what: ClassVar[str] = "next"
    before: Decision
    after: Decision

    def to_json(self) -> BeforeAfter:
        """Both sides, as stored."""
        return _next_to_json(self.before), _next_to_json(self.after)

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(_next_from_json(required(before)), _next_from_json(required(after)))


def _hand_to_json(hand: rules.Hand) -> dict[str, object]:
    """Only what there is of it: most hands have nothing but cards, and most of the log is hands."""
    seldom = {
        "moon": hand.moon_choice,
        "sun": hand.sun or None,
        "pass": hand.passed,
        "dealer": hand.dealer,
    }
    there = {key: value for key, value in seldom.items() if value is not None}
    return {"hearts": list(hand.hearts), "cards": dict(hand.cards), **there}


def _hand_from_json(side: Json) -> rules.Hand:
    return rules.Hand(
        hearts=tuple(side["hearts"]),
        cards=dict(side["cards"]),
        moon_choice=side.get("moon"),
        sun=side.get("sun", False),
        passed=side.get("pass"),
        dealer=side.get("dealer"),
    )


def _next_to_json(decision: Decision) -> dict[str, object]:
    return {"next_passed": decision.passed, "next_dealer": decision.dealer}


def _next_from_json(side: Json) -> Decision:
    return Decision(side["next_passed"], side["next_dealer"])


@dataclass(frozen=True)
class Undone(FieldsChange):
    """A change was undone: the one that ``undoes`` of the row names."""

    what: ClassVar[str] = "undo"


@dataclass(frozen=True)
class Redone(FieldsChange):
    """A change was made again that had been undone: the one that ``undoes`` of the row names."""

    what: ClassVar[str] = "redo"


AnyChange: TypeAlias = (
    PadMade
    | PadNamed
    | PenGiven
    | PenWithdrawn
    | PenRenamed
    | GameStarted
    | GameImported
    | HandRecorded
    | HandCorrected
    | HandRemoved
    | NextHandDecided
    | GameStopped
    | GameReopened
    | GameBinned
    | GameUnbinned
    | PlayerReplaced
    | GameNoted
    | EveningNoted
    | GameDeleted
    | GamesImported
    | PlayerRenamed
    | PlayersMerged
    | Undone
    | Redone
)

# Steps through the log, which are no changes of their own.
STEPS: Final = (Undone.what, Redone.what)
# What undo leaves alone: a game that was started or imported can be put into the bin instead.
LASTING: Final = (GameStarted.what, GameImported.what, *STEPS)

KINDS: Final[Mapping[str, type[AnyChange]]] = {kind.what: kind for kind in get_args(AnyChange)}


def change_of(row: Change | LogRow) -> AnyChange:
    """The change that a row of the log describes."""
    return KINDS[row.what].from_json(row.before, row.after)
