"""Rivals: who stands out in what, and whether chance alone would give as much. No database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple

from scorepad.rules.hand_sums import CHANCE
from scorepad.store.figures.league import LeagueLine, Pair

# Whoever has played fewer hands, or two who have played fewer together, are no rivals yet; nor is
# anything told that could have come about less often than a few times.
FEWEST_HANDS: Final = 30
_FEWEST_TRIES: Final = 5
# So far above chance, in about as many standard deviations, chance itself is every now and then.
_BY_CHANCE: Final = 1

# The rivals, with their sums: how often something could have come about, did, and would by chance.
_SUMS_OF: Final = {
    "feared": ("passes", "feared", "feared_chance"),
    "magnet": ("queen_hands", "queen_taken", "queen_chance"),
    "closer": ("closes", "closed", "closed_chance"),
    "bounce": ("after_queen", "bounced", "bounced_chance"),
    "stopper": ("near_moons", "stopped", "stopped_chance"),
    "spoiler": ("leader_passes", "spoiled", "spoiled_chance"),
}
NEMESIS: Final = "nemesis"
_ORDER: Final = ("feared", "magnet", NEMESIS, "closer", "bounce", "stopper", "spoiler")


class Rival(NamedTuple):
    """Who stands out in a ``kind``: in ``times`` of ``tries``, where chance would give ``chance``.

    ``other``: for whom, if the kind is ``NEMESIS``.
    """

    kind: str
    name: str
    times: int
    tries: int
    chance: float
    other: str | None = None


def rivals(lines: Sequence[LeagueLine], pairs: Iterable[Pair]) -> Sequence[Rival]:
    """For each kind, whoever is furthest above chance; none where nobody is by much."""
    of_players = [
        Rival(kind, line.name, times, tries, chance / CHANCE)
        for kind, names in _SUMS_OF.items()
        for line in lines
        if line.hand_sums.hands >= FEWEST_HANDS
        for tries, times, chance in [[getattr(line.hand_sums, name) for name in names]]
    ]
    name_of = {line.id: line.name for line in lines}
    of_pairs = [
        # Level games say nothing about who is whose nemesis.
        Rival(
            NEMESIS,
            name_of[pair.player],
            pair.met.ahead,
            pair.met.games,
            (pair.met.games - pair.met.level) / 2,
            name_of[pair.other],
        )
        for pair in pairs
        if pair.met.hands >= FEWEST_HANDS
    ]
    found: dict[str, Rival] = {}
    for rival in (*of_players, *of_pairs):
        known = found.get(rival.kind)
        if _above_chance(rival) > (_above_chance(known) if known else _BY_CHANCE):
            found[rival.kind] = rival
    return [found[kind] for kind in _ORDER if kind in found]


def _above_chance(rival: Rival) -> float:
    """How far above chance, in about as many standard deviations."""
    if rival.tries < _FEWEST_TRIES or not rival.chance:
        return 0
    return (rival.times - rival.chance) / sqrt(rival.chance)
