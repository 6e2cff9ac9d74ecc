"""The hands to come, for a phone without a network.

Cards cannot change who deals and what is passed. So the holder of the pen is sent what the table
shows before each of the next hands, and the page goes on to it while hands wait on the phone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from markupsafe import Markup

from scorepad import rules
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.table.context.next_hand import NextHandPart, next_hand_part
from scorepad.web.table.context.scene import scene_part

# As many hands as are kept on a phone that cannot send them: more than most evenings have.
_HANDS: Final = 12


@dataclass(frozen=True)
class HandsAhead:
    """Hands to come that differ in their numbers alone: the same deals, and passes to the same.

    The picture before them, and who deals, passes and leads; whose seat is whose is known.
    """

    numbers: tuple[int, ...]
    picture: Markup
    next_hand: NextHandPart


def hands_ahead(snapshot: GameSnapshot) -> tuple[HandsAhead, ...]:
    """What the table of a running game will show before the hands after the next one."""
    alike: dict[rules.NextHand, list[int]] = {}
    for hand in rules.hands_to_come(snapshot.game, 1 + _HANDS)[1:]:
        alike.setdefault(replace(hand, number=0), []).append(hand.number)
    return tuple(
        HandsAhead(
            tuple(numbers),
            scene_part(snapshot, hand).picture,
            replace(next_hand_part(snapshot, hand, writes=True), sit=()),
        )
        for hand, numbers in alike.items()
    )
