"""What was notable in a game."""

from __future__ import annotations

from hypothesis import given

from scorepad.rules import Game, sheet
from scorepad.rules.notable import Comeback, Notable, notable
from scorepad.rules.results import Played, results
from tests.rules.strategies import SETTINGS, games
from tests.rules.table import hand, rules_of

MOON = hand(13, 0, 0, 0, QS=0, moon="add")


def notable_in(game: Game) -> Notable:
    """What was notable in a game, with the sheet worked out for it."""
    return notable(game, sheet(game))


class TestWhatWasNotable:
    def test_moons_suns_queens_hits_and_the_comeback(self) -> None:
        rules = rules_of(sun=True, exact=50, target=100)
        game = Game(
            rules,
            (
                hand(0, 13, 0, 0, QS=1),  # 26 0 26 26
                hand(13, 0, 0, 0, QS=0, sun=True),  # 26 52 78 78
                hand(2, 2, 9, 0, QS=2),  # 28 54 100 → 50, 78
                hand(6, 7, 0, 0, QS=0),  # 47 61 50 78
                hand(2, 2, 0, 9, QS=3),  # 49 63 50 100 → 50
                hand(13, 0, 0, 0, QS=1),  # 62 76 50 50
                hand(0, 0, 13, 0, QS=2),  # 88 102 50 76
                hand(0, 0, 0, 13, QS=0),  # after the end
            ),
        )
        assert sheet(game).winners == (2,)
        notes = notable_in(game)
        assert notes.moons == (1, 1, 1, 0)
        assert notes.suns == (1, 0, 0, 0)
        assert notes.card == "QS"
        assert notes.times_taken == (2, 2, 2, 1)
        assert notes.exact_hits == (0, 0, 1, 1)
        assert notes.comeback == Comeback(seat=2, number=2, behind=52)

    def test_a_hand_counts_for_its_player(self) -> None:
        first, second = hand(13, 0, 0, 0, QS=0), hand(13, 0, 0, 0, QS=0)
        game = Game(rules_of(), (first, second))
        # Somebody else sits in the first seat for the first hand.
        notes = notable(game, sheet(game), [(4, 1, 2, 3), (0, 1, 2, 3)])
        assert notes.moons == (1, 0, 0, 0, 1)
        assert notes.times_taken == (1, 0, 0, 0, 1)

    def test_the_card_is_the_one_that_costs_most(self) -> None:
        jack = Game(rules_of(preset="black-jack-1909"), (hand(4, 3, 3, 3, JS=3),))
        assert (notable_in(jack).card, notable_in(jack).times_taken) == ("JS", (0, 0, 0, 1))
        cheap = rules_of(card_points={"KS": 10, "AC": 7, "JD": -10})
        assert notable_in(Game(cheap)).card == "KS"
        # The queen is the queen, even where a king costs more.
        assert notable_in(Game(rules_of(card_points={"KS": 30, "QS": 5}))).card == "QS"

    def test_plain_hearts_have_no_card(self) -> None:
        notes = notable_in(Game(rules_of(preset="hearts"), (hand(4, 3, 3, 3),)))
        assert (notes.card, notes.times_taken) == (None, (0, 0, 0, 0))

    def test_a_comeback_belongs_to_the_player_at_the_end(self) -> None:
        # 0 0 21 5, then 13 13 21 5: the last seat was behind by 5, and has another player since.
        back = Game(rules_of(), (hand(0, 0, 8, 5, QS=2), hand(13, 0, 0, 0, QS=1)), stopped=True)
        assert sheet(back).winners == (3,)
        last = [(0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 9)]
        found = {each.player: each.comeback for each in results(Played(back, sheet(back), last))}
        assert found == {0: 0, 1: 0, 2: 0, 3: 0, 9: 5}

    def test_who_always_led_did_not_come_back(self) -> None:
        won = Game(rules_of(), (hand(13, 0, 0, 0, QS=1),), opening=(90, 0, 0, 0))
        assert notable_in(won).comeback is None
        assert notable_in(Game(rules_of(), (MOON,))).comeback is None


@SETTINGS
@given(games())
def test_the_comeback_is_a_winner_s_and_the_biggest(game: Game) -> None:
    result, notes = sheet(game), notable_in(game)
    lines = [line for line in result.lines if line.counts]
    behind = [line.totals[seat] - min(line.totals) for line in lines for seat in result.winners]
    assert (notes.comeback.behind if notes.comeback else 0) == max(behind, default=0)
    if notes.comeback:
        assert notes.comeback.seat in result.winners
    assert sum(notes.moons) == sum(line.shooter is not None for line in lines)
    assert sum(notes.times_taken) == (len(lines) if notes.card else 0)
