"""The end of a game and the places: docs/rules.md."""

from __future__ import annotations

import pytest

from scorepad.rules.scoring import places
from tests.rules.table import hand, play, rules_of

# 13 for the first two seats, nothing for the others.
THIRTEENS = hand(13, 0, 0, 0, QS=1)


def test_reach_ends_on_the_target_and_exceed_above_it() -> None:
    cases: list[tuple[str, tuple[int, ...], bool]] = [
        ("reach", (86, 0, 0, 0), False),
        ("reach", (87, 0, 0, 0), True),
        ("reach", (88, 0, 0, 0), True),
        ("exceed", (86, 0, 0, 0), False),
        ("exceed", (87, 0, 0, 0), False),
        ("exceed", (88, 0, 0, 0), True),
    ]
    for end, opening, over in cases:
        result = play(rules_of(end=end), THIRTEENS, opening=opening)
        assert result.over is over, (end, opening, over)
        assert result.ended_by == ("target" if over else None), (end, opening, over)
        assert (result.next is None) is over, (end, opening, over)


def test_the_target_is_any_number_from_20_to_1000() -> None:
    for target in (20, 21, 50, 1000):
        rules = rules_of(target=target)
        assert not play(rules, THIRTEENS, opening=(target - 14, 0, 0, 0)).over, target
        assert play(rules, THIRTEENS, opening=(target - 13, 0, 0, 0)).over, target


@pytest.mark.parametrize(
    ("opening", "totals", "winners"),
    [
        # The lowest total wins, once the game is over; several with it all win.
        ((0, 0, 0, 0), (13, 13, 0, 0), ()),
        ((90, 20, 31, 32), (103, 33, 31, 32), (2,)),
        ((90, 20, 33, 40), (103, 33, 33, 40), (1, 2)),
    ],
)
def test_the_lowest_total_wins(
    opening: tuple[int, ...], totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    result = play(rules_of(), THIRTEENS, opening=opening)
    assert (result.totals, result.winners) == (totals, winners)


def test_an_old_moon_can_lose_its_shooter_the_game() -> None:
    result = play(rules_of(moon="add"), hand(13, 0, 0, 0, QS=0), opening=(70, 80, 10, 60))
    assert result.over
    assert result.winners == (2,)


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ((5, 9, 9, 30), (1, 2, 2, 4)),
        ((18, 8, 0, 0), (4, 3, 1, 1)),
        ((-26, 0, 26), (1, 2, 3)),
        ((7, 7, 7, 3, 9, 9), (2, 2, 2, 1, 5, 5)),
    ],
)
def test_equal_totals_share_the_better_place(
    totals: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert places(totals) == expected


class TestPlayingOn:
    RULES = rules_of(tie="play-on")

    def test_a_shared_first_place_does_not_end_the_game(self) -> None:
        result = play(self.RULES, THIRTEENS, opening=(90, 20, 33, 40))
        assert result.totals == (103, 33, 33, 40)
        assert not result.over
        assert result.winners == ()
        assert result.next is not None
        assert result.tied == (1, 2)

    def test_it_ends_once_one_seat_is_alone_lowest(self) -> None:
        result = play(
            self.RULES,
            THIRTEENS,
            hand(0, 3, 3, 7, QS=0),  # 116, 36, 36, 47: still shared
            hand(0, 3, 2, 8, QS=0),  # 129, 39, 38, 55
            opening=(90, 20, 33, 40),
        )
        assert [line.counts for line in result.lines] == [True, True, True]
        assert result.over
        assert result.winners == (2,)
        assert result.tied == ()

    def test_a_tie_elsewhere_than_in_first_place_is_the_end(self) -> None:
        result = play(self.RULES, THIRTEENS, opening=(90, 20, 33, 10))
        assert result.totals == (103, 33, 33, 10)
        assert result.over
        assert result.winners == (3,)

    def test_stopping_a_game_that_plays_on_leaves_the_shared_place(self) -> None:
        result = play(self.RULES, THIRTEENS, opening=(90, 20, 33, 40), stopped=True)
        assert result.ended_by == "stopped"
        assert result.winners == (1, 2)
        assert result.tied == ()

    def test_a_tie_brought_from_paper_keeps_the_game_going_too(self) -> None:
        assert play(self.RULES, opening=(103, 33, 33, 40)).tied == (1, 2)

    def test_it_goes_on_with_an_exact_hit_that_makes_a_seat_alone_lowest(self) -> None:
        rules = rules_of(tie="play-on", exact="zero")
        result = play(
            rules,
            THIRTEENS,  # 103, 33, 33, 87: shared
            hand(0, 0, 0, 13, QS=0),  # 116, 33, 33, 100 → 0
            opening=(90, 20, 33, 87),
        )
        assert result.totals == (116, 33, 33, 0)
        assert result.lines[1].adjusted == (0, 0, 0, -100)
        assert result.winners == (3,)
