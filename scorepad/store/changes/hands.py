"""Changes of hands, and of the table's decision for the next hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from scorepad import rules
from scorepad.store.changes.sides import Json, Sides, required


@dataclass(frozen=True)
class Decision:
    """What the table decided for the next hand; ``None``: as the rules have it."""

    passed: int | None = None
    dealer: int | None = None


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
        """Rebuild the change from its row."""
        decision = None if before is None else _next_from_json(before)
        return cls(_hand_from_json(required(after)), decision)


@dataclass(frozen=True)
class HandCorrected:
    """A hand was replaced by another one on its line."""

    what: ClassVar[str] = "correction"
    before: rules.Hand
    after: rules.Hand

    def to_json(self) -> Sides:
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

    def to_json(self) -> Sides:
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

    def to_json(self) -> Sides:
        """Both sides, as stored."""
        return _next_to_json(self.before), _next_to_json(self.after)

    @classmethod
    def from_json(cls, before: Json | None, after: Json | None) -> Self:
        """Rebuild the change from its row."""
        return cls(_next_from_json(required(before)), _next_from_json(required(after)))


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
