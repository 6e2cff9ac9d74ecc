"""What is told of an evening: each kind of fact on a sheet worked by hand, and any of them checked.

Black Lady with four counts 26 points a hand: 13 hearts, and 13 for the queen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given

from scorepad.cli.demo import GAMES
from scorepad.gamefile import read_game
from scorepad.rules import Game, Hand, story
from scorepad.rules.results import Played
from scorepad.rules.story import KINDS, MOST_FACTS, Fact, Kind, Runs, tell
from tests.rules.evenings import QUEEN, Evening, evenings, hands_of, lowest, played
from tests.rules.strategies import SETTINGS, moon_of
from tests.rules.table import hand, rules_of

A, B, C, D, E = range(5)
NO_RUNS = Runs({}, {}, {})
PLAIN = hand(6, 4, 2, 1, QS=1)  # 6 17 2 1


def told(kind: Kind, *games: Played, **runs: dict[tuple[int, int], int]) -> list[Fact]:
    """The facts of this kind in the story of some games."""
    some = Runs(runs.get("wins", {}), runs.get("ended", {}), runs.get("queens", {}))
    return [fact for fact in tell(games, some) if fact.kind == kind]


def game(*hands: Hand, rows: Sequence[Sequence[int]] = (), opening: tuple[int, ...] = (),
         hands_before: int = 0, **options: object) -> Played:  # fmt: skip
    """A game of four without moons, unless the options say otherwise."""
    rules = rules_of(**{"moon": "off", **options})
    return played(Game(rules, hands, 0, opening, hands_before), *rows)


def taken(*points: int, queen: int) -> Hand:
    """A hand with these points in all, of which 13 are the queen's."""
    hearts = [each - 13 * (seat == queen) for seat, each in enumerate(points)]
    return hand(*hearts, QS=queen)


class TestEachKindOfFact:
    def test_who_went_ahead_in_the_last_hand_alone(self) -> None:
        hands = [taken(1, 0, 25, 0, queen=C)] * 3  # 3 0 75 0
        last = taken(0, 10, 0, 16, queen=D)  # 3 10 75 16
        assert told("went ahead", game(*hands, last)) == [Fact("went ahead", 1, 4, (A,))]
        # Ahead with Ben after the first hand.
        first = taken(0, 0, 13, 13, queen=C)
        hands = [first, *hands]
        assert not told("went ahead", game(*hands, last))

    def test_the_moon_that_turned_it(self) -> None:
        before = taken(9, 3, 0, 14, queen=D)  # 9 3 0 14
        moon = hand(13, 0, 0, 0, QS=0)  # 9 29 26 40
        turned = Fact("moon to the win", 1, 2, (A,), place=3)
        assert told("moon to the win", game(before, moon, moon="add")) == [turned]
        # Then Cara overtakes Anna: 34 30 26 40.
        after = taken(25, 1, 0, 0, queen=A)
        lost = [before, moon, after]
        assert told("moon", game(*lost, moon="add")) == [Fact("moon", 1, 2, (A,))]
        assert not told("moon to the win", game(moon, moon="add"))

    def test_of_a_comeback_by_a_moon_the_win_is_told_once(self) -> None:
        before = taken(20, 2, 2, 2, queen=A)
        moon, after = hand(13, 0, 0, 0, QS=0), taken(0, 1, 5, 20, queen=D)  # 20 29 33 48
        table = game(before, moon, after, moon="add", target=72)
        assert told("came back", table) == [Fact("came back", 1, 1, (A,), 18)]
        assert told("moon", table) == [Fact("moon", 1, 2, (A,))]

    def test_the_comeback(self) -> None:
        hands = [taken(26, 0, 0, 0, queen=A), taken(0, 26, 0, 0, queen=B)]
        hands += [taken(0, 4, 22, 0, queen=C), taken(0, 0, 5, 21, queen=D)]
        hands += [taken(0, 0, 5, 21, queen=D)]  # 26 30 32 42
        assert told("came back", game(*hands)) == [Fact("came back", 1, 1, (A,), 26)]
        # A quarter of the way to the end is much, and less is not.
        assert not told("came back", game(*hands, target=105))
        # Somebody else had been behind.
        assert not told("came back", game(*hands, rows=[(E, B, C, D), (A, B, C, D)]))

    def test_no_comeback_from_the_moon_of_another(self) -> None:
        moon = hand(0, 13, 0, 0, QS=1)  # 26 0 26 26
        after = [taken(0, 25, 1, 0, queen=B)] * 2  # 26 50 28 26
        assert not told("came back", game(moon, *after, moon="add"))

    def test_the_streak_that_ended(self) -> None:
        assert told("streak ended", game(PLAIN), ended={(1, A): 3, (1, B): 2}) == [
            Fact("streak ended", 1, None, (A,), 3)
        ]
        # It is told once how long it was.
        assert not told(
            "streak ended", game(PLAIN), game(PLAIN), wins={(1, A): 3}, ended={(2, A): 3}
        )

    def test_wins_in_a_row_are_those_of_the_records(self) -> None:
        two = game(PLAIN), game(PLAIN)
        wins = {(1, A): 4, (1, B): 1, (2, A): 5, (2, C): 2}
        assert told("won in a row", *two, wins=wins) == [Fact("won in a row", 2, None, (A,), 5)]
        # Two in one evening are none to speak of.
        assert not told("won in a row", *two, wins={(1, A): 1, (2, A): 2})
        # That these were all is told in the end.
        assert not told("won in a row", *two, game(PLAIN), wins={(3, A): 3})

    def test_moons_and_suns(self) -> None:
        moon, sun = hand(13, 0, 0, 0, QS=0), hand(13, 0, 0, 0, QS=0, sun=True)
        table = game(moon, sun, moon="add", sun=True, target=1000)
        assert told("moon", table) == [Fact("moon", 1, 1, (A,))]
        assert told("sun", table) == [Fact("sun", 1, 2, (A,))]

    def test_the_queen_after_many_hands_without_it(self) -> None:
        hands = [taken(0, 0, 26, 0, queen=C), taken(0, 0, 0, 26, queen=D)]
        ended = told("queen at last", game(*hands), queens={(1, D): 20, (1, C): 19})
        assert ended == [Fact("queen at last", 1, 2, (D,), 20)]

    def test_how_close_it_was(self) -> None:
        close, closer = taken(2, 5, 6, 13, queen=D), taken(2, 4, 7, 13, queen=D)
        assert told("close", game(close), game(closer)) == [
            Fact("close", 1, None, (A,), 3), Fact("close", 2, None, (A,), 2)
        ]  # fmt: skip
        assert not told("close", game(taken(1, 5, 7, 13, queen=D)))

    def test_a_tie(self) -> None:
        tied = game(taken(0, 0, 13, 13, queen=D))
        assert Fact("won", 1, None, (A, B), 0) in told("won", tied, game(PLAIN))
        # Of a single game, the end says it.
        assert not told("won", tied)

    def test_who_won_is_told_of_each_game_that_has_no_other_fact_about_it(self) -> None:
        quiet, other = (game(taken(*points, queen=D)) for points in ((1, 5, 7, 13), (5, 1, 7, 13)))
        assert told("won", quiet, other) == [
            Fact("won", 1, None, (A,), 1), Fact("won", 2, None, (B,), 1)
        ]  # fmt: skip
        # The end says it.
        assert not told("won", quiet)
        assert not told("won", quiet, quiet)


def test_games_without_a_hand_have_no_facts() -> None:
    assert tell([game(opening=(1, 2, 3, 4), hands_before=3)], NO_RUNS) == []


@SETTINGS
@given(evenings())
def test_every_fact_of_any_evening_holds(evening: Evening) -> None:
    facts = tell(evening.games, evening.runs)
    assert len({*facts}) == len(facts) <= MOST_FACTS == 8
    places = [(fact.game, fact.hand or 999) for fact in facts]
    assert places == sorted(places)
    for fact in facts_without_limits(evening):
        assert holds(fact, evening), fact


def test_every_fact_of_real_games_holds() -> None:
    """The games of the demo, three at a time."""
    games = []
    for line in GAMES.read_text("utf-8").splitlines():
        file = read_game(json.loads(line))
        if not file.left:
            games.append(played(file.game, ["ABCDE".index(name[0]) for name in file.players]))
    kinds = set()
    for at in range(0, len(games), 3):
        evening = Evening(games[at : at + 3], NO_RUNS)
        for fact in facts_without_limits(evening):
            kinds.add(fact.kind)
            assert holds(fact, evening), fact
    # Except what is known of earlier evenings.
    assert len(kinds) >= 6, kinds
    assert kinds < {*KINDS}


def test_what_is_rare_comes_first() -> None:
    games = [game(*[hand(13, 0, 0, 0, QS=0)] * 2, moon="add", target=1000), game(PLAIN)]
    games += [game(taken(2, 4, 7, 13, queen=D)) for _ in range(8)]
    facts = tell(games, Runs({}, {}, {(2, B): 34}))
    assert len(facts) == MOST_FACTS
    assert Fact("queen at last", 2, 1, (B,), 34) in facts
    assert [fact.kind for fact in facts].count("close") == 2


def facts_without_limits(evening: Evening) -> Sequence[Fact]:
    """All facts that could be told."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("MOST_FACTS", "MOST_OF_A_KIND"):
            patch.setattr(story, limit, 1000)
        return tell(evening.games, evening.runs)


def holds(fact: Fact, evening: Evening) -> bool:
    """Whether it is as the fact says, worked out from the sheets in another way."""
    table = evening.games[fact.game - 1]
    hands = hands_of(table)
    totals = [line.totals for line, _, _ in hands]
    at = next((at for at, (line, _, _) in enumerate(hands) if line.number == fact.hand), -1)
    if (at >= 0) != (fact.hand is not None):
        return False
    row = hands[at][2] if at >= 0 else table.players[-1]
    start = table.game.opening or (0,) * len(row)
    before = ([start, *totals])[at] if at >= 0 else start
    winners = {table.players[-1][seat] for seat in lowest(table.sheet.totals)}
    player = fact.players[0]
    match fact.kind:
        case "went ahead":
            seat = row.index(player)
            ahead = [seat in lowest(each) and len({*each}) > 1 for each in [start, *totals[:at]]]
            return winners == {player} and at == len(totals) - 1 and not any(ahead)
        case "moon" | "sun" | "moon to the win":
            return holds_moon(fact, table, at, before)
        case "came back":
            behind = totals[at][row.index(player)] - min(totals[at])
            return player in winners and behind == fact.count > 0
        case "streak ended":
            won = evening.runs.wins_ended[fact.game, player]
            return fact.count == won and player not in winners
        case "won in a row":
            longest = max(evening.runs.wins.values())
            won = evening.runs.wins[fact.game, player]
            return player in winners and fact.count == won == longest
        case "queen at last":
            run = evening.runs.queen_ended[fact.game, player]
            takers = [each[hand.cards[QUEEN]] for _, hand, each in hands]
            return fact.count == run and takers.index(player) == at
        case "won":
            return winners == {*fact.players} and fact.count == min(table.sheet.totals)
        case "close":
            first, second, *_ = sorted(table.sheet.totals)
            return winners == {player} and second - first == fact.count > 0


def holds_moon(fact: Fact, table: Played, at: int, before: Sequence[int]) -> bool:
    line, hand, row = hands_of(table)[at]
    moon = moon_of(hand.hearts, dict(hand.cards), table.game.rules)
    if moon.shooter is None or (row[moon.shooter],) != fact.players:
        return False
    if hand.sun != fact.kind.startswith("sun"):
        return False
    place = 1 + sum(total < before[moon.shooter] for total in before)
    if fact.kind in ("moon", "sun"):
        return fact.place == 0
    return (
        place == fact.place > 1
        and lowest(line.totals) == {moon.shooter}
        and moon.shooter in lowest(table.sheet.totals)
    )
