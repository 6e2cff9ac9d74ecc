"""The sheet as a whole: totals hand by hand, games from paper, stopped games, hands too many."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorepad.rules import PRESETS, Game, RulesError, sheet
from scorepad.rules.scoring import places
from scorepad.rules.sheet import MOST_HANDS_BEFORE, MOST_OPENING_POINTS, dealer_of
from tests.rules.strategies import SETTINGS, games
from tests.rules.table import hand, play, rules_of

# 13 for the first two seats, nothing for the others.
THIRTEENS = hand(13, 0, 0, 0, QS=1)


def test_the_sheet_of_a_game_not_begun() -> None:
    result = play(rules_of())
    assert result.lines == ()
    assert result.totals == (0, 0, 0, 0)
    assert result.places == (1, 1, 1, 1)
    assert result.winners == ()
    assert not result.over
    assert result.next is not None
    assert result.next.number == 1
    assert result.next.dealer == 0
    assert result.next.passed == 1
    assert result.next.leads == "2C"


def test_totals_run_on_and_each_line_has_its_own() -> None:
    result = play(rules_of(), hand(5, 8, 0, 0, QS=0), hand(0, 0, 13, 0, QS=2), THIRTEENS)
    assert [line.points for line in result.lines] == [
        (18, 8, 0, 0),
        (26, 26, 0, 26),
        (13, 13, 0, 0),
    ]
    assert [line.totals for line in result.lines] == [
        (18, 8, 0, 0),
        (44, 34, 0, 26),
        (57, 47, 0, 26),
    ]
    assert [line.shooter for line in result.lines] == [None, 2, None]
    assert [line.places for line in result.lines] == [(4, 3, 1, 1), (4, 3, 1, 2), (4, 3, 1, 2)]
    assert result.totals == (57, 47, 0, 26)


def test_no_seat_is_ahead_while_all_are_level_at_the_start() -> None:
    assert play(rules_of()).ahead == frozenset()
    assert play(rules_of(), opening=(7, 7, 7, 7)).ahead == frozenset()
    # They brought something from paper, or have come to the same total.
    assert play(rules_of(), opening=(7, 0, 0, 7)).ahead == {1, 2}
    assert play(rules_of(), THIRTEENS).ahead == {2, 3}
    level = play(rules_of(), hand(0, 0, 13, 0, QS=3), opening=(13, 13, 0, 0))
    assert level.totals == (13, 13, 13, 13)
    assert level.ahead == {0, 1, 2, 3}


class TestHandsAfterTheEnd:
    def test_they_stand_in_the_sheet_and_do_not_count(self) -> None:
        result = play(rules_of(), THIRTEENS, hand(0, 0, 13, 0, QS=2), opening=(90, 0, 0, 0))
        end, later = result.lines
        assert end.counts
        assert not later.counts
        assert later.number == 2
        assert later.points == (26, 26, 0, 26)
        assert later.adjusted == (0, 0, 0, 0)
        assert later.totals == result.totals == end.totals == (103, 13, 0, 0)
        assert result.next is None
        assert result.winners == (2, 3)

    def test_they_must_be_valid_all_the_same(self) -> None:
        with pytest.raises(RulesError, match=r"^hands\[1\]\.hearts: 12 of 13 hearts placed$"):
            play(rules_of(), THIRTEENS, hand(12, 0, 0, 0, QS=0), opening=(90, 0, 0, 0))

    def test_they_do_not_make_a_stopped_game_of_it(self) -> None:
        result = play(rules_of(), THIRTEENS, THIRTEENS, opening=(90, 0, 0, 0), stopped=True)
        assert result.ended_by == "target"


class TestStoppedGames:
    def test_the_places_stand_as_they_are(self) -> None:
        result = play(rules_of(), hand(5, 8, 0, 0, QS=0), stopped=True)
        assert result.over
        assert result.ended_by == "stopped"
        assert result.places == (4, 3, 1, 1)
        assert result.winners == (2, 3)
        assert result.next is None
        assert result.lines[0].counts

    def test_a_game_can_be_stopped_before_the_first_hand(self) -> None:
        result = play(rules_of(), stopped=True)
        assert result.ended_by == "stopped"
        assert result.winners == (0, 1, 2, 3)


class TestGamesFromPaper:
    def test_totals_numbers_dealer_and_pass_go_on_from_there(self) -> None:
        result = play(rules_of(), THIRTEENS, opening=(40, 9, 20, 9), hands_before=3, dealer=3)
        (line,) = result.lines
        assert line.number == 4
        assert line.dealer == 3
        assert line.passed == 0
        assert line.totals == (53, 22, 20, 9)
        assert result.next is not None
        assert result.next.number == 5
        assert result.next.dealer == 0
        assert result.next.passed == 1

    def test_the_paper_alone_is_a_sheet(self) -> None:
        result = play(rules_of(), opening=(40, 9, 20, 9), hands_before=3)
        assert result.totals == (40, 9, 20, 9)
        assert result.places == (4, 1, 3, 1)
        assert not result.over

    def test_there_is_a_total_for_every_seat(self) -> None:
        cases: list[tuple[int, ...]] = [(0,), (0, 0, 0), (0, 0, 0, 0, 0)]
        for opening in cases:
            with pytest.raises(RulesError, match=r"^opening: "):
                play(rules_of(), opening=opening)

    def test_no_paper_holds_such_totals(self) -> None:
        for total in (MOST_OPENING_POINTS + 1, -MOST_OPENING_POINTS - 1, 10**30):
            with pytest.raises(RulesError, match=r"^opening\[2\]: "):
                play(rules_of(), opening=(0, 0, total, 0))

    def test_no_paper_holds_such_a_number_of_hands(self) -> None:
        for before in (-1, MOST_HANDS_BEFORE + 1):
            with pytest.raises(RulesError, match=r"^hands_before: "):
                play(rules_of(), hands_before=before)


def test_the_dealer_sits_at_the_table() -> None:
    for dealer in (-1, 4):
        with pytest.raises(RulesError, match=r"^dealer: "):
            play(rules_of(), dealer=dealer)


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
@given(games(), st.sampled_from(list(PRESETS)))
def test_what_the_rules_are_called_changes_nothing(game: Game, preset: str) -> None:
    assert sheet(replace(game, rules=replace(game.rules, preset=preset))) == sheet(game)


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
