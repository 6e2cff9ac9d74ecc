"""The changes of a pad: a value for each kind of row in its log.

``what`` is the name of the kind in the log. A row keeps two sides as JSON: what was there before,
and what is there after it; ``None`` where there was nothing. Logs of earlier versions are read too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, TypeAlias, get_args

from scorepad.store.changes.games import (
    GameBinned,
    GameImported,
    GameReopened,
    GameStarted,
    GameStopped,
    GameUnbinned,
    PlayerReplaced,
)
from scorepad.store.changes.hands import (
    Decision,
    HandCorrected,
    HandRecorded,
    HandRemoved,
    NextHandDecided,
)
from scorepad.store.changes.pads import (
    GameDeleted,
    GamesImported,
    LinkMade,
    PadMade,
    PadNamed,
    PenGiven,
    PenWithdrawn,
)
from scorepad.store.changes.players import PlayerRenamed, PlayersMerged
from scorepad.store.changes.sides import Json
from scorepad.store.changes.steps import Redone, Undone

__all__ = [
    "KINDS",
    "LASTING",
    "STEPS",
    "AnyChange",
    "Decision",
    "GameBinned",
    "GameDeleted",
    "GameImported",
    "GameReopened",
    "GameStarted",
    "GameStopped",
    "GameUnbinned",
    "GamesImported",
    "HandCorrected",
    "HandRecorded",
    "HandRemoved",
    "LinkMade",
    "NextHandDecided",
    "PadMade",
    "PadNamed",
    "PenGiven",
    "PenWithdrawn",
    "PlayerRenamed",
    "PlayerReplaced",
    "PlayersMerged",
    "Redone",
    "Undone",
    "change_of",
]

AnyChange: TypeAlias = (
    PadMade
    | PadNamed
    | LinkMade
    | PenGiven
    | PenWithdrawn
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


class StoredChange(Protocol):
    """A row of the log, from whatever query it comes."""

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
    """The change that a row of the log describes."""
    return KINDS[row.what].from_json(row.before, row.after)
