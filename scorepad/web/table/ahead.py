"""The hands to come, for a phone without a network.

Cards cannot change who deals and what is passed. So the holder of the pen is sent what the table
shows before each of the next hands, and the page goes on to it while hands wait on the phone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Blueprint, render_template

from scorepad import rules
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.http import access
from scorepad.web.table.context.next_hand import NextHandPart, next_hand_part
from scorepad.web.table.context.scene import ScenePart, scene_part
from scorepad.web.table.context.table import Links, links

# As many hands as are kept on a phone that cannot send them: more than most evenings have.
_HANDS: Final = 12

blueprint = Blueprint("ahead", __name__, url_prefix="/pad/<address>/table/<count:number>")


@dataclass(frozen=True)
class HandAhead:
    """A hand to come: the picture before it, and who deals, passes and leads."""

    scene: ScenePart
    next_hand: NextHandPart


@dataclass(frozen=True)
class AheadPage:
    """The hands after the next one. ``undo`` is none: it needs the server."""

    links: Links
    hands: tuple[HandAhead, ...]
    writes: bool = True
    mishaps: bool = True
    undo: None = None


@blueprint.get("/ahead")
@access.for_the_pen
def ahead() -> str:
    """What the table will show before the hands after the next one; empty after the end."""
    game = access.this_game()
    to_come = () if game.sheet.over else rules.hands_to_come(game.game, 1 + _HANDS)
    page = AheadPage(links(game, writes=True), tuple(_hand(game, each) for each in to_come[1:]))
    return render_template("table/ahead.html", page=page)


def _hand(game: GameSnapshot, coming: rules.NextHand) -> HandAhead:
    return HandAhead(scene_part(game, coming), next_hand_part(game, coming))
