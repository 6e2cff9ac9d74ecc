"""Who stands out among the players of a pad."""

from __future__ import annotations

from scorepad.rules.hand_sums import CHANCE, HandSums
from scorepad.store.figures.league import LeagueLine, Met, Pair, Sums
from scorepad.store.figures.rivals import Rival, rivals


def line(id_: int, name: str, **sums: int) -> LeagueLine:
    return LeagueLine(id_, name, Sums(), HandSums(**{"hands": 30, **sums}))


def magnet(name: str, queens: int, of: int, hands: int = 30) -> LeagueLine:
    chance = of * CHANCE // 4
    return line(1, name, hands=hands, queen_taken=queens, queen_hands=of, queen_chance=chance)


def test_whoever_is_furthest_above_chance_is_told() -> None:
    players = [magnet("Anna", 12, 40), magnet("Ben", 14, 40), magnet("Cara", 58, 200)]
    assert rivals(players, ()) == [Rival("magnet", "Ben", 14, 40, 10.0)]


def test_of_equal_ones_the_first_in_the_list_is_told() -> None:
    equal = [magnet("Anna", 14, 40), magnet("Ben", 14, 40)]
    assert [each.name for each in rivals(equal, ())] == ["Anna"]


def test_nobody_who_is_not_above_chance() -> None:
    assert rivals([magnet("Anna", 10, 40), magnet("Ben", 9, 40)], ()) == []


def test_nobody_whose_count_is_what_chance_gives() -> None:
    closer = {"closes": 6, "closed": 3, "closed_chance": 13 * CHANCE // 5}
    assert rivals([line(1, "Anna", **closer)], ()) == []
    assert rivals([magnet("Anna", 13, 40)], ()) == []
    assert len(rivals([line(1, "Anna", **{**closer, "closed": 5})], ())) == 1


def test_nobody_with_few_hands_and_nothing_that_was_hardly_possible() -> None:
    assert rivals([magnet("Anna", 29, 29, hands=29)], ()) == []
    assert rivals([magnet("Anna", 4, 4, hands=90)], ()) == []
    assert len(rivals([magnet("Anna", 5, 5, hands=90)], ())) == 1


def test_a_nemesis_is_ahead_of_one_other_more_often_than_behind() -> None:
    players = [line(1, "Anna"), line(2, "Ben"), line(3, "Cara")]
    pairs = [
        Pair(1, 2, Met(games=12, hands=90, ahead=9, level=1)),
        Pair(2, 1, Met(games=12, hands=90, ahead=2, level=1)),
        Pair(1, 3, Met(games=12, hands=90, ahead=6, level=0)),
        Pair(3, 1, Met(games=12, hands=90, ahead=6, level=0)),
        # Too few hands together.
        Pair(2, 3, Met(games=10, hands=29, ahead=10, level=0)),
    ]
    assert rivals(players, pairs) == [Rival("nemesis", "Anna", 9, 12, 5.5, "Ben")]


def test_they_come_in_one_order() -> None:
    of_all = {
        name: count
        for names in (
            ("passes", "feared", "feared_chance"),
            ("queen_hands", "queen_taken", "queen_chance"),
            ("closes", "closed", "closed_chance"),
            ("after_queen", "bounced", "bounced_chance"),
            ("near_moons", "stopped", "stopped_chance"),
            ("leader_passes", "spoiled", "spoiled_chance"),
        )
        for name, count in zip(names, (9, 8, 3 * CHANCE), strict=True)
    }
    players = [line(1, "Anna", **of_all), line(2, "Ben")]
    found = rivals(players, [Pair(1, 2, Met(games=9, hands=40, ahead=8, level=0))])
    assert [(each.kind, each.name, each.times, each.tries) for each in found] == [
        (kind, "Anna", 8, 9)
        for kind in ("feared", "magnet", "nemesis", "closer", "bounce", "stopper", "spoiler")
    ]
