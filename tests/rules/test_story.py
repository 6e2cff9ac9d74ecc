"""What is told of an evening: each kind of fact on a sheet worked by hand, and any of them checked.

Black Lady with four counts 26 points a hand: 13 hearts, and 13 for the queen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

import pytest
from hypothesis import given

from scorepad.cli.demo import GAMES
from scorepad.gamefile import read_game
from scorepad.rules import Game, Hand, story
from scorepad.rules import evening_facts as facts
from scorepad.rules.story import MOST_FACTS, MOST_HIGHLIGHTS, tell
from scorepad.rules.story_of_game import Played
from tests.rules.evenings import QUEEN, Evening, evenings, hands_of, lowest, night_of, played
from tests.rules.strategies import SETTINGS, moon_of
from tests.rules.table import hand, rules_of

A, B, C, D, E = range(5)
F = TypeVar("F", bound=facts.Fact)
PLAIN = hand(6, 4, 2, 1, QS=1)  # 6 17 2 1


def told(kind: type[F], *games: Played, **runs: dict[tuple[int, int], int]) -> list[F]:
    """The facts of this kind in the story of some games."""
    ended = runs.get("wins", {}), runs.get("queens", {})
    tale = tell(games, night_of(games), *ended)
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
        tale = tell([game(PLAIN)], night_of([game(PLAIN)]), {}, {})
        assert tale.facts[-1] == facts.Night(0, 0, (D,), 1, 1, 1)

    def test_from_which_hand_on_the_winner_led(self) -> None:
        behind = taken(5, 0, 21, 0, queen=C)  # 5 0 21 0
        ahead = taken(0, 6, 0, 20, queen=D)  # 5 6 21 20
        on = taken(0, 3, 3, 20, queen=D)  # 5 9 24 40, then 5 12 27 60
        assert told(facts.LedFrom, game(behind, ahead, on, on)) == [
            facts.LedFrom(1, 2, A, last=False)
        ]
        # Two hands are no lead to speak of.
        assert not told(facts.LedFrom, game(behind, ahead, on))
        # Whoever came in the meantime did not lead before.
        rows = [(A, B, C, D)] * 2 + [(E, B, C, D)]
        assert not told(facts.LedFrom, game(behind, ahead, on, on, rows=rows))

    def test_a_lead_is_not_told_where_there_is_enough_else(self) -> None:
        behind, ahead = taken(5, 0, 21, 0, queen=C), taken(0, 6, 0, 20, queen=D)
        on = taken(0, 3, 3, 20, queen=D)
        table = game(behind, ahead, on, on)
        assert told(facts.LedFrom, table)
        # Four others: both were stopped, Dora's queens, and the moon.
        moon = game(hand(13, 0, 0, 0, QS=0), moon="add")
        assert not told(facts.LedFrom, table, moon)

    def test_a_lead_brought_from_paper_was_not_taken_here(self) -> None:
        on = taken(0, 3, 3, 20, queen=D)
        led = facts.LedFrom(1, 4, A, last=False)
        assert told(facts.LedFrom, game(on, on, on, opening=(9,) * 4, hands_before=3)) == [led]
        assert not told(facts.LedFrom, game(on, on, on, opening=(0, 9, 9, 9), hands_before=3))

    def test_who_went_ahead_in_the_last_hand_alone(self) -> None:
        hands = [taken(1, 0, 25, 0, queen=C)] * 3  # 3 0 75 0
        last = taken(0, 10, 0, 16, queen=D)  # 3 10 75 16
        assert told(facts.LedFrom, game(*hands, last)) == [facts.LedFrom(1, 4, A, last=True)]
        # Ahead with Ben after the first hand.
        first = taken(0, 0, 13, 13, queen=C)
        hands = [first, *hands]
        assert not told(facts.LedFrom, game(*hands, last))

    def test_how_often_the_lead_changed(self) -> None:
        # Anna is ahead, then Ben, and so on.
        first, second, third = (hand(*hearts, QS=2) for hearts in
                                ((0, 3, 5, 5), (6, 0, 3, 4), (0, 6, 3, 4)))  # fmt: skip
        changes = [first, second, third, second, third]
        assert told(facts.LeadChanged, game(*changes, target=1000)) == [facts.LeadChanged(1, 0, 4)]
        assert not told(facts.LeadChanged, game(*changes[:-1], target=1000))

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

    def test_the_moon_that_ended_it(self) -> None:
        moon = hand(13, 0, 0, 0, QS=0)
        ended = [moon] * 4  # 0 104 104 104
        assert told(facts.MoonEnded, game(*ended, moon="add")) == [
            facts.MoonEnded(1, 4, A, sun=False)
        ]
        # Stopped after three.
        assert not told(facts.MoonEnded, game(*ended[:3], moon="add"))

    def test_other_moons_alone_or_counted(self) -> None:
        moon, other = hand(13, 0, 0, 0, QS=0), hand(0, 13, 0, 0, QS=1)
        both = game(moon, other, moon="add")
        assert told(facts.Moon, both) == [
            facts.Moon(1, 1, A, sun=False), facts.Moon(1, 2, B, sun=False)
        ]  # fmt: skip
        assert told(facts.Moons, both, game(moon, moon="add")) == [
            facts.Moons(0, 0, ((A, 2), (B, 1)))
        ]
        assert not told(facts.Moon, both, game(moon, moon="add"))

    def test_a_sun_is_told_by_itself(self) -> None:
        moon, sun = hand(13, 0, 0, 0, QS=0), hand(13, 0, 0, 0, QS=0, sun=True)
        table = game(moon, sun, moon, moon="add", sun=True, target=1000)
        assert told(facts.Moon, table) == [facts.Moon(1, 2, A, sun=True)]
        assert told(facts.Moons, table) == [facts.Moons(0, 0, ((A, 3),))]

    def test_the_comeback(self) -> None:
        hands = [taken(26, 0, 0, 0, queen=A), taken(0, 26, 0, 0, queen=B)]
        hands += [taken(0, 4, 22, 0, queen=C), taken(0, 0, 5, 21, queen=D)]
        hands += [taken(0, 0, 5, 21, queen=D)]  # 26 30 32 42
        assert told(facts.CameBack, game(*hands)) == [facts.CameBack(1, 1, A, 26)]
        # A quarter of the way to the end is much, and less is not.
        assert not told(facts.CameBack, game(*hands, target=105))
        # Somebody else had been behind.
        assert not told(facts.CameBack, game(*hands, rows=[(E, B, C, D), (A, B, C, D)]))

    def test_the_streak_that_ended(self) -> None:
        assert told(facts.StreakEnded, game(PLAIN), wins={(1, A): 3, (1, B): 2}) == [
            facts.StreakEnded(1, 0, A, 3)
        ]

    def test_the_queen_after_many_hands_without_it(self) -> None:
        hands = [taken(0, 0, 26, 0, queen=C), taken(0, 0, 0, 26, queen=D)]
        ended = told(facts.QueenRunEnded, game(*hands), queens={(1, D): 20, (1, C): 19})
        assert ended == [facts.QueenRunEnded(1, 2, D, 20)]

    def test_wins_in_a_row(self) -> None:
        won, lost = game(taken(0, 1, 12, 13, queen=D)), game(taken(12, 0, 1, 13, queen=D))
        assert told(facts.WonInRow, lost, won, won, won) == [facts.WonInRow(4, 0, A, 3)]
        assert not told(facts.WonInRow, lost, won, won)
        # That is told in the end.
        assert not told(facts.WonInRow, won, won, won)
        # Of two that are as long, the first one.
        assert told(facts.WonInRow, won, won, won, lost, lost, lost) == [facts.WonInRow(3, 0, A, 3)]

    def test_the_queen_again_and_again(self) -> None:
        to_ann, to_ben = taken(16, 4, 3, 3, queen=A), taken(3, 17, 3, 3, queen=B)
        turns = [to_ann, to_ben, to_ann, to_ann, to_ben, to_ann]
        assert told(facts.QueenOften, game(*turns)) == [facts.QueenOften(0, 0, A, QUEEN, 4, 6)]
        assert told(facts.QueenInRow, game(to_ben, *[to_ann] * 3)) == [
            facts.QueenInRow(1, 4, A, QUEEN, 3)
        ]
        # Over two games it is no row.
        assert not told(facts.QueenInRow, game(to_ann, to_ann), game(to_ann))
        assert not told(facts.QueenOften, game(*turns[:3]))

    def test_the_queen_that_somebody_never_took(self) -> None:
        turns = [taken(3, 17, 3, 3, queen=B), taken(3, 3, 17, 3, queen=C)] * 3
        assert told(facts.QueenNever, game(*turns), game(*turns)) == []
        turns[-1] = taken(3, 3, 3, 17, queen=D)
        assert told(facts.QueenNever, game(*turns), game(*turns)) == [
            facts.QueenNever(0, 0, A, QUEEN, 12)
        ]

    def test_other_cards_than_the_queen_and_none(self) -> None:
        jack = hand(4, 3, 3, 3, JS=3)
        table = played(Game(rules_of(preset="black-jack-1909"), (jack,) * 3))
        assert told(facts.QueenInRow, table) == [facts.QueenInRow(1, 3, D, "JS", 3)]
        plain = played(Game(rules_of(preset="hearts"), (hand(4, 3, 3, 3),) * 3))
        assert not told(facts.QueenInRow, plain)

    def test_the_exact_hit(self) -> None:
        hands = [taken(13, 13, 0, 0, queen=A), taken(7, 19, 0, 0, queen=B)]  # 20 32
        table = game(*hands, target=32, exact=50, end="exceed")
        assert told(facts.ExactHit, table) == [facts.ExactHit(1, 2, B, 32, -18)]

    def test_play_went_on_because_of_a_tie(self) -> None:
        hands = [taken(0, 0, 0, 26, queen=D), taken(0, 1, 1, 24, queen=D)]
        table = game(*hands, target=20, tie="play-on")
        assert told(facts.PlayedOn, table) == [facts.PlayedOn(1, 1, (A, B, C))]
        assert not told(facts.PlayedOn, game(hands[0], target=20, tie="play-on"))

    def test_how_close_it_was(self) -> None:
        close, closer = taken(2, 5, 6, 13, queen=D), taken(2, 4, 7, 13, queen=D)
        assert told(facts.Close, game(close), game(closer)) == [facts.Close(2, 0, A, 2)]
        assert not told(facts.Close, game(taken(1, 5, 7, 13, queen=D)))

    def test_how_clear_it_was(self) -> None:
        hands = [taken(0, 13, 13, 0, queen=B), taken(0, 0, 13, 13, queen=C)] * 4
        table = game(*hands, taken(0, 0, 0, 26, queen=D))  # 0 52 104 …
        assert told(facts.Clear, table) == [facts.Clear(1, 0, A, min(table.sheet.totals[1:]))]

    def test_a_tie(self) -> None:
        tied = game(taken(0, 0, 13, 13, queen=D))
        assert told(facts.Tied, tied, game(PLAIN)) == [facts.Tied(1, 0, (A, B), 0)]
        # Of a single game, the end says it.
        assert not told(facts.Tied, tied)

    def test_the_longest_game_and_a_quick_one(self) -> None:
        def lasted(hands: int) -> Played:
            return game(*[PLAIN] * hands, target=17 * hands)

        quick, middle, long = map(lasted, (2, 10, 12))
        assert told(facts.Longest, quick, middle, long) == [facts.Longest(3, 0, 12)]
        assert told(facts.Quick, quick, middle, long) == [facts.Quick(1, 0, 2)]
        # An ordinary length, and hardly more than the other.
        assert not told(facts.Longest, quick, lasted(11))
        assert not told(facts.Longest, long, lasted(11))
        # What was played on paper belongs to another day, maybe.
        paper = game(PLAIN, opening=(1, 2, 3, 4), hands_before=9)
        assert not told(facts.Longest, quick, paper, long)

    def test_stopped_games_are_no_measure(self) -> None:
        short, long = game(PLAIN, PLAIN), game(*[PLAIN] * 12, target=204)
        assert not told(facts.Quick, short, long, long)
        assert not told(facts.Longest, short, long)
        # But they may have been longer.
        middle = game(*[PLAIN] * 5, target=85)
        assert told(facts.Longest, middle, short, long) == [facts.Longest(3, 0, 12)]
        assert not told(facts.Longest, middle, game(*[PLAIN] * 12, target=1000), long)

    def test_somebody_took_over(self) -> None:
        rows = [(A, B, C, D), (A, B, C, E)]
        assert told(facts.TookOver, game(PLAIN, PLAIN, rows=rows)) == [facts.TookOver(1, 1, E, D)]
        # In the end, without a hand.
        assert not told(facts.TookOver, game(PLAIN, rows=rows))

    def test_one_heart_short_of_the_moon(self) -> None:
        short = hand(12, 1, 0, 0, QS=0)
        assert told(facts.OneShort, game(short, moon="add")) == [facts.OneShort(1, 1, A)]
        assert not told(facts.OneShort, game(short))
        assert not told(facts.OneShort, game(hand(12, 1, 0, 0, QS=1), moon="add"))

    def test_hands_without_a_point(self) -> None:
        hands = [hand(0, 4, 4, 5, QS=1)] * 5
        assert told(facts.Clean, game(*hands, target=1000)) == [facts.Clean(1, 5, A, 5)]
        assert not told(facts.Clean, game(*hands[:4], target=1000))

    def test_a_game_that_was_stopped(self) -> None:
        assert told(facts.Stopped, game(PLAIN)) == [facts.Stopped(1, 0)]
        assert not told(facts.Stopped, game(PLAIN, PLAIN, target=34))

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
    tale = tell([paper], night_of([paper]), {}, {})
    assert tale.facts == [
        facts.Beginning(0, 0, (A, B, C, D), 1, 0), facts.Night(0, 0, (A,), 1, 1, 1)
    ]  # fmt: skip


def test_hands_after_the_end_are_not_told() -> None:
    to_ann = taken(26, 0, 0, 0, queen=A)
    table = game(*[to_ann] * 2, *[taken(0, 26, 0, 0, queen=B)] * 4, target=40)
    (beginning,) = told(facts.Beginning, table)
    assert beginning.hands == 2
    assert not told(facts.QueenInRow, table)


@SETTINGS
@given(evenings())
def test_every_fact_of_any_evening_holds(evening: Evening) -> None:
    night = night_of(evening.games)
    tale = tell(evening.games, night, evening.wins_before, evening.queen_runs)
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
        evening = Evening(games[at : at + 3], {}, {})
        for fact in facts_without_limits(evening):
            kinds.add(type(fact))
            assert holds(fact, evening), fact
    # But for rules that are not played there, and what is known of earlier evenings.
    assert len(kinds) > 15, kinds


def facts_without_limits(evening: Evening) -> Sequence[facts.Fact]:
    """All facts that could be told, but who won the night."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("MOST_FACTS", "_MOST_OF_A_KIND"):
            patch.setattr(story, limit, 1000)
        tale = tell(evening.games, night_of(evening.games), evening.wins_before, evening.queen_runs)
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
            led = [lowest(each) for each in totals]
            seat = row.index(fact.player)
            return (
                winners == {fact.player}
                and all(each == {seat} for each in led[at:])
                and lowest(before) != {seat}
                and (not fact.last or at == len(totals) - 1)
                and not (
                    fact.last
                    and any(
                        seat in lowest(each) and len({*each}) > 1 for each in [start, *totals[:at]]
                    )
                )
            )
        case facts.LeadChanged():
            alone = [lowest(each).pop() for each in totals if len(lowest(each)) == 1]
            return len([*groupby(alone)]) - 1 == fact.times
        case facts.Moon():
            return holds_moon(fact, table, at, before)
        case facts.CameBack():
            behind = totals[at][row.index(fact.player)] - min(totals[at])
            return fact.player in winners and behind == fact.behind > 0
        case facts.StreakEnded():
            won = evening.wins_before[fact.game, fact.player]
            return fact.wins == won and fact.player not in winners
        case facts.QueenRunEnded():
            run = evening.queen_runs[fact.game, fact.player]
            takers = [each[hand.cards[QUEEN]] for _, hand, each in hands]
            return fact.without == run and takers.index(fact.player) == at
        case facts.WonInRow():
            row_of_games = games[fact.game - fact.wins : fact.game]
            return len(row_of_games) == fact.wins and all(
                fact.player in night_of([each]).players for each in row_of_games
            )
        case facts.QueenInRow():
            run_of_hands = hands[at + 1 - fact.times : at + 1]
            return len(run_of_hands) == fact.times and all(
                each[hand.cards[fact.card]] == fact.player for _, hand, each in run_of_hands
            )
        case facts.ExactHit():
            seat = row.index(fact.player)
            points = hands[at][0].points[seat]
            reached = before[seat] + points
            rules = table.game.rules
            return (
                rules.exact is not None
                and reached == fact.target == rules.target
                and totals[at][seat] == fact.total
            )
        case facts.PlayedOn():
            level = {row[seat] for seat in lowest(totals[at])}
            return (
                level == set(fact.players)
                and len(level) > 1
                and max(totals[at]) >= table.game.rules.target
                and at < len(totals) - 1
            )
        case facts.Won() | facts.Tied():
            players = {fact.player} if isinstance(fact, facts.Won) else set(fact.players)
            return winners == players and fact.total == min(table.sheet.totals)
        case facts.Close() | facts.Clear():
            first, second, *_ = sorted(table.sheet.totals)
            return winners == {fact.player} and second - first == fact.points > 0
        case facts.Longest():
            others = [len(hands_of(each)) for each in games if each is not table]
            return len(hands) == fact.hands > max(others)
        case facts.Quick():
            return len(hands) == fact.hands and table.sheet.ended_by == "target"
        case facts.TookOver():
            seat = row.index(fact.former)
            return hands[at + 1][2][seat] == fact.player
        case facts.OneShort():
            hand = hands[at][1]
            seat = row.index(fact.player)
            hearts = [0] * len(row)
            hearts[seat] = table.game.rules.hearts
            return (
                hand.hearts[seat] == table.game.rules.hearts - 1
                and moon_of(hearts, dict(hand.cards), table.game.rules).shooter == seat
            )
        case facts.Clean():
            clean = hands[at + 1 - fact.hands : at + 1]
            return len(clean) == fact.hands and all(
                line.points[each.index(fact.player)] == 0 for line, _, each in clean
            )
        case facts.Stopped():
            return table.game.stopped and table.sheet.ended_by == "stopped"
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
        case facts.MoonEnded():
            last = at == len(hands_of(table)) - 1
            return last and moon.shooter in final and table.sheet.ended_by == "target"
        case _:
            return True


def holds_all_evening(fact: facts.Fact, games: Sequence[Played]) -> bool:
    hands = [(table, *each) for table in games for each in hands_of(table)]
    match fact:
        case facts.Beginning():
            sat = {player for _, _, _, row in hands for player in row}
            sat |= {player for table in games for player in table.players[-1]}
            return {*fact.players} == sat and (fact.games, fact.hands) == (len(games), len(hands))
        case facts.Moons():
            shooters = []
            for table, _, hand, row in hands:
                shooter = moon_of(hand.hearts, dict(hand.cards), table.game.rules).shooter
                if shooter is not None:
                    shooters.append(row[shooter])
            return all(shooters.count(player) == count for player, count in fact.counts) and len(
                shooters
            ) == sum(count for _, count in fact.counts)
        case facts.QueenOften() | facts.QueenNever():
            dealt = [(hand, row) for _, _, hand, row in hands if fact.card in hand.cards]
            mine = [(hand, row) for hand, row in dealt if fact.player in row]
            takers = [row[hand.cards[fact.card]] for hand, row in dealt]
            if isinstance(fact, facts.QueenNever):
                return len(mine) == fact.among and fact.player not in takers
            most = all(takers.count(player) < fact.times for player in {*takers} - {fact.player})
            return len(mine) == fact.among and takers.count(fact.player) == fact.times and most
        case _:
            return False
