"""The winners of an evening: its players, compared by wins and by places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Attendance(NamedTuple):
    """A player in the games of an evening that they finished.

    ``wins`` includes ``shared`` ones; ``places``: in the order of the games.
    """

    player_id: int
    name: str
    places: tuple[int, ...]
    wins: int
    shared: int
    moons: int = 0

    @property
    def average(self) -> float:
        """The average place; equal averages are equal numbers, whatever they were divided from."""
        return sum(self.places) / len(self.places)


def most_wins(players: Sequence[Attendance]) -> Sequence[Attendance]:
    """Those who won most games; several share the evening."""
    most = max((each.wins for each in players), default=0)
    return [each for each in players if each.wins == most] if most else []


def best_places(players: Sequence[Attendance], games: int) -> Sequence[Attendance]:
    """Those with the lowest average place, of all who finished at least half of the games.

    Whoever comes for one lucky game is not compared with those who stayed; if nobody stayed for
    half of the games, there is no such winner.
    """
    stayed = [each for each in players if 2 * len(each.places) >= games]
    best = min((each.average for each in stayed), default=None)
    return [each for each in stayed if each.average == best]
