"""Random tables, hands and games for Hypothesis: every option of docs/rules.md, moons made likely.

What is drawn here is valid by rules.md, judged by this module's own words and not by the code
under test, so that a rule misread there is not misread here in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from scorepad.rules import Game, Hand, Ruleset, ruleset
from scorepad.rules.cards import CARDS
from scorepad.rules.hand import MOON_CHOICES
from scorepad.rules.presets import PRESETS
from tests.support.torture import examples

# The same examples at each run: a red test is red for everybody.
SETTINGS = settings(
    deadline=None,
    # Fewer where the profile says so.
    max_examples=examples(min(80, settings().max_examples), 200),
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)

PLAYERS = st.integers(3, 7)
WORTHS: st.SearchStrategy[object] = (
    st.sampled_from(["hearts", -10, 10, 7, 0])
    | st.integers(-30, 30)
    | st.sampled_from([-1000, 1000])
)


@dataclass(frozen=True)
class Moon:
    """Who holds what a moon needs, as docs/rules.md says it: by the cards alone."""

    shooter: int | None
    took_every_card: bool


def moon_of(hearts: Sequence[int], cards: dict[str, int], rules: Ruleset) -> Moon:
    """Whether this is a moon, worked out from the cards."""
    if rules.moon == "off":
        return Moon(None, False)
    for seat, count in enumerate(hearts):
        if count < rules.hearts:
            continue
        missed = [card for card, taker in cards.items() if taker != seat]
        needed = [
            card
            for card in missed
            if rules.card_points[card] > 0
            or (rules.card_points[card] < 0 and rules.moon_needs_bonus)
        ]
        return Moon(None if needed else seat, not missed)
    return Moon(None, False)


@st.composite
def decks(draw: st.DrawFn, players: int, *, even: bool) -> list[str]:
    """Cards to take out, with a heart and a club left; ``even``: so that the rest deals out."""
    fewest = len(CARDS) % players if even else 0
    count = fewest + players * draw(st.integers(0, 4)) if even else draw(st.integers(0, 24))
    removed = draw(st.lists(st.sampled_from(CARDS), min_size=count, max_size=count, unique=True))
    suits = [card[1] for card in removed]
    if suits.count("H") == 13 or suits.count("C") == 13:
        return removed[:fewest]
    return removed


@st.composite
def house_rules(draw: st.DrawFn, players: int) -> dict[str, object]:
    """The ``rules`` of a game file: every option, or a few of them on top of a preset."""
    undealt = draw(st.sampled_from([None, None, "first-trick", "last-trick"]))
    removed = draw(decks(players, even=undealt is None)) if draw(st.booleans()) else None
    twos = ["2C", "2D", "2S", "2H"]
    plain = {3: twos, 4: [], 5: ["2S", "2D"], 6: twos, 7: ["2S", "2D", "2C"]}
    out = plain[players] if removed is None else removed
    can_count = [card for card in CARDS if card[1] != "H" and card not in out]
    special = draw(st.lists(st.sampled_from(can_count), max_size=4, unique=True))
    options = draw(plain_options(players, (52 - len(out)) // players))
    if undealt is not None or draw(st.booleans()):
        options["undealt"] = undealt
    if removed is not None:
        options["deck_removed"] = removed
    # A random deck can lack a card that the preset counts; the special cards are then named.
    if removed is not None or draw(st.booleans()):
        options["card_points"] = {card: draw(WORTHS) for card in special}
    return options


@cache
def plain_options(players: int, each: int) -> st.SearchStrategy[dict[str, object]]:
    """Any of the options but the cards, at a table where everybody is dealt ``each`` cards."""
    every: dict[str, st.SearchStrategy[object]] = {
        "preset": st.sampled_from(list(PRESETS)),
        "moon": st.sampled_from(["off", "add", "subtract", "choice", "safe"]),
        "moon_needs_bonus": st.booleans(),
        "sun": st.booleans(),
        "target": st.integers(20, 60) | st.sampled_from([20, 26, 50, 52, 100, 1000]),
        "end": st.sampled_from(["reach", "exceed"]),
        "exact": st.sampled_from([None, 50, 100, "zero"]),
        "tie": st.sampled_from(["share", "play-on"]),
        "pass_cycle": st.lists(st.integers(0, players - 1), max_size=7),
        "pass_count": st.integers(1, each),
        "first_trick_points": st.booleans(),
    }
    return st.fixed_dictionaries({}, optional=every)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """What a table plays."""
    players = draw(PLAYERS)
    return ruleset(players, draw(house_rules(players)))


# One choice among many costs Hypothesis much less than a choice among strategies and one within it,
# and a strategy that exists already costs less than a new one.


@cache
def maybe_seats(players: int) -> st.SearchStrategy[int | None]:
    """Nobody, or as often any seat."""
    return st.sampled_from([*[None] * players, *range(players)])


@cache
def goers(players: int) -> st.SearchStrategy[int | None]:
    """Who goes for the moon: in one of three hands nobody."""
    return st.sampled_from([*[None] * players, *range(players), *range(players)])


@cache
def takers(players: int, goer: int | None) -> st.SearchStrategy[int]:
    """Who takes a card: in four of five whoever goes for the moon, else anybody."""
    goes = [] if goer is None else [goer] * 4 * players
    return st.sampled_from([*goes, *range(players)])


@cache
def cuts(players: int, hearts: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Where the hearts in a row are cut to give each seat a part."""
    return st.tuples(*[st.integers(0, hearts)] * (players - 1))


@st.composite
def hands(draw: st.DrawFn, rules: Ruleset, departures: bool = True) -> Hand:
    """A hand that can come up; in two of three, somebody went for the moon."""
    goes_for_it = draw(goers(rules.players))
    taker = takers(rules.players, goes_for_it)
    if goes_for_it is None:
        edges = [0, *sorted(draw(cuts(rules.players, rules.hearts))), rules.hearts]
        hearts = [high - low for low, high in pairwise(edges)]
    else:
        hearts = [rules.hearts if seat == goes_for_it else 0 for seat in range(rules.players)]
    cards = {card: draw(taker) for card in rules.card_points}
    moon = moon_of(hearts, cards, rules)
    choice = None
    sun = False
    if moon.shooter is not None:
        if rules.moon == "choice":
            choice = draw(st.sampled_from(MOON_CHOICES))
        elif rules.moon in MOON_CHOICES and draw(st.booleans()):
            choice = next(known for known in MOON_CHOICES if known == rules.moon)
        sun = rules.sun and moon.took_every_card and draw(st.booleans())
    passed, dealer = (draw(maybe_seats(rules.players)) if departures else None for _ in range(2))
    return Hand(tuple(hearts), cards, choice, sun, passed, dealer)


@st.composite
def games(
    draw: st.DrawFn,
    fewest_hands: int = 0,
    most_hands: int = 8,
    departures: bool = True,
    stopped: bool = True,
) -> Game:
    """A game, from the first hand or from paper; some go on after the hand that ended them."""
    rules = draw(rulesets())
    played = draw(st.lists(hands(rules, departures), min_size=fewest_hands, max_size=most_hands))
    total = st.integers(-60, 60) | st.sampled_from([rules.target, rules.target - 13])
    whole_opening = st.lists(total, min_size=rules.players, max_size=rules.players)
    return Game(
        rules=rules,
        hands=tuple(played),
        dealer=draw(st.integers(0, rules.players - 1)),
        opening=tuple(draw(st.just([]) | whole_opening)),
        hands_before=draw(st.integers(0, 20)),
        stopped=stopped and draw(st.booleans()),
    )


def document_of(game: Game, names: Sequence[str] = "ABCDEFG") -> dict[str, object]:
    """A game as the file that holds it, every option written out."""
    rules = game.rules
    return {
        "format": "scorepad-game",
        "version": 1,
        "stopped": "2026-11-20T22:00:00Z" if game.stopped else None,
        "players": list(names[: rules.players]),
        "rules": {
            "preset": rules.preset,
            "deck_removed": list(rules.deck_removed),
            "card_points": dict(rules.card_points),
            "moon": rules.moon,
            "moon_needs_bonus": rules.moon_needs_bonus,
            "sun": rules.sun,
            "target": rules.target,
            "end": rules.end,
            "exact": rules.exact,
            "tie": rules.tie,
            "pass_cycle": list(rules.pass_cycle),
            "pass_count": rules.pass_count,
            "first_trick_points": rules.first_trick_points,
            "undealt": rules.undealt,
        },
        "dealer": game.dealer,
        "hands_before": game.hands_before,
        "hands": [
            {
                "hearts": list(hand.hearts),
                "cards": dict(hand.cards),
                "sun": hand.sun,
                **({} if hand.moon_choice is None else {"moon": hand.moon_choice}),
                **({} if hand.passed is None else {"pass": hand.passed}),
                **({} if hand.dealer is None else {"dealer": hand.dealer}),
            }
            for hand in game.hands
        ],
        **({"opening": list(game.opening)} if game.opening else {}),
    }
