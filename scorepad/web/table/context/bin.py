"""A game in the bin, and the acts that take it out."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.store.snapshot import GameSnapshot
from scorepad.web.table.context.form_parts import Act, act_of
from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class BinPart:
    """A game in the bin, and for the holder of the pen the acts that take it out.

    ``heading_level``: 2 below the hand to come, which is the page's heading if there is one.
    """

    heading_level: int
    take_out: Act | None
    delete: Act | None


def bin_part(game: GameSnapshot, *, writes: bool) -> BinPart:
    """The acts on a game in the bin."""
    level = 2 if game.sheet.next else 1
    if not writes:
        return BinPart(level, None, None)
    return BinPart(
        level,
        act_of("unbin", "bin.take_out", gettext("Restore"), game),
        act_of(
            "delete",
            "bin.delete",
            gettext("Delete game %(number)s for good", number=game.number),
            game,
            danger=True,
        ),
    )
