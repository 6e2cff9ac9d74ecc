"""The rules in force in a line, and the words of the questions about house rules."""

from __future__ import annotations

import pytest

from scorepad import rules
from scorepad.web.words import house_choices
from scorepad.web.words.passing import direction
from scorepad.web.words.rules_line import rules_line


@pytest.mark.parametrize(
    ("players", "options", "line"),
    [
        (3, {}, "3 players: twos out, ♠Q 12, moon +24, to 100"),
        (3, {"deck_removed": ["2D"]}, "3 players: ♦2 out, ♠Q 13, moon +26, to 100"),
        (3, {"moon": "choice"}, "3 players: twos out, ♠Q 12, moon +24 or −24, to 100"),
        (4, {}, "4 players: ♠Q 13, moon +26, to 100"),
        (4, {"end": "exceed", "target": 50}, "4 players: ♠Q 13, moon +26, past 50"),
        (4, {"moon": "subtract"}, "4 players: ♠Q 13, moon −26, to 100"),
        (4, {"preset": "hearts"}, "4 players: no moon, to 100, no passing"),
        (4, {"preset": "black-jack-1909"}, "4 players: ♠J 10, no moon, to 100, always pass left"),
        (5, {}, "5 players: ♦2 ♠2 out, ♠Q 13, moon +26, to 100"),
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
    ],
)
def test_the_line_says_what_counts_and_what_is_not_as_usual(
    players: int, options: dict[str, object], line: str
) -> None:
    assert rules_line(rules.ruleset(players, options)) == line


@pytest.mark.parametrize(
    ("players", "ways"),
    [
        (3, ["hold", "left", "right"]),
        (4, ["hold", "left", "across", "right"]),
        (5, ["hold", "left", "2nd left", "2nd right", "right"]),
        (6, ["hold", "left", "2nd left", "across", "2nd right", "right"]),
    ],
)
def test_a_way_in_a_word_or_two(players: int, ways: list[str]) -> None:
    assert [direction(offset, players) for offset in range(players)] == ways


@pytest.mark.parametrize(
    ("question", "players", "options", "words"),
    [
        ("moon", 4, {}, "+26 to everyone else"),
        ("moon", 3, {"moon": "choice"}, "shooter chooses +24 or −24"),
        ("moon", 4, {"preset": "hearts"}, "no moon"),
        ("jack", 4, {}, "no"),
        ("jack", 4, {"preset": "omnibus"}, "yes"),
        ("king_and_ace", 4, {}, "none"),
        ("king_and_ace", 4, {"preset": "black-maria"}, "♠K 10 and ♣A 7"),
        ("queen", 6, {}, "12"),
        ("queen", 4, {"preset": "hearts"}, "nothing"),
        ("end", 4, {"preset": "black-widow"}, "goes over the target"),
        ("exact", 4, {}, "nothing special"),
        ("exact", 4, {"exact": 50}, "takes 50 points off"),
        ("passing", 4, {}, "left, right, across, hold"),
        ("passing", 4, {"preset": "discard-hearts-1909"}, "always left"),
        ("passing", 4, {"preset": "hearts"}, "never"),
        ("deck", 4, {}, "none – 13 each, ♠Q 13"),
        ("deck", 6, {}, "twos – 8 each, ♠Q 12"),
        ("deck", 5, {"preset": "hearts"}, "♦2 ♠2 – 10 each"),
    ],
)
def test_what_holds_where_nobody_answers(
    question: str, players: int, options: dict[str, object], words: str
) -> None:
    ruleset = rules.ruleset(players, options)
    assert house_choices.default(question, ruleset) == f"Default: {words}"


def test_the_games_are_told_apart() -> None:
    ruleset = rules.ruleset(4, {})
    assert house_choices.answer("preset", "black-lady", ruleset) == "Hearts (Black Lady)"
    assert (
        house_choices.answer("preset", "hearts", ruleset) == "Plain hearts: no ♠Q, moon or passing"
    )
