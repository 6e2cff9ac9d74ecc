"""Who stands out among the players of a pad."""

from __future__ import annotations

import pytest

from scorepad.rules.results import CHANCE, HandSums
from scorepad.store.figures.league import LeagueLine, Met, Rival, Sums, rivals

KINDS = ("feared", "magnet", "nemesis", "closer", "bounce", "stopper", "spoiler")


def line(id_: int, name: str, *, hands: int = 30, **sums: int) -> LeagueLine:
    return LeagueLine(id_, name, Sums(hands=hands), HandSums(**sums))


def magnet(name: str, queens: int, of: int, hands: int = 30) -> LeagueLine:
    chance = of * CHANCE // 4
    return line(1, name, hands=hands, queen_taken=queens, queen_hands=of, queen_chance=chance)


@pytest.mark.parametrize(
    ("players", "name"),
    [
        # The furthest above chance; of equal ones the first in the list.
        ([magnet("Anna", 12, 40), magnet("Ben", 14, 40), magnet("Cara", 58, 200)], "Ben"),
        ([magnet("Anna", 14, 40), magnet("Ben", 14, 40)], "Anna"),
        # The 31st like any other one.
        ([magnet("Ben", 10, 40)] * 30 + [magnet("Anna", 14, 40)], "Anna"),
        ([], None),
        # What chance gives, or hardly more.
        ([magnet("Anna", 10, 40)], None),
        ([magnet("Anna", 13, 40)], None),
        # Too few hands, or hardly possible.
        ([magnet("Anna", 29, 29, hands=29)], None),
        ([magnet("Anna", 4, 4, hands=90)], None),
        ([magnet("Anna", 5, 5, hands=90)], "Anna"),
    ],
)
def test_who_is_furthest_above_chance(players: list[LeagueLine], name: str | None) -> None:
    assert [each.name for each in rivals(players, {})] == ([name] if name else [])


def test_a_nemesis_is_ahead_of_one_other_more_often_than_behind() -> None:
    players = [line(number, f"Player {number}") for number in range(1, 41)]
    even = {(1, other): Met(games=12, hands=90, ahead=6, level=0) for other in range(2, 40)}
    pairs = {
        **even,
        # The 31st other one, too.
        (1, 40): Met(games=12, hands=90, ahead=9, level=1),
        # Too few hands together.
        (2, 3): Met(games=10, hands=29, ahead=10, level=0),
    }
    assert rivals(players, pairs) == [Rival("nemesis", "Player 1", 9, 12, 5.5, "Player 40")]


def test_they_come_in_one_order() -> None:
    of_all = dict(zip(HandSums._fields[2:], (9, 8, 3 * CHANCE) * 6, strict=True))
    players = [line(1, "Anna", **of_all), line(2, "Ben")]
    found = rivals(players, {(1, 2): Met(games=9, hands=40, ahead=8, level=0)})
    assert [each[:4] for each in found] == [(kind, "Anna", 8, 9) for kind in KINDS]
