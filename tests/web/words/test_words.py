"""Values in English words."""

from __future__ import annotations

from dataclasses import replace

from scorepad import rules
from scorepad.web.words import cards, game, names
from scorepad.web.words.rules import passing, rules_in_full
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
    assert moments(moon) == ["Moon for Ben!"]
    assert moments(moon, moon="off") == []
    assert moments(replace(moon, sun=True), sun=True) == ["Sun for Ben!"]
    assert moments(none, 96, 0, 95, 0) == []
    assert moments(none, 96, 0, 95, 0, exact=50) == ["Exactly 100: Anna and Cara back to 50"]
    assert moments(moon, 74, 0, 0, 0, exact="zero") == [
        "Moon for Ben!",
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
