"""The end of a game and the places: docs/rules.md."""

from __future__ import annotations

import pytest

from scorepad.rules.scoring import places
from tests.rules.table import hand, play, rules_of

# 13 for the first two seats, nothing for the others.
THIRTEENS = hand(13, 0, 0, 0, QS=1)
PLAY_ON: dict[str, object] = {"tie": "play-on"}


@pytest.mark.parametrize(
    ("options", "opening", "winners"),
    [
        # The target, any number from 20 to 1000, ends the game once it is reached or exceeded.
        ({}, (86, 0, 0, 0), ()),
        ({}, (87, 0, 0, 0), (2, 3)),
        ({"end": "exceed"}, (87, 0, 0, 0), ()),
        ({"end": "exceed"}, (88, 0, 0, 0), (2, 3)),
        ({"target": 20}, (6, 0, 0, 0), ()),
        ({"target": 20}, (7, 0, 0, 0), (2, 3)),
        ({"target": 1000}, (986, 0, 0, 0), ()),
        ({"target": 1000}, (987, 0, 0, 0), (2, 3)),
        # The lowest total wins, and several that have it win together.
        ({}, (90, 20, 31, 32), (2,)),
        ({}, (90, 20, 33, 40), (1, 2)),
        # Where play goes on, a shared first place is no end; one further down does not matter.
        (PLAY_ON, (90, 20, 33, 40), ()),
        (PLAY_ON, (90, 20, 33, 10), (3,)),
    ],
)
def test_the_end_and_who_has_won(
    options: dict[str, object], opening: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    result = play(rules_of(**options), THIRTEENS, opening=opening)
    assert (result.winners, result.over) == (winners, bool(winners))
    assert result.ended_by == ("target" if winners else None)
    assert (result.next is None) is result.over


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


def test_play_goes_on_until_one_seat_is_alone_lowest() -> None:
    tied, rules = (90, 20, 33, 40), rules_of(**PLAY_ON)
    assert play(rules, THIRTEENS, opening=tied).tied == (1, 2)
    # On paper too, and stopping leaves the shared place.
    assert play(rules, opening=(103, 33, 33, 40)).tied == (1, 2)
    stopped = play(rules, THIRTEENS, opening=tied, stopped=True)
    assert (stopped.ended_by, stopped.winners, stopped.tied) == ("stopped", (1, 2), ())
    result = play(
        rules,
        THIRTEENS,
        hand(0, 3, 3, 7, QS=0),  # 116, 36, 36, 47: still shared
        hand(0, 3, 2, 8, QS=0),  # 129, 39, 38, 55
        opening=tied,
    )
    assert all(line.counts for line in result.lines)
    assert (result.winners, result.tied) == ((2,), ())


def test_an_exact_hit_can_make_a_seat_alone_lowest() -> None:
    rules = rules_of(exact="zero", **PLAY_ON)
    result = play(
        rules,
        THIRTEENS,  # 103, 33, 33, 87: shared
        hand(0, 0, 0, 13, QS=0),  # 116, 33, 33, 100 → 0
        opening=(90, 20, 33, 87),
    )
    assert result.totals == (116, 33, 33, 0)
    assert result.lines[1].adjusted == (0, 0, 0, -100)
    assert result.winners == (3,)
