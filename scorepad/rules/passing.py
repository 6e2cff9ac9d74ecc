"""The pass: who gives cards to whom, hand by hand (docs/rules.md).

An offset k means: to the seat k places to the left, that is clockwise. 0 is a hold hand,
in which no cards are passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Final

CYCLES: Final[dict[int, tuple[int, ...]]] = {
    3: (1, 2, 0),
    4: (1, 3, 2, 0),
    5: (1, 2, 3, 4, 0),
    6: (1, 2, 3, 4, 5, 0),
    7: (1, 2, 3, 4, 5, 6, 0),
}

HOLD: Final = 0


def receiver(giver: int, offset: int, players: int) -> int:
    """The seat that gets the cards of ``giver``."""
    return (giver + offset) % players


def pairs(offset: int, players: int) -> list[tuple[int, int]]:
    """Who gives cards to whom, as seats; empty for a hold."""
    givers = range(0 if offset == HOLD else players)
    return [(giver, receiver(giver, offset, players)) for giver in givers]


def passes(
    cycle: Sequence[int], hands_before: int, departures: Iterable[int | None]
) -> Iterator[int]:
    """The offset of each hand, and after them those of the hands to come, without end.

    ``hands_before`` counts the hands that were played before the first of these. ``departures``
    says for each hand what was passed where the table departed from the cycle, else ``None``; the
    cycle then goes on from there. An offset that the cycle does not have stands in for the one
    that was due.
    """
    cycle = cycle or (HOLD,)
    turn = hands_before % len(cycle)
    for passed in chain(departures, repeat(None)):
        if passed is not None and passed in cycle:
            # The next place in the cycle, from the one that was due, where this offset stands.
            while cycle[turn] != passed:
                turn = (turn + 1) % len(cycle)
        yield cycle[turn] if passed is None else passed
        turn = (turn + 1) % len(cycle)
