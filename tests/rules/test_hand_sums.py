"""What a player's hands of a finished game add up to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorepad.rules import Game, Hand, sheet
from scorepad.rules.results import CHANCE, HandSums, Played, hand_sums
from tests.rules.strategies import SETTINGS, games, moon_of
from tests.rules.table import hand, rules_of

# Each is quick, and much must come together for some of it.
MANY = settings(SETTINGS, max_examples=SETTINGS.max_examples * 2)
SEATED = (0, 1, 2, 3)
THIRD, QUARTER = CHANCE // 3, CHANCE // 4
PLAIN = hand(4, 3, 3, 3, QS=3)


def sums_of(game: Game, *earlier: Sequence[int]) -> dict[int, HandSums]:
    """The sums of a game; ``earlier``: who sat there for its first hands, if not always all."""
    later = [SEATED[: game.rules.players]] * (len(game.hands) + 1 - len(earlier))
    return dict(hand_sums(Played(game, sheet(game), [*earlier, *later])))


def tries(game: Game, *names: str) -> list[tuple[int, ...]]:
    """For each player, these sums."""
    return [tuple(getattr(each, name) for name in names) for each in sums_of(game).values()]


QUEEN = ("queen_hands", "queen_taken", "queen_chance")
FEARED = ("passes", "feared", "feared_chance")
CLOSER = ("closes", "closed", "closed_chance")
BOUNCE = ("after_queen", "bounced", "bounced_chance")
STOPPER = ("near_moons", "stopped", "stopped_chance")
SPOILER = ("leader_passes", "spoiled", "spoiled_chance")
HALF, NONE = CHANCE // 2, (0, 0, 0)
FLAT = hand(3, 3, 4, 3, QS=3)
STOPPED = hand(11, 0, 0, 2, QS=0)


@pytest.mark.parametrize(
    ("names", "game", "expected"),
    [
        # 26 26 26 0 of 78, then 0 18 8 0 of 26: four times the own points less the table's.
        (
            ("above", "squares"),
            Game(rules_of(), (hand(0, 0, 0, 13, QS=3), hand(0, 5, 8, 0, QS=1)), stopped=True),
            [(0, 26**2 * 2), (72, 26**2 + 46**2), (32, 26**2 + 6**2), (-104, 78**2 + 26**2)],
        ),
        # Without an exact hit.
        (
            ("above",),
            Game(rules_of(exact=50, target=50), (hand(13, 0, 0, 0, QS=1),), opening=(37, 0, 0, 0),
                 stopped=True),
            [(26,), (26,), (-26,), (-26,)],
        ),
        (
            QUEEN,
            Game(rules_of(), (PLAIN, hand(4, 3, 3, 3, QS=0)), stopped=True),
            [(2, 1, HALF), (2, 0, HALF), (2, 0, HALF), (2, 1, HALF)],
        ),
        # Where the queen is no penalty card, nothing about it is counted.
        (
            (*QUEEN, *FEARED, *BOUNCE),
            Game(rules_of(card_points={"QS": -5}), (PLAIN, PLAIN), stopped=True),
            [(0,) * 9] * 4,
        ),
        # Passed to the left, so that seat 3 got the cards of seat 2; then to the right: of seat 0.
        (
            FEARED,
            Game(rules_of(), (PLAIN, PLAIN), stopped=True),
            [(2, 1, HALF), (2, 0, HALF), (2, 1, HALF), (2, 0, HALF)],
        ),
        (FEARED, Game(rules_of(pass_cycle=[]), (PLAIN,), stopped=True), [NONE] * 4),
        # Who won of those within ten points before the last hand that counts.
        (
            CLOSER,
            Game(rules_of(), (PLAIN,), opening=(60, 70, 71, 90)),
            [(1, 1, HALF), (1, 0, HALF), NONE, NONE],
        ),
        # A shared win is one for each.
        (
            CLOSER,
            Game(rules_of(), (FLAT,), opening=(60, 60, 60, 90)),
            [(1, 1, THIRD), (1, 1, THIRD), (1, 0, THIRD), NONE],
        ),
        # Seat 3 had the fewest points right after the queen, seat 2 did not.
        (
            BOUNCE,
            Game(rules_of(), (PLAIN, *[hand(6, 6, 1, 0, QS=2)] * 2), stopped=True),
            [NONE, NONE, (1, 0, QUARTER), (1, 1, QUARTER)],
        ),
        # The fewest can be shared, which makes it likelier.
        (
            BOUNCE,
            Game(rules_of(), (PLAIN, hand(7, 6, 0, 0, QS=0)), stopped=True),
            [NONE, NONE, NONE, (1, 1, HALF)],
        ),
        (
            STOPPER,
            Game(rules_of(), (STOPPED,), stopped=True),
            [NONE, (1, 0, THIRD), (1, 0, THIRD), (1, 1, THIRD)],
        ),
        (STOPPER, Game(rules_of(moon="off"), (STOPPED,), stopped=True), [NONE] * 4),
        (
            SPOILER,
            Game(rules_of(), (PLAIN,), opening=(30, 20, 40, 10), stopped=True),
            [NONE, NONE, (1, 1, QUARTER), NONE],
        ),
    ],
)  # fmt: skip
def test_sums_worked_by_hand(
    names: tuple[str, ...], game: Game, expected: list[tuple[int, ...]]
) -> None:
    assert tries(game, *names) == expected


def test_a_hand_belongs_to_its_player() -> None:
    game = Game(rules_of(), (hand(13, 0, 0, 0, QS=0), PLAIN), stopped=True)
    sums = sums_of(game, (4, 1, 2, 3))
    assert set(sums) == {0, 1, 2, 3, 4}
    assert (sums[4].queen_hands, sums[4].above, sums[4].queen_taken) == (1, -78, 1)
    assert (sums[0].queen_hands, sums[0].above, sums[0].queen_taken) == (1, 16 - 26, 0)


@st.composite
def near_games(draw: st.DrawFn) -> Game:
    """A game as of ``games``, with hands in which one seat took all but some last cards."""
    game = draw(games(fewest_hands=draw(st.sampled_from([0, 4]))))
    seat = st.sampled_from(range(game.rules.players))
    for at in range(len(game.hands)):
        if draw(st.booleans()):
            near, other, missing = draw(seat), draw(seat), draw(st.integers(0, game.rules.hearts))
            hearts = [0] * game.rules.players
            hearts[other] = min(missing, 5)
            hearts[near] += game.rules.hearts - hearts[other]
            if max(hearts) < game.rules.hearts:
                taker = st.sampled_from([*[near] * 9, other])
                cards = {card: draw(taker) for card in game.rules.card_points}
                game = game.with_hand(at, Hand(tuple(hearts), cards))
    return game


@st.composite
def seatings(draw: st.DrawFn, game: Game) -> list[list[int]]:
    """Who sat there for each hand and at the end: some get up, and some of them come back."""
    sat = list(range(game.rules.players))
    rows = []
    for _ in range(len(game.hands) + 1):
        newcomer = draw(st.sampled_from([*[None] * 12, *range(9)]))
        if newcomer is not None and newcomer not in sat:
            sat = sat.copy()
            sat[draw(st.integers(0, len(sat) - 1))] = newcomer
        rows.append(sat)
    return rows


def counted_by_hand(game: Game, sat: list[list[int]]) -> dict[int, dict[str, Fraction]]:
    """The same from the raw hands, one question after the other; chances are fractions."""
    whole = sheet(game)
    rules, seats = game.rules, range(game.rules.players)
    players = len(seats)
    counting = [at for at, line in enumerate(whole.lines) if line.counts]
    stays = sat[-1]
    counts: dict[int, Counter[str]] = {player: Counter() for at in counting for player in sat[at]}
    chances: dict[int, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    queen_counts = rules.card_points.get("QS", 0) > 0
    totals = list(game.opening) or [0] * players
    queen_before = None

    def tried(player: int, names: str, happened: Any, chance: Fraction) -> None:
        what, hit, likely = names.split()
        counts[player].update({what: 1, hit: bool(happened)})
        chances[player][likely] += chance

    for at in counting:
        played, line, row = game.hands[at], whole.lines[at], sat[at]
        queen = played.cards.get("QS") if queen_counts else None
        even = Fraction(1, players)
        lowest = min(totals)
        for seat, player in enumerate(row):
            above = sum(line.points[seat] - line.points[other] for other in seats)
            counts[player].update(above=above, squares=above**2)
            if not queen_counts:
                continue
            tried(player, "queen_hands queen_taken queen_chance", queen == seat, even)
            if line.passed:
                left = [*seats, *seats][seat + line.passed]
                tried(player, "passes feared feared_chance", queen == left, even)
                if totals[left] == lowest and totals.count(lowest) == 1:
                    tried(player, "leader_passes spoiled spoiled_chance", queen == left, even)
            if queen_before == player:
                best = [other for other in seats if line.points[other] == min(line.points)]
                tried(player, "after_queen bounced bounced_chance", seat in best,
                      Fraction(len(best), players))  # fmt: skip
        if at == counting[-1]:
            close = [seat for seat in seats if totals[seat] <= lowest + 10]
            for seat in close if len(close) > 1 else ():
                # By player: somebody can have sat down after the last hand.
                won = row[seat] in [stays[winner] for winner in whole.winners]
                tried(row[seat], "closes closed closed_chance", won, Fraction(1, len(close)))
        # What each seat lacks of a moon.
        taken = {seat: ["H"] * played.hearts[seat] for seat in seats}
        for card, seat in played.cards.items():
            if rules.card_points[card] > 0:
                taken[seat].append(card)
        takers = [seat for seat in seats if taken[seat]]
        near = [
            seat
            for seat in takers
            if len(takers) == 2
            for other in {*takers} - {seat}
            if set(taken[other]) == {"H"} and len(taken[other]) <= 4
        ]
        if len(near) == 1 and rules.moon != "off":
            assert moon_of(played.hearts, dict(played.cards), rules).shooter is None
            for seat in {*seats} - {*near}:
                tried(row[seat], "near_moons stopped stopped_chance", seat in takers,
                      Fraction(1, players - 1))  # fmt: skip
        totals = list(line.totals)
        queen_before = None if queen is None else row[queen]
    return {
        player: {**dict.fromkeys(HandSums._fields, Fraction(0)),
                 **{name: Fraction(count) for name, count in count_of.items()},
                 **{name: chance * 420 for name, chance in chances[player].items()}}
        for player, count_of in counts.items()
    }  # fmt: skip


@MANY
@given(st.data())
def test_as_counted_by_hand(data: st.DataObject) -> None:
    game = data.draw(near_games())
    sat = data.draw(seatings(game))
    sums = hand_sums(Played(game, sheet(game), sat))
    by_hand = counted_by_hand(game, sat)
    assert {player: each._asdict() for player, each in sums.items()} == by_hand


@SETTINGS
@given(near_games())
def test_what_all_of_a_table_add_up_to(game: Game) -> None:
    sat = [range(game.rules.players)] * (len(game.hands) + 1)
    sums = hand_sums(Played(game, sheet(game), sat)).values()
    whole = HandSums(*map(sum, zip(*sums, strict=True)))
    assert whole.above == 0
    # Where somebody must, chance alone gives as much as there was.
    for happened, chance in (
        (whole.queen_taken, whole.queen_chance),
        (whole.feared, whole.feared_chance),
        (whole.stopped, whole.stopped_chance),
    ):
        assert chance == CHANCE * happened
