"""A game in the bin, and the acts that take it out."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.store.snapshot import GameSnapshot
from scorepad.web.table.context.form_parts import Act, act_of
from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class BinPart:
    """A game in the bin, and for the holder of the pen the acts that take it out."""

    take_out: Act | None
    delete: Act | None


def bin_part(game: GameSnapshot, *, writes: bool) -> BinPart:
    """The acts on a game in the bin."""
    if not writes:
        return BinPart(None, None)
    return BinPart(
        act_of("unbin", "bin.take_out", gettext("Restore"), game),
        act_of(
            "delete",
            "bin.delete",
            gettext("Delete game %(number)s for good", number=game.number),
            game,
            danger=True,
        ),
    )
