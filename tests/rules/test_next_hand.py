"""What the next hand can bring; prospects are checked against every possible hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Game, Hand, Ruleset, sheet
from scorepad.rules.hand import MOON_CHOICES
from scorepad.rules.next_hand import Prospect, moon_warning, moons, prospects
from scorepad.rules.scoring import lower_exact_hits, moon_counted, points_of
from tests.rules.strategies import SETTINGS, games, hands, moon_of
from tests.rules.table import hand, rules_of

JACK: dict[str, object] = {"QS": "hearts", "JD": -10}


def prospects_of(game: Game) -> list[Prospect]:
    """The prospects of every seat that has any."""
    return prospects(game, sheet(game))


@pytest.mark.parametrize(
    ("options", "totals", "expected"),
    [
        # Who is too far away has none.
        ({}, (0, 73, 74, 99), {2: (26, None), 3: (1, None)}),
        # Without a moon everything falls to one seat; with the new one, all but one heart.
        ({"moon": "off"}, (74, 73, 0, 0), {0: (26, None)}),
        ({"moon": "subtract"}, (74, 75, 0, 0), {1: (25, None)}),
        ({"sun": True}, (47, 48, 0, 0), {1: (52, None)}),
        # An exact hit stands beside the end. With a jack, 23 of hearts and queen is possible with
        # and without it; 26 only as a moon's.
        ({"exact": 50}, (93, 0, 0, 0), {0: (7, 7)}),
        ({"exact": 50, "card_points": JACK}, (74, 0, 0, 0), {0: (None, 26)}),
        ({"exact": 50, "card_points": JACK}, (103, 0, 0, 0), {0: (-3, -3)}),
        # Of safe moons, seat 3 can shoot one and win; 26 more for seat 0 is the end.
        ({"moon": "safe"}, (74, 70, 70, 60), {0: (26, None)}),
        # Any other shooter would leave seat 3 lower, and seat 3 itself stays lowest.
        ({"moon": "safe"}, (74, 72, 72, 10), {0: (26, None)}),
        # Seat 3 is far too low for anybody else to shoot a moon that ends the game ...
        ({"moon": "safe"}, (10, 72, 72, 74), {3: (26, None)}),
        # ... and seat 3, the only one who could, is the one that has to be there.
        ({"moon": "safe"}, (74, 74, 74, 74), dict.fromkeys(range(4), (26, None))),
    ],
)
def test_from_how_many_points_a_seat_ends_the_game_or_hits(
    options: dict[str, object],
    totals: tuple[int, ...],
    expected: dict[int, tuple[int | None, int | None]],
) -> None:
    found = prospects_of(Game(rules_of(**options), opening=totals))
    assert {each.seat: (each.ends_from, each.exact) for each in found} == expected


def every_hand(rules: Ruleset) -> list[Hand]:
    """All hands that can come up, as far as the points of a seat can differ."""
    every = []
    seats = range(rules.players)
    spreads = [
        spread
        for spread in product(range(rules.hearts + 1), repeat=rules.players)
        if sum(spread) == rules.hearts
    ]
    for hearts, takers in product(spreads, product(seats, repeat=len(rules.card_points))):
        cards = dict(zip(rules.card_points, takers, strict=True))
        moon = moon_of(hearts, cards, rules)
        if moon.shooter is None:
            every.append(Hand(hearts, cards))
            continue
        choices = MOON_CHOICES if rules.moon == "choice" else (None,)
        suns = (False, True) if rules.sun and moon.took_every_card else (False,)
        every += [Hand(hearts, cards, how, sun) for how, sun in product(choices, suns)]
    return every


# 6 hearts, so that all hands can be tried, and a single one.
FEW_HEARTS = (
    ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "2C"],
    [f"{rank}H" for rank in "23456789TJQK"],
)


def test_every_hand_that_there_is_agrees() -> None:
    cardss: list[dict[str, int]] = [
        {},
        {"QS": 6},
        {"QS": 6, "JD": -3},
        {"QS": 6, "JD": -3, "TC": 0},
    ]
    moons = ("off", "add", "subtract", "choice", "safe")
    for removed, moon, needs, cards in product(FEW_HEARTS, moons, (False, True), cardss):
        rules = rules_of(
            4,
            deck_removed=removed,
            card_points=cards,
            moon=moon,
            moon_needs_bonus=needs,
            sun=True,
            target=20,
            exact=50,
        )
        possible_hands = every_hand(rules)
        for opening in ((19, 14, 9, 0), (12, 3, 9, 9), (9, -2, 14, 14), (20, 26, 31, 0)):
            check_against(Game(rules, opening=opening), possible_hands)


def check_against(game: Game, possible_hands: list[Hand]) -> None:
    """The prospects are what these hands, which are all there are, bring about."""
    rules, before = game.rules, sheet(game).totals
    reach: set[int] = set()
    exact: set[int] = set()
    for one in possible_hands:
        points = points_of(one, rules, moon_counted(one, rules, before))
        summed = tuple(map(sum, zip(before, points, strict=True)))
        after = lower_exact_hits(summed, rules)
        for seat in range(rules.players):
            if after[seat] > rules.target or (after[seat] == rules.target and rules.end == "reach"):
                reach.add(seat)
            if after[seat] != summed[seat]:
                exact.add(seat)
    result = prospects_of(game)
    assert {one.seat for one in result if one.ends_from is not None} == reach
    assert {one.seat for one in result if one.exact is not None} == exact


@SETTINGS
@given(st.data())
def test_a_hand_ends_the_game_only_if_a_prospect_says_so(data: st.DataObject) -> None:
    game = data.draw(games(stopped=False))
    if sheet(game).over:
        assert prospects_of(game) == []
        return
    of_seat = {one.seat: one for one in prospects_of(game)}
    for _ in range(8):
        drawn = replace(data.draw(hands(game.rules)), moon_choice=None)
        if moon_of(drawn.hearts, dict(drawn.cards), game.rules).shooter is not None and (
            game.rules.moon == "choice"
        ):
            drawn = replace(drawn, moon_choice=data.draw(st.sampled_from(MOON_CHOICES)))
        after = sheet(replace(game, hands=(*game.hands, drawn)))
        line = after.lines[-1]
        enough = [
            seat
            for seat, one in of_seat.items()
            if one.ends_from is not None
            and line.points[seat] >= one.ends_from
            and line.adjusted[seat] == 0
        ]
        assert after.over <= bool(enough)
        if game.rules.tie == "share":
            assert after.over == bool(enough)
        for seat, adjusted in enumerate(line.adjusted):
            hit = seat in of_seat and of_seat[seat].exact == line.points[seat]
            if adjusted:
                assert hit
                assert game.rules.lowered_to == line.totals[seat]
            elif hit:
                # The total can be lowered by nothing where the target equals the reduction.
                assert game.rules.lowered_to == line.totals[seat]


def test_the_points_of_every_moon_that_a_hand_can_bring() -> None:
    """26 for everybody else, 52 with a sun; worked out by hand."""
    rules = rules_of(moon="add", sun=True)
    assert {(moon.shooter, moon.sun): moon.points for moon in moons(rules, (0, 0, 0, 0))} == {
        (seat, sun): tuple(0 if other == seat else points for other in range(4))
        for seat in range(4)
        for sun, points in ((False, 26), (True, 52))
    }


def test_moons_differ_by_who_takes_a_bonus_by_choice_and_by_the_totals() -> None:
    jack = [*moons(rules_of(card_points=JACK, moon="subtract"), (0, 0, 0, 0))]
    points = {(moon.shooter, moon.takers): moon.points for moon in jack}
    assert len(points) == len(jack) == 16
    assert (points[1, (1,)], points[1, (3,)]) == ((0, -36, 0, 0), (0, -26, 0, -10))
    choice = [*moons(rules_of(moon="choice"), (0, 0, 0, 0))]
    chosen = {(moon.choice, moon.shooter): moon.points for moon in choice}
    assert len(chosen) == len(choice) == 8
    assert (chosen["add", 1], chosen["subtract", 1]) == ((26, 0, 26, 26), (0, -26, 0, 0))
    # As an old moon it would end the game at 58, 42, 30, 26: Ben would lose.
    safe = moons(rules_of(moon="safe", target=50), (32, 42, 4, 0))
    after = {moon.shooter: moon.points for moon in safe}
    assert (after[1], after[3]) == ((0, -26, 0, 0), (26, 26, 26, 0))


@pytest.mark.parametrize(
    "options",
    [
        {"moon": "off"},
        # Five bonus cards could fall in a thousand ways.
        {"card_points": {"QS": 13, "JD": -1, "JC": -1, "TD": -1, "TC": -1, "TS": -1}},
    ],
)
def test_no_moon_is_worked_out_where_there_are_none_or_too_many(options: dict[str, Any]) -> None:
    assert not [*moons(rules_of(**options), (0, 0, 0, 0))]


MOON = hand(13, 0, 0, 0, QS=0, moon="add")


CHOICE = {"moon": "choice"}


@pytest.mark.parametrize(
    ("options", "of", "opening", "warned"),
    [
        # The old moon loses its shooter the game, unless they win or share, or it goes on.
        (CHOICE, MOON, (50, 80, 10, 10), True),
        (CHOICE, replace(MOON, moon_choice="subtract"), (50, 80, 10, 10), True),
        (CHOICE, MOON, (10, 80, 10, 10), False),
        (CHOICE, MOON, (36, 80, 10, 10), False),
        (CHOICE, MOON, (37, 80, 10, 10), True),
        (CHOICE, MOON, (50, 73, 10, 10), False),
        # A sun counts twice.
        ({**CHOICE, "sun": True}, MOON, (63, 50, 10, 10), False),
        ({**CHOICE, "sun": True}, replace(MOON, sun=True), (63, 50, 10, 10), True),
        # Without a choice there is nothing to warn of.
        ({}, MOON, (50, 80, 10, 10), False),
        (CHOICE, hand(12, 1, 0, 0, QS=0), (50, 80, 10, 10), False),
    ],
)
def test_a_moon_that_loses_is_warned_of(
    options: dict[str, object], of: Hand, opening: tuple[int, ...], warned: bool
) -> None:
    game = Game(rules_of(**options), opening=opening)
    assert moon_warning(game, sheet(game), of) is warned
    stopped = replace(game, stopped=True)
    assert not moon_warning(stopped, sheet(stopped), of)


def test_many_special_cards_have_their_sums_all_the_same() -> None:
    worths = [-700, 3, 41, 600, 1000]
    cards = dict(zip(("2C", "3D", "4S", "5D", "6S"), worths, strict=True))
    rules = rules_of(card_points=cards, moon="off", exact="zero", target=1000)
    sums = {
        hearts + sum(worth for worth, took in zip(worths, each, strict=True) if took)
        for each in product((False, True), repeat=len(worths))
        for hearts in range(14)
    }
    for least in range(-800, 1800, 4):
        missing = range(least, least + 4)
        game = Game(rules, opening=tuple(1000 - points for points in missing))
        exact = {one.exact for one in prospects_of(game) if one.exact is not None}
        assert exact == sums & {*missing}, least
