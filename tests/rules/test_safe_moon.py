"""The safe moon: an old moon, but a new one where the old one would lose its shooter the game."""

from __future__ import annotations

import pytest

from scorepad.rules import RulesError
from tests.rules.table import hand, play, rules_of

MOON = hand(13, 0, 0, 0, QS=0)
OLD = (0, 26, 26, 26)
NEW = (-26, 0, 0, 0)


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        pytest.param((0, 0, 0, 0), OLD, id="the game does not end"),
        pytest.param((50, 80, 40, 40), OLD, id="it ends and the shooter is alone lowest"),
        pytest.param((66, 80, 40, 60), OLD, id="it ends and the shooter shares the lowest"),
        pytest.param((67, 80, 40, 60), NEW, id="it ends and somebody stays one lower"),
        pytest.param((99, 73, 10, 10), OLD, id="one short of the end"),
        pytest.param((99, 74, 10, 10), NEW, id="exactly the end"),
    ],
)
def test_old_unless_it_loses_the_game(opening: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert play(rules_of(moon="safe"), MOON, opening=opening).lines[0].points == expected


def test_with_exceed_a_total_on_the_target_does_not_end_the_game() -> None:
    rules = rules_of(moon="safe", end="exceed")
    assert play(rules, MOON, opening=(90, 74, 10, 10)).lines[0].points == OLD
    assert play(rules, MOON, opening=(90, 75, 10, 10)).lines[0].points == NEW


def test_an_exact_hit_does_not_end_the_game_so_the_moon_stays_old() -> None:
    rules = rules_of(moon="safe", exact=50)
    result = play(rules, MOON, opening=(90, 74, 10, 10))
    assert result.lines[0].points == OLD
    assert result.totals == (90, 50, 36, 36)
    assert not result.over


def test_an_exact_hit_can_put_somebody_below_the_shooter() -> None:
    rules = rules_of(moon="safe", exact=100)
    # Old: 60, 0 (hit), 101, 86 – over, and the shooter is behind the seat that hit.
    result = play(rules, MOON, opening=(60, 74, 75, 60))
    assert result.lines[0].points == NEW
    assert result.totals == (34, 74, 75, 60)
    # Without the exact hit the shooter would win with 60.
    assert play(rules_of(moon="safe"), MOON, opening=(60, 74, 75, 60)).lines[0].points == OLD


def test_where_play_goes_on_an_old_moon_that_ties_for_first_does_not_end_the_game() -> None:
    rules = rules_of(moon="safe", tie="play-on")
    # Old: 70, 106, 66, 66 – two share the lowest total, so play goes on: nothing is lost.
    result = play(rules, MOON, opening=(70, 80, 40, 40))
    assert result.lines[0].points == OLD
    assert not result.over
    # Old: 70, 106, 66, 67 – one is alone lowest: that would be the end.
    assert play(rules, MOON, opening=(70, 80, 40, 41)).lines[0].points == NEW


def test_a_bonus_card_elsewhere_can_make_the_old_moon_unsafe() -> None:
    rules = rules_of(preset="omnibus", moon="safe")
    opening = (60, 80, 40, 50)
    mine = hand(13, 0, 0, 0, QS=0, JD=0)
    assert play(rules, mine, opening=opening).lines[0].points == (-10, 26, 26, 26)
    # Old: 60, 106, 56, 76.
    theirs = hand(13, 0, 0, 0, QS=0, JD=2)
    assert play(rules, theirs, opening=opening).lines[0].points == (-26, 0, -10, 0)


def test_a_sun_is_judged_with_its_double_points() -> None:
    rules = rules_of(moon="safe", sun=True)
    sun = hand(13, 0, 0, 0, QS=0, sun=True)
    # 52 for the others ends it (100) with the shooter at 80 behind the one at 60.
    assert play(rules, MOON, opening=(80, 48, 8, 8)).lines[0].points == OLD
    assert play(rules, sun, opening=(80, 48, 8, 8)).lines[0].points == (-52, 0, 0, 0)


def test_the_file_may_say_which_moon_it_was_if_it_says_the_right_one() -> None:
    rules = rules_of(moon="safe")
    subtracted = hand(13, 0, 0, 0, QS=0, moon="subtract")
    assert play(rules, subtracted, opening=(67, 80, 40, 60)).lines[0].points == NEW
    with pytest.raises(RulesError) as raised:
        play(rules, subtracted)
    assert raised.value.place == "hands[0].moon"
