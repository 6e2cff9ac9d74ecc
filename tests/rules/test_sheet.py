"""The sheet as a whole: totals hand by hand, games from paper, stopped games, hands too many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorepad.rules import Game, NextHand, RulesError, sheet
from scorepad.rules.scoring import places
from scorepad.rules.sheet import MOST_HANDS_BEFORE, MOST_OPENING_POINTS, dealer_of
from tests.rules.strategies import SETTINGS, games
from tests.rules.table import hand, play, rules_of

# 13 for the first two seats, nothing for the others.
THIRTEENS = hand(13, 0, 0, 0, QS=1)


def test_the_sheet_of_a_game_not_begun() -> None:
    result = play(rules_of())
    assert (result.lines, result.winners, result.over) == ((), (), False)
    assert (result.totals, result.places) == ((0, 0, 0, 0), (1, 1, 1, 1))
    assert result.next == NextHand(number=1, dealer=0, passed=1, pass_count=3, leads="2C")


def test_totals_run_on_and_each_line_has_its_own() -> None:
    result = play(rules_of(), hand(5, 8, 0, 0, QS=0), hand(0, 0, 13, 0, QS=2), THIRTEENS)
    assert [(line.points, line.totals, line.shooter, line.places) for line in result.lines] == [
        ((18, 8, 0, 0), (18, 8, 0, 0), None, (4, 3, 1, 1)),
        ((26, 26, 0, 26), (44, 34, 0, 26), 2, (4, 3, 1, 2)),
        ((13, 13, 0, 0), (57, 47, 0, 26), None, (4, 3, 1, 2)),
    ]
    assert result.totals == (57, 47, 0, 26)


def test_no_seat_is_ahead_while_all_are_level_at_the_start() -> None:
    assert play(rules_of(), opening=(7, 7, 7, 7)).ahead == frozenset()
    # They brought something from paper, or have come to the same total.
    assert play(rules_of(), opening=(7, 0, 0, 7)).ahead == {1, 2}
    assert play(rules_of(), THIRTEENS).ahead == {2, 3}
    level = play(rules_of(), hand(0, 0, 13, 0, QS=3), opening=(13, 13, 0, 0))
    assert level.ahead == {0, 1, 2, 3}


def test_hands_after_the_end_stand_in_the_sheet_and_do_not_count() -> None:
    opening = (90, 0, 0, 0)
    result = play(rules_of(), THIRTEENS, hand(0, 0, 13, 0, QS=2), opening=opening, stopped=True)
    end, later = result.lines
    assert (end.counts, later.counts, later.number) == (True, False, 2)
    assert (later.points, later.adjusted) == ((26, 26, 0, 26), (0, 0, 0, 0))
    assert later.totals == result.totals == end.totals == (103, 13, 0, 0)
    # Nor are they a reason to call it stopped; they must be valid all the same.
    assert (result.ended_by, result.winners, result.next) == ("target", (2, 3), None)
    with pytest.raises(RulesError, match=r"^hands\[1\]\.hearts: 12 of 13 hearts placed$"):
        play(rules_of(), THIRTEENS, hand(12, 0, 0, 0, QS=0), opening=opening)


def test_a_stopped_game_has_the_places_that_it_has() -> None:
    result = play(rules_of(), hand(5, 8, 0, 0, QS=0), stopped=True)
    assert (result.ended_by, result.places, result.winners) == ("stopped", (4, 3, 1, 1), (2, 3))
    assert result.lines[0].counts
    # Even before the first hand.
    assert play(rules_of(), stopped=True).winners == (0, 1, 2, 3)


def test_a_game_goes_on_from_what_the_paper_held() -> None:
    paper = play(rules_of(), opening=(40, 9, 20, 9), hands_before=3)
    assert (paper.totals, paper.places, paper.over) == ((40, 9, 20, 9), (4, 1, 3, 1), False)
    result = play(rules_of(), THIRTEENS, opening=(40, 9, 20, 9), hands_before=3, dealer=3)
    (line,) = result.lines
    assert (line.number, line.dealer, line.passed, line.totals) == (4, 3, 0, (53, 22, 20, 9))
    assert result.next == NextHand(number=5, dealer=0, passed=1, pass_count=3, leads="2C")


@pytest.mark.parametrize(
    ("place", "key", "values"),
    [
        ("opening", "opening", [(0,), (0, 0, 0), (0, 0, 0, 0, 0)]),
        (
            "opening[2]",
            "opening",
            [(0, 0, far, 0) for far in (MOST_OPENING_POINTS + 1, -MOST_OPENING_POINTS - 1)],
        ),
        ("hands_before", "hands_before", [-1, MOST_HANDS_BEFORE + 1]),
        ("dealer", "dealer", [-1, 4]),
        ("next_passed", "next_passed", [-1, 4]),
        ("next_dealer", "next_dealer", [-1, 4, 10**30]),
    ],
)
def test_what_no_table_has_is_refused(place: str, key: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(RulesError) as raised:
            sheet(replace(Game(rules_of()), **{key: value}))
        assert raised.value.place == place, value


@SETTINGS
@given(games())
def test_each_total_is_the_one_before_with_points_and_adjustment(game: Game) -> None:
    result = sheet(game)
    before = game.opening or (0,) * game.rules.players
    for line in result.lines:
        if line.counts:
            summed = zip(before, line.points, line.adjusted, strict=True)
            assert line.totals == tuple(map(sum, summed))
        else:
            assert line.totals == before
            assert not any(line.adjusted)
        before = line.totals
    assert result.totals == before
    assert result.places == places(result.totals)


@SETTINGS
@given(games())
def test_hands_count_up_to_the_end_and_not_beyond(game: Game) -> None:
    result = sheet(game)
    counting = [line.counts for line in result.lines]
    assert counting == sorted(counting, reverse=True)
    played = sum(counting)
    if played < len(counting):
        assert result.ended_by == "target"
    cut = sheet(replace(game, hands=game.hands[:played]))
    assert cut.lines == result.lines[:played]
    assert (cut.totals, cut.places, cut.winners) == (result.totals, result.places, result.winners)
    assert cut.ended_by == result.ended_by


@SETTINGS
@given(games(fewest_hands=1, stopped=False))
def test_a_game_is_over_after_its_last_counting_hand_and_not_before(game: Game) -> None:
    for length in range(len(game.hands) + 1):
        result = sheet(replace(game, hands=game.hands[:length]))
        if result.over:
            assert result.winners
            assert result.next is None
            break
        assert all(line.counts for line in result.lines)
        assert result.winners == ()
        assert result.next is not None


@SETTINGS
@given(games())
def test_the_winners_have_the_lowest_total(game: Game) -> None:
    result = sheet(game)
    lowest = tuple(seat for seat, total in enumerate(result.totals) if total == min(result.totals))
    assert result.winners == (lowest if result.over else ())
    assert result.over is (result.ended_by is not None)


@SETTINGS
@given(games(fewest_hands=1), st.data())
def test_totals_from_paper_are_as_good_as_the_hands_that_gave_them(
    game: Game, data: st.DataObject
) -> None:
    whole = sheet(game)
    played = sum(line.counts for line in whole.lines)
    ended = whole.ended_by == "target"
    # Paper with a finished game on it is another matter.
    at = data.draw(st.integers(0, played - 1 if ended else played))
    opening = whole.lines[at - 1].totals if at else (game.opening or (0,) * game.rules.players)
    assume(all(abs(total) <= MOST_OPENING_POINTS for total in opening))
    rest = sheet(
        replace(
            game,
            hands=game.hands[at:],
            opening=opening,
            hands_before=game.hands_before + at,
            dealer=dealer_of(game, at),
        )
    )
    # The pass need not agree: paper does not say how its hands departed from the cycle.
    departed = any(one.passed is not None for one in game.hands[:at])
    if departed:
        assert [line._replace(passed=0) for line in rest.lines] == [
            line._replace(passed=0) for line in whole.lines[at:]
        ]
    else:
        assert rest.lines == whole.lines[at:]
        assert rest.next == whole.next
    assert (rest.totals, rest.places, rest.winners) == (whole.totals, whole.places, whole.winners)
