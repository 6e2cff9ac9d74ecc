"""What is told of an evening: each kind of fact on a sheet worked by hand, and any of them checked.

Black Lady with four counts 26 points a hand: 13 hearts, and 13 for the queen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import given

from scorepad.cli.demo import GAMES
from scorepad.gamefile import read_game
from scorepad.rules import Game, Hand, story
from scorepad.rules import evening_facts as facts
from scorepad.rules.story import MOST_FACTS, MOST_HIGHLIGHTS, tell
from scorepad.rules.story_of_evening import Runs
from scorepad.rules.story_of_game import Played
from tests.rules.evenings import QUEEN, Evening, evenings, hands_of, lowest, night_of, played
from tests.rules.strategies import SETTINGS, moon_of
from tests.rules.table import hand, rules_of

A, B, C, D, E = range(5)
F = TypeVar("F", bound=facts.Fact)
NO_RUNS = Runs({}, {}, {})
PLAIN = hand(6, 4, 2, 1, QS=1)  # 6 17 2 1


def told(kind: type[F], *games: Played, **runs: dict[tuple[int, int], int]) -> list[F]:
    """The facts of this kind in the story of some games."""
    some = Runs(runs.get("wins", {}), runs.get("ended", {}), runs.get("queens", {}))
    tale = tell(games, night_of(games), some)
    return [fact for fact in tale.facts if type(fact) is kind]


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
    def test_the_beginning_says_who_played_and_how_much(self) -> None:
        (fact,) = told(
            facts.Beginning,
            game(PLAIN, PLAIN, rows=[(A, B, C, D), (A, B, C, E)]),
            game(PLAIN),
        )
        assert fact == facts.Beginning(0, 0, (A, B, C, D, E), 2, 3)

    def test_the_end_says_who_won_the_night(self) -> None:
        tale = tell([game(PLAIN)], night_of([game(PLAIN)]), NO_RUNS)
        assert tale.facts[-1] == facts.Night(0, 0, (D,), 1, 1, 1)

    def test_who_went_ahead_in_the_last_hand_alone(self) -> None:
        hands = [taken(1, 0, 25, 0, queen=C)] * 3  # 3 0 75 0
        last = taken(0, 10, 0, 16, queen=D)  # 3 10 75 16
        assert told(facts.LedFrom, game(*hands, last)) == [facts.LedFrom(1, 4, A)]
        # Ahead with Ben after the first hand.
        first = taken(0, 0, 13, 13, queen=C)
        hands = [first, *hands]
        assert not told(facts.LedFrom, game(*hands, last))

    def test_the_moon_that_turned_it(self) -> None:
        before = taken(9, 3, 0, 14, queen=D)  # 9 3 0 14
        moon = hand(13, 0, 0, 0, QS=0)  # 9 29 26 40
        turned = facts.MoonTurned(1, 2, A, False, 3, won=True)
        assert told(facts.MoonTurned, game(before, moon, moon="add")) == [turned]
        # Then Cara overtakes Anna: 34 30 26 40.
        after = taken(25, 1, 0, 0, queen=A)
        lost = [before, moon, after]
        assert told(facts.MoonTurned, game(*lost, moon="add")) == [replace(turned, won=False)]
        assert not told(facts.MoonTurned, game(moon, moon="add"))

    def test_of_a_comeback_by_a_moon_the_win_is_told_once(self) -> None:
        before = taken(20, 2, 2, 2, queen=A)
        moon, after = hand(13, 0, 0, 0, QS=0), taken(0, 1, 5, 20, queen=D)  # 20 29 33 48
        table = game(before, moon, after, moon="add", target=72)
        assert told(facts.CameBack, table) == [facts.CameBack(1, 1, A, 18)]
        turned = facts.MoonTurned(1, 2, A, False, 4, won=False)
        assert told(facts.MoonTurned, table) == [turned]

    def test_the_comeback(self) -> None:
        hands = [taken(26, 0, 0, 0, queen=A), taken(0, 26, 0, 0, queen=B)]
        hands += [taken(0, 4, 22, 0, queen=C), taken(0, 0, 5, 21, queen=D)]
        hands += [taken(0, 0, 5, 21, queen=D)]  # 26 30 32 42
        assert told(facts.CameBack, game(*hands)) == [facts.CameBack(1, 1, A, 26)]
        # A quarter of the way to the end is much, and less is not.
        assert not told(facts.CameBack, game(*hands, target=105))
        # Somebody else had been behind.
        assert not told(facts.CameBack, game(*hands, rows=[(E, B, C, D), (A, B, C, D)]))

    def test_no_comeback_from_the_moon_of_another(self) -> None:
        moon = hand(0, 13, 0, 0, QS=1)  # 26 0 26 26
        after = [taken(0, 25, 1, 0, queen=B)] * 2  # 26 50 28 26
        assert not told(facts.CameBack, game(moon, *after, moon="add"))

    def test_the_streak_that_ended(self) -> None:
        assert told(facts.StreakEnded, game(PLAIN), ended={(1, A): 3, (1, B): 2}) == [
            facts.StreakEnded(1, 0, A, 3)
        ]
        # It is told once how long it was.
        assert not told(
            facts.StreakEnded, game(PLAIN), game(PLAIN), wins={(1, A): 3}, ended={(2, A): 3}
        )

    def test_wins_in_a_row_are_those_of_the_records(self) -> None:
        two = game(PLAIN), game(PLAIN)
        wins = {(1, A): 4, (1, B): 1, (2, A): 5, (2, C): 2}
        assert told(facts.WonInRow, *two, wins=wins) == [facts.WonInRow(2, 0, A, 5)]
        # Two in one evening are none to speak of.
        assert not told(facts.WonInRow, *two, wins={(1, A): 1, (2, A): 2})
        # That these were all is told in the end.
        assert not told(facts.WonInRow, *two, game(PLAIN), wins={(3, A): 3})

    def test_moons_and_suns(self) -> None:
        moon, sun = hand(13, 0, 0, 0, QS=0), hand(13, 0, 0, 0, QS=0, sun=True)
        table = game(moon, sun, moon="add", sun=True, target=1000)
        assert told(facts.Moon, table) == [
            facts.Moon(1, 1, A, sun=False), facts.Moon(1, 2, A, sun=True)
        ]  # fmt: skip

    def test_the_queen_after_many_hands_without_it(self) -> None:
        hands = [taken(0, 0, 26, 0, queen=C), taken(0, 0, 0, 26, queen=D)]
        ended = told(facts.QueenRunEnded, game(*hands), queens={(1, D): 20, (1, C): 19})
        assert ended == [facts.QueenRunEnded(1, 2, D, 20)]

    def test_how_close_it_was(self) -> None:
        close, closer = taken(2, 5, 6, 13, queen=D), taken(2, 4, 7, 13, queen=D)
        assert told(facts.Close, game(close), game(closer)) == [
            facts.Close(1, 0, A, 3), facts.Close(2, 0, A, 2)
        ]  # fmt: skip
        assert not told(facts.Close, game(taken(1, 5, 7, 13, queen=D)))

    def test_a_tie(self) -> None:
        tied = game(taken(0, 0, 13, 13, queen=D))
        assert told(facts.Tied, tied, game(PLAIN)) == [facts.Tied(1, 0, (A, B), 0)]
        # Of a single game, the end says it.
        assert not told(facts.Tied, tied)

    def test_who_won_is_told_of_each_game_that_has_no_other_fact_about_it(self) -> None:
        quiet, other = (game(taken(*points, queen=D)) for points in ((1, 5, 7, 13), (5, 1, 7, 13)))
        assert told(facts.Won, quiet, other) == [
            facts.Won(1, 0, A, 1), facts.Won(2, 0, B, 1)
        ]  # fmt: skip
        # The end says it.
        assert not told(facts.Won, quiet)
        assert not told(facts.Won, quiet, quiet)


def test_games_without_a_hand_have_a_beginning_and_an_end() -> None:
    paper = game(opening=(1, 2, 3, 4), hands_before=3)
    tale = tell([paper], night_of([paper]), NO_RUNS)
    assert tale.facts == [
        facts.Beginning(0, 0, (A, B, C, D), 1, 0), facts.Night(0, 0, (A,), 1, 1, 1)
    ]  # fmt: skip


def test_hands_after_the_end_are_not_told() -> None:
    to_ann = taken(26, 0, 0, 0, queen=A)
    table = game(*[to_ann] * 2, *[taken(0, 26, 0, 0, queen=B)] * 4, target=40)
    (beginning,) = told(facts.Beginning, table)
    assert beginning.hands == 2


@SETTINGS
@given(evenings())
def test_every_fact_of_any_evening_holds(evening: Evening) -> None:
    night = night_of(evening.games)
    tale = tell(evening.games, night, evening.runs)
    assert len(tale.facts) <= MOST_FACTS + 2 == 10
    assert (type(tale.facts[0]), tale.facts[-1]) == (facts.Beginning, night)
    assert len(tale.highlights) <= MOST_HIGHLIGHTS
    # In their order, too.
    assert [fact for fact in tale.facts if fact in tale.highlights] == list(tale.highlights)
    places = [(fact.game or 99, fact.hand or 999) for fact in tale.facts[1:-1]]
    assert places == sorted(places)
    assert len({*tale.facts}) == len(tale.facts)
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
            kinds.add(type(fact))
            assert holds(fact, evening), fact
    # But for what is known of earlier evenings.
    assert len(kinds) >= 7, kinds


def test_a_story_has_few_kinds_of_facts_and_what_is_rare_comes_first() -> None:
    kinds = {each for each in vars(facts).values() if isinstance(each, type)}
    told_of = {each for each in kinds if issubclass(each, facts.Fact)} - {facts.Fact}
    assert len(told_of - {facts.Beginning, facts.Night}) <= 10
    moon = game(hand(13, 0, 0, 0, QS=0), moon="add")
    games = [moon, game(taken(0, 0, 0, 26, queen=D)), game(PLAIN)]
    tale = tell(games, night_of(games), Runs({}, {}, {(2, D): 34}))
    (*_, rarest) = sorted(tale.highlights, key=lambda fact: type(fact) is facts.QueenRunEnded)
    assert rarest == facts.QueenRunEnded(2, 1, D, 34)


def facts_without_limits(evening: Evening) -> Sequence[facts.Fact]:
    """All facts that could be told, but who won the night."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("MOST_FACTS", "_MOST_OF_A_KIND"):
            patch.setattr(story, limit, 1000)
        tale = tell(evening.games, night_of(evening.games), evening.runs)
    return tale.facts[:-1]


def holds(fact: facts.Fact, evening: Evening) -> bool:
    """Whether it is as the fact says, worked out from the sheets in another way."""
    games = evening.games
    if not fact.game:
        return holds_all_evening(fact, games)
    table = games[fact.game - 1]
    hands = hands_of(table)
    totals = [line.totals for line, _, _ in hands]
    at = next((at for at, (line, _, _) in enumerate(hands) if line.number == fact.hand), -1)
    row = hands[at][2] if at >= 0 else table.players[-1]
    start = table.game.opening or (0,) * len(row)
    before = ([start, *totals])[at] if at >= 0 else start
    winners = {table.players[-1][seat] for seat in lowest(table.sheet.totals)}
    match fact:
        case facts.LedFrom():
            seat = row.index(fact.player)
            ahead = [seat in lowest(each) and len({*each}) > 1 for each in [start, *totals[:at]]]
            return winners == {fact.player} and at == len(totals) - 1 and not any(ahead)
        case facts.Moon():
            return holds_moon(fact, table, at, before)
        case facts.CameBack():
            behind = totals[at][row.index(fact.player)] - min(totals[at])
            return fact.player in winners and behind == fact.behind > 0
        case facts.StreakEnded():
            won = evening.runs.wins_ended[fact.game, fact.player]
            return fact.wins == won and fact.player not in winners
        case facts.WonInRow():
            longest = max(evening.runs.wins.values())
            won = evening.runs.wins[fact.game, fact.player]
            return fact.player in winners and fact.wins == won == longest
        case facts.QueenRunEnded():
            run = evening.runs.queen_ended[fact.game, fact.player]
            takers = [each[hand.cards[QUEEN]] for _, hand, each in hands]
            return fact.without == run and takers.index(fact.player) == at
        case facts.Won() | facts.Tied():
            players = {fact.player} if isinstance(fact, facts.Won) else set(fact.players)
            return winners == players and fact.total == min(table.sheet.totals)
        case facts.Close():
            first, second, *_ = sorted(table.sheet.totals)
            return winners == {fact.player} and second - first == fact.points > 0
        case _:
            return False


def holds_moon(fact: facts.Moon, table: Played, at: int, before: Sequence[int]) -> bool:
    line, hand, row = hands_of(table)[at]
    moon = moon_of(hand.hearts, dict(hand.cards), table.game.rules)
    if moon.shooter is None or row[moon.shooter] != fact.player or hand.sun != fact.sun:
        return False
    final = lowest(table.sheet.totals)
    match fact:
        case facts.MoonTurned():
            place = 1 + sum(total < before[moon.shooter] for total in before)
            won = moon.shooter in final
            return (
                place == fact.place > 1
                and lowest(line.totals) == {moon.shooter}
                and (not fact.won or won)
            )
        case _:
            return True


def holds_all_evening(fact: facts.Fact, games: Sequence[Played]) -> bool:
    hands = [(table, *each) for table in games for each in hands_of(table)]
    match fact:
        case facts.Beginning():
            sat = {player for _, _, _, row in hands for player in row}
            sat |= {player for table in games for player in table.players[-1]}
            return {*fact.players} == sat and (fact.games, fact.hands) == (len(games), len(hands))
        case _:
            return False
