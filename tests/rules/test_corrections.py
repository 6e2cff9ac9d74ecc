"""A hand corrected afterwards: the sheet is as if it had been recorded right at first."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from scorepad.rules import Game, sheet
from scorepad.rules.sheet import MOST_OPENING_POINTS
from tests.rules.strategies import SETTINGS, games, hands
from tests.rules.table import hand, play, rules_of


def test_a_correction_can_end_a_game_earlier_and_give_it_another_winner() -> None:
    rules = rules_of(target=50)
    first, wrong, last = (
        hand(13, 0, 0, 0, QS=0, moon="add"),  # 0, 26, 26, 26
        hand(0, 13, 0, 0, QS=2),  # 0, 39, 39, 26
        hand(13, 0, 0, 0, QS=1),  # 13, 52, 39, 26
    )
    before = play(rules, first, wrong, last)
    assert before.winners == (0,)
    assert [line.counts for line in before.lines] == [True, True, True]

    right = hand(0, 12, 1, 0, QS=1)  # 0, 51, 27, 26
    after = play(rules, first, right, last)
    assert after.lines[0] == before.lines[0]
    assert [line.counts for line in after.lines] == [True, True, False]
    assert after.totals == (0, 51, 27, 26)

    reopened = play(rules, first, hand(3, 3, 3, 4, QS=0), last)  # 29, 42, 29, 30
    assert not reopened.over
    assert reopened.next is not None


@SETTINGS
@given(games(fewest_hands=1, departures=False), st.data())
def test_a_correction_changes_the_lines_after_it_alone(game: Game, data: st.DataObject) -> None:
    rules = game.rules
    at = data.draw(st.integers(0, len(game.hands) - 1))
    right = data.draw(hands(rules, departures=False))
    was = sheet(game)
    now = sheet(game.with_hand(at, right))

    # Before it nothing changes.
    assert now.lines[:at] == was.lines[:at]

    # After it stands what a new game gives that begins with the totals as they now are.
    if not all(line.counts for line in now.lines[: at + 1]):
        assert not any(line.counts for line in now.lines[at + 1 :])
        return
    standing = now.lines[at].totals
    assume(all(abs(total) <= MOST_OPENING_POINTS for total in standing))
    if sheet(replace(game, hands=(*game.hands[:at], right), stopped=False)).over:
        assert {line.totals for line in now.lines[at:]} == {standing}
        return
    fresh = sheet(
        Game(
            rules=rules,
            hands=game.hands[at + 1 :],
            dealer=(game.dealer + at + 1) % rules.players,
            opening=standing,
            hands_before=game.hands_before + at + 1,
            stopped=game.stopped,
        )
    )
    assert now.lines[at + 1 :] == fresh.lines
    assert now.next == fresh.next
    assert (now.totals, now.places, now.winners) == (fresh.totals, fresh.places, fresh.winners)


def test_a_game_with_a_hand_has_it_in_place_of_another_or_at_its_end() -> None:
    rules = rules_of()
    first, second, other = hand(13, 0, 0, 0, QS=1), hand(0, 13, 0, 0, QS=2), hand(0, 0, 13, 0, QS=3)
    game = Game(rules, (first, second), dealer=2, hands_before=3, next_passed=0)
    assert game.with_hand(0, other) == replace(game, hands=(other, second))
    assert game.with_hand(1, other) == replace(game, hands=(first, other))
    assert game.with_hand(2, other) == replace(game, hands=(first, second, other))
    assert game.hands == (first, second)
