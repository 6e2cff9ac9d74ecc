"""Values in English words: cards, rules, numbers and sentences of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorepad import rules
from scorepad.web.words import cards, game, names, numbers
from scorepad.web.words.rules import answer, default, passing, rules_in_full, rules_in_short
from tests.web.pages import plain

FOUR = ("Anna", "Ben", "Cara", "Dora")


def test_cards() -> None:
    cases = [
        ("QS", "♠Q", "queen of spades", False),
        ("TD", "♦10", "10 of diamonds", True),
        ("2C", "♣2", "2 of clubs", False),
        ("JD", "♦J", "jack of diamonds", True),
    ]
    for card, symbol, name, red in cases:
        assert (cards.symbol(card), cards.card_name(card), cards.red(card)) == (
            symbol,
            name,
            red,
        ), (card, symbol, name, red)


def test_cards_that_are_typed() -> None:
    cases = [
        ("♦2", "2D"),
        ("10♠", "TS"),
        ("♥️3", "3H"),
        ("2D", "2D"),
        ("♠♦2", "♠♦2"),
        ("♠1", "♠1"),
    ]
    for typed, card in cases:
        assert cards.card_typed(typed) == card, (typed, card)


def test_lists() -> None:
    cases: list[tuple[list[str], str]] = [
        ([], ""),
        (["Anna"], "Anna"),
        (["Anna", "Ben", "Cara"], "Anna, Ben and Cara"),
    ]
    for parts, expected in cases:
        assert names.listed(parts) == expected, (parts, expected)


def test_directions() -> None:
    cases = [
        (0, 4, "hold – no passing"),
        (1, 3, "pass left"),
        (2, 3, "pass right"),
        (2, 4, "pass across"),
        (2, 5, "pass to the 2nd on the left"),
        (3, 5, "pass to the 2nd on the right"),
    ]
    for offset, players, expected in cases:
        assert passing(offset, players) == expected, (offset, players, expected)


def test_what_of_a_hand_is_worth_a_moment() -> None:
    def moments(hand: rules.Hand, *opening: int, **options: object) -> list[str]:
        played = rules.Game(rules.ruleset(4, options), (hand,), opening=opening)
        (line,) = rules.sheet(played).lines
        return [plain(each) for each in game.moments(line, FOUR)]

    moon = rules.Hand((0, 13, 0, 0), {"QS": 1})
    none = rules.Hand((4, 4, 5, 0), {"QS": 1})
    assert moments(none) == []
    assert moments(moon) == ["Ben shot the moon!"]
    assert moments(moon, moon="off") == []
    assert moments(replace(moon, sun=True), sun=True) == ["Ben shot the sun!"]
    assert moments(none, 96, 0, 95, 0) == []
    assert moments(none, 96, 0, 95, 0, exact=50) == ["Exactly 100: Anna and Cara back to 50"]
    assert moments(moon, 74, 0, 0, 0, exact="zero") == [
        "Ben shot the moon!",
        "Exactly 100: Anna back to 0",
    ]


def test_a_name_in_a_result_is_kept_apart_from_the_sentence() -> None:
    played = rules.Game(rules.ruleset(4, {}), opening=(1, 2, 3, 4), stopped=True)
    sentence = game.result(rules.sheet(played), ("<b>", "Ben", "Cara", "Dora"))
    assert str(sentence) == '<bdi translate="no">&lt;b&gt;</bdi> wins with 1.'


def test_a_name_in_a_plain_sentence_is_not_escaped() -> None:
    names = ("O'Brien", "A&B", "Cara", "Dora")
    tie = plain(game.tie((0, 1), (3, 3, 9, 9), names))
    assert tie == "O'Brien and A&B tie on 3, so the game goes on."


def test_every_house_rule_is_said() -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"preset": "omnibus"}, "♦J counts −10"),
        ({"preset": "black-maria"}, "43 in all"),
        ({"moon": "off"}, "No moon"),
        ({"moon": "subtract"}, "gets −26"),
        ({"sun": True}, "every trick"),
        ({"preset": "omnibus", "moon_needs_bonus": True}, "A moon needs ♦J too"),
        ({"end": "exceed"}, "goes over 100"),
        ({"target": 150}, "reaches 150"),
        ({"exact": 50}, "Exactly 100 drops to 50"),
        ({"exact": 100, "target": 50}, "Exactly 50 drops to −50"),
        ({"exact": "zero"}, "goes back to 0"),
        ({"tie": "play-on"}, "until one is alone"),
        ({"pass_cycle": [1]}, "Always pass 3 cards: left."),
        ({"pass_cycle": []}, "never passed"),
        ({"pass_count": 4}, "Pass 4 cards"),
        ({"first_trick_points": True}, "are allowed on the first trick"),
        ({"preset": "hearts"}, "13 in all"),
        ({"card_points": {"QS": 5}}, "♠Q 5"),
    ]
    for options, part in cases:
        assert part in " ".join(rules_in_full(rules.ruleset(4, options))), (options, part)


def test_the_line_says_what_counts_and_what_is_not_as_usual() -> None:
    cases: list[tuple[int, dict[str, object], str]] = [
        (3, {}, "3 players: twos out, ♠Q 12, moon +24, to 100"),
        (4, {"end": "exceed", "target": 50}, "4 players: ♠Q 13, moon +26, past 50"),
        (4, {"moon": "subtract"}, "4 players: ♠Q 13, moon −26, to 100"),
        (4, {"preset": "hearts"}, "4 players: no moon, to 100, no passing"),
        (4, {"preset": "black-jack-1909"}, "4 players: ♠J 10, no moon, to 100, always pass left"),
        (
            4,
            {"preset": "omnibus", "moon_needs_bonus": True, "sun": True},
            "4 players: ♦J −10, ♠Q 13, moon +26, with ♦J, sun counts double, to 100",
        ),
        (
            4,
            {"preset": "omnibus", "moon": "safe"},
            "4 players: ♦J −10, ♠Q 13, moon +26, −26 if that loses, with or without ♦J, to 100",
        ),
        (
            4,
            {"exact": "zero", "tie": "play-on", "pass_count": 2, "first_trick_points": True},
            "4 players: ♠Q 13, moon +26, to 100, exactly 100 drops to 0, no shared win, "
            "pass 2 cards, points on the first trick",
        ),
    ]
    for players, options, line in cases:
        assert rules_in_short(rules.ruleset(players, options)) == line, (players, options, line)


def test_defaults_of_questions() -> None:
    cases: list[tuple[str, int, dict[str, object], str]] = [
        ("moon", 4, {}, "+26 to everyone else"),
        ("moon", 3, {"moon": "choice"}, "shooter chooses +24 or −24"),
        ("bonus", 4, {}, "none"),
        ("bonus", 4, {"preset": "omnibus"}, "♦J −10"),
        ("king_and_ace", 4, {"preset": "black-maria"}, "♠K 10 and ♣A 7"),
        ("queen", 6, {}, "12"),
        ("queen", 4, {"preset": "hearts"}, "nothing"),
        ("end", 4, {"preset": "black-widow"}, "goes over the target"),
        ("exact", 4, {"exact": 50}, "takes 50 points off"),
        ("passing", 4, {"preset": "discard-hearts-1909"}, "always left"),
        ("passing", 4, {"preset": "hearts"}, "never"),
        ("deck", 6, {}, "twos – 8 each, ♠Q 12"),
        ("deck", 5, {"preset": "hearts"}, "♦2 and ♠2 – 10 each"),
    ]
    for case in cases:
        question, players, options, words = case
        ruleset = rules.ruleset(players, options)
        assert default(question, ruleset) == f"Default: {words}", case


def test_the_games_are_told_apart() -> None:
    ruleset = rules.ruleset(4, {})
    assert answer("preset", "black-lady", ruleset) == "Hearts (Black Lady)"
    assert answer("preset", "hearts", ruleset) == "Plain hearts: no ♠Q, moon or passing"


@pytest.mark.parametrize(
    ("total", "of", "shown"),
    [
        (13, 4, "3.3"),
        (11, 4, "2.8"),
        (9, 4, "2.3"),
        (-1, 4, "−0.3"),
        (-1, 20, "−0.1"),
        (-1, 21, "0.0"),
        (3, 20, "0.2"),
        (23, 20, "1.2"),
        (-13, 4, "−3.3"),
        (199, 20, "10.0"),
        (0, 3, "0.0"),
        (0, 0, "–"),
    ],
)
def test_average(total: int, of: int, shown: str) -> None:
    assert numbers.average(total, of) == shown


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (0.25, "+0.3"),
        (-0.25, "−0.3"),
        (0.15, "+0.2"),
        (-0.15, "−0.2"),
        (2.675, "+2.7"),
        (0.04, "0.0"),
        (-0.04, "0.0"),
        (-0.05, "−0.1"),
        (1e-9, "0.0"),
        (12, "+12.0"),
    ],
)
def test_signed_points(points: float, shown: str) -> None:
    assert numbers.signed_points(points) == shown


@pytest.mark.parametrize(
    ("count", "of", "shown"),
    [(1, 40, "1 of 40 (3%)"), (3, 40, "3 of 40 (8%)"), (1, 8, "1 of 8"), (9, 24, "9 of 24 (38%)")],
)
def test_share(count: int, of: int, shown: str) -> None:
    assert numbers.share(count, of) == shown
