"""What can be done in a pad, a value for each kind of row in its log.

``what`` is the name of the kind in the log. A row keeps two sides as JSON: what was there before,
and what is there after it; ``None`` where there was nothing. Logs of earlier versions are read too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final, Protocol, Self, TypeAlias, get_args

from scorepad import rules

Json: TypeAlias = Mapping[str, Any]
# Before and after.
Sides: TypeAlias = tuple[Json | None, Json | None]


@dataclass(frozen=True)
class Decision:
    """What the table decided for the hand to come; ``None``: as the rules have it."""

    passed: int | None = None
    dealer: int | None = None


@dataclass(frozen=True)
class _Bare:
    """All that is to be said is in the kind."""

    what: ClassVar[str]

    def to_json(self) -> Sides:
        """Before and after."""
        return None, {}

    @classmethod
    def from_json(cls, _before: Json | None, _after: Json | None) -> Self:
        """The value that was written so."""
        return cls()


class PadMade(_Bare):
    """A pad was made."""

    what: ClassVar[str] = "pad"


class LinkMade(_Bare):
    """A link for the pen was made; only early logs say so."""

    what: ClassVar[str] = "link"


@dataclass(frozen=True)
class PenGiven:
    """A device was given the pen; ``device``: what it is called."""

    what: ClassVar[str] = "pen"
    device: str | None

    def to_json(self) -> Sides:
        """Before and after."""
        return None, {"device": self.device}

    @classmethod
    def from_json(cls, _before: Json | None, after: Json | None) -> Self:
        """The value that was written so."""
        return cls(_there(after)["device"])


@dataclass(frozen=True)
class PenWithdrawn:
    """The pen of a device was withdrawn; ``device``: what it is called."""

    what: ClassVar[str] = "withdrawal"
    device: str | None

    def to_json(self) -> Sides:
        """Before and after."""
        return {"device": self.device}, None

    @classmethod
    def from_json(cls, before: Json | None, _after: Json | None) -> Self:
        """The value that was written so."""
        return cls(_there(before)["device"])


@dataclass(frozen=True)
class GameStarted:
    """A game was started, with these names clockwise, the rules' options, the first dealer.

    ``opening`` and ``hands_before``: what a sheet of paper brought along.
    """

    what: ClassVar[str] = "game"
    players: tuple[str, ...]
    options: Mapping[str, Any]
    dealer: int
    opening: tuple[int, ...]
    hands_before: int

    def to_json(self) -> Sides:
        """Before and after."""
        return None, {
            "players": list(self.players),
            "rules": dict(self.options),
            "dealer": self.dealer,
            "opening": list(self.opening),
            "hands_before": self.hands_before,
        }

    @classmethod
    def from_json(cls, _before: Json | None, after: Json | None) -> Self:
        """The value that was written so."""
        after = _there(after)
        return cls(
            tuple(after["players"]),
            dict(after["rules"]),
            after["dealer"],
            tuple(after["opening"]),
            after["hands_before"],
        )


@dataclass(frozen=True)
class HandRecorded:
    """A hand was recorded; ``decision``: what the table had decided for it, if anything."""

    what: ClassVar[str] = "hand"
    hand: rules.Hand
    decision: Decision | None = None

    def to_json(self) -> Sides:
        """Before and after: the decision is used up with the hand."""
        if self.decision is None:
            return None, _hand_to_json(self.hand)
        return _next_to_json(self.decision), _hand_to_json(self.hand) | _next_to_json(Decision())

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """The value that was written so."""
        decision = None if before is None else _next_from_json(before)
        return cls(_hand_from_json(_there(after)), decision)


@dataclass(frozen=True)
class HandCorrected:
    """A hand was replaced by another one on its line."""

    what: ClassVar[str] = "correction"
    before: rules.Hand
    after: rules.Hand

    def to_json(self) -> Sides:
        """Before and after."""
        return _hand_to_json(self.before), _hand_to_json(self.after)

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """The value that was written so."""
        return cls(_hand_from_json(_there(before)), _hand_from_json(_there(after)))


@dataclass(frozen=True)
class HandRemoved:
    """A hand was struck out."""

    what: ClassVar[str] = "removal"
    hand: rules.Hand

    def to_json(self) -> Sides:
        """Before and after."""
        return _hand_to_json(self.hand), None

    @classmethod
    def from_json(cls, before: Json | None, _after: Json | None) -> Self:
        """The value that was written so."""
        return cls(_hand_from_json(_there(before)))


@dataclass(frozen=True)
class NextHandDecided:
    """The table decided what the hand to come passes and who deals it."""

    what: ClassVar[str] = "next"
    before: Decision
    after: Decision

    def to_json(self) -> Sides:
        """Before and after."""
        return _next_to_json(self.before), _next_to_json(self.after)

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """The value that was written so."""
        return cls(_next_from_json(_there(before)), _next_from_json(_there(after)))


@dataclass(frozen=True)
class _Set:
    """A moment was written into a column of the game."""

    what: ClassVar[str]
    column: ClassVar[str]
    at: datetime

    def to_json(self) -> Sides:
        """Before and after."""
        return {self.column: None}, {self.column: self.at.isoformat()}

    @classmethod
    def from_json(cls, _before: Json | None, after: Json | None) -> Self:
        """The value that was written so."""
        return cls(datetime.fromisoformat(_there(after)[cls.column]))


@dataclass(frozen=True)
class _Cleared:
    """The moment ``at`` was taken out of a column of the game."""

    what: ClassVar[str]
    column: ClassVar[str]
    at: datetime

    def to_json(self) -> Sides:
        """Before and after."""
        return {self.column: self.at.isoformat()}, {self.column: None}

    @classmethod
    def from_json(cls, before: Json | None, _after: Json | None) -> Self:
        """The value that was written so."""
        return cls(datetime.fromisoformat(_there(before)[cls.column]))


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

    ``last_line``: the last line of the sheet that the former player played, 0 if there was none.
    """

    what: ClassVar[str] = "player"
    seat: int
    former: str
    former_id: int
    successor: str
    successor_id: int
    last_line: int

    def to_json(self) -> Sides:
        """Before and after."""
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
        """The value that was written so."""
        before, after = _there(before), _there(after)
        return cls(
            before["seat"],
            before["player"],
            before["player_id"],
            after["player"],
            after["player_id"],
            after["last_line"],
        )


@dataclass(frozen=True)
class GameDeleted:
    """The game of this number was deleted for good."""

    what: ClassVar[str] = "deletion"
    number: int

    def to_json(self) -> Sides:
        """Before and after."""
        return {"number": self.number}, None

    @classmethod
    def from_json(cls, before: Json | None, _after: Json | None) -> Self:
        """The value that was written so."""
        return cls(_there(before)["number"])


@dataclass(frozen=True)
class _Step:
    """A step back or forth through the log: from ``before`` to ``after``, sides of another row.

    Which row that is says the ``undoes`` of this one.
    """

    what: ClassVar[str]
    before: Json | None
    after: Json | None

    def to_json(self) -> Sides:
        """Before and after."""
        return self.before, self.after

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """The value that was written so."""
        return cls(before, after)


class Undone(_Step):
    """A change was undone."""

    what: ClassVar[str] = "undo"


class Redone(_Step):
    """A change that had been undone was made again."""

    what: ClassVar[str] = "redo"


AnyChange: TypeAlias = (
    PadMade
    | LinkMade
    | PenGiven
    | PenWithdrawn
    | GameStarted
    | HandRecorded
    | HandCorrected
    | HandRemoved
    | NextHandDecided
    | GameStopped
    | GameReopened
    | GameBinned
    | GameUnbinned
    | PlayerReplaced
    | GameDeleted
    | Undone
    | Redone
)

KINDS: Final[Mapping[str, type[AnyChange]]] = {kind.what: kind for kind in get_args(AnyChange)}


class StoredChange(Protocol):
    """A row of the log, however it was read."""

    @property
    def what(self) -> str:
        """Which kind of change it is."""

    @property
    def before(self) -> Json | None:
        """What was there before; ``None`` for nothing."""

    @property
    def after(self) -> Json | None:
        """What was there after it."""


def change_of(row: StoredChange) -> AnyChange:
    """What a row of the log says."""
    return KINDS[row.what].from_json(row.before, row.after)


def _there(side: Json | None) -> Json:
    if side is None:
        raise ValueError("a row of the log lacks one of its sides")
    return side


def _hand_to_json(hand: rules.Hand) -> dict[str, Any]:
    return {
        "hearts": list(hand.hearts),
        "cards": dict(hand.cards),
        "moon": hand.moon_choice,
        "sun": hand.sun,
        "pass": hand.passed,
        "dealer": hand.dealer,
    }


def _hand_from_json(side: Json) -> rules.Hand:
    return rules.Hand(
        hearts=tuple(side["hearts"]),
        cards=dict(side["cards"]),
        moon_choice=side["moon"],
        sun=side["sun"],
        passed=side["pass"],
        # Early rows do not say who dealt.
        dealer=side.get("dealer"),
    )


def _next_to_json(decision: Decision) -> dict[str, Any]:
    return {"next_passed": decision.passed, "next_dealer": decision.dealer}


def _next_from_json(side: Json) -> Decision:
    return Decision(side["next_passed"], side["next_dealer"])
