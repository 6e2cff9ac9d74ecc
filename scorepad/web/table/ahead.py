"""The hands to come, for a phone without a network.

Cards cannot change who deals and what is passed. So the holder of the pen is sent what the table
shows before each of the next hands, and the page goes on to it while hands wait on the phone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint, Response, render_template

from scorepad import rules
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.http import access
from scorepad.web.http.headers import POLICY
from scorepad.web.table.context.next_hand import NextHandPart, next_hand_part
from scorepad.web.table.context.scene import ScenePart, scene_part
from scorepad.web.table.context.table import Links, links

# As many hands as are kept on a phone that cannot send them: more than most evenings have.
_HANDS: Final = 12
# Opened by itself it can do nothing.
_POLICY: Final = "default-src 'none'; sandbox"

blueprint = Blueprint("ahead", __name__, url_prefix="/pad/<address>/table/<count:number>")


@dataclass(frozen=True)
class HandsAhead:
    """Hands to come that look alike but for their numbers, as they do whenever the same player deals
    and the same is passed: the picture before them, and who deals, passes and leads.
    """

    numbers: tuple[int, ...]
    scene: ScenePart
    next_hand: NextHandPart


@dataclass(frozen=True)
class AheadPage:
    """The hands after the next one. ``undo`` is none: it needs the server."""

    links: Links
    hands: tuple[HandsAhead, ...]
    writes: bool = True
    mishaps: bool = True
    undo: None = None


@blueprint.get("/ahead")
@access.for_the_pen
def ahead() -> Response:
    """What the table will show before the hands after the next one; empty after the end."""
    game = access.this_game()
    to_come = () if game.sheet.over else rules.hands_to_come(game.game, 1 + _HANDS)
    page = AheadPage(links(game, writes=True), _hands(game, to_come[1:]))
    response = Response(render_template("table/ahead.html", page=page))
    response.headers[POLICY] = _POLICY
    return response


def _hands(game: GameSnapshot, to_come: Iterable[rules.NextHand]) -> tuple[HandsAhead, ...]:
    alike: dict[rules.NextHand, list[int]] = {}
    for hand in to_come:
        alike.setdefault(replace(hand, number=0), []).append(hand.number)
    return tuple(_alike(game, hand, tuple(numbers)) for hand, numbers in alike.items())


def _alike(game: GameSnapshot, hand: rules.NextHand, numbers: tuple[int, ...]) -> HandsAhead:
    first = replace(hand, number=numbers[0])
    return HandsAhead(numbers, scene_part(game, first), next_hand_part(game, first))
