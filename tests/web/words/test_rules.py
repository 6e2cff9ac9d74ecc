"""The rules in force in a line, and the words of the questions about house rules."""

from __future__ import annotations

from scorepad import rules
from scorepad.web.words.rules import answer, default, rules_in_short


def test_the_line_says_what_counts_and_what_is_not_as_usual() -> None:
    cases: list[tuple[int, dict[str, object], str]] = [
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
    ]
    for players, options, line in cases:
        assert rules_in_short(rules.ruleset(players, options)) == line, (players, options, line)


def test_defaults_of_questions() -> None:
    cases: list[tuple[str, int, dict[str, object], str]] = [
        ("moon", 4, {}, "+26 to everyone else"),
        ("moon", 3, {"moon": "choice"}, "shooter chooses +24 or −24"),
        ("moon", 4, {"preset": "hearts"}, "no moon"),
        ("bonus", 4, {}, "none"),
        ("bonus", 4, {"preset": "omnibus"}, "♦J −10"),
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
    ]
    for case in cases:
        question, players, options, words = case
        ruleset = rules.ruleset(players, options)
        assert default(question, ruleset) == f"Default: {words}", case


def test_the_games_are_told_apart() -> None:
    ruleset = rules.ruleset(4, {})
    assert answer("preset", "black-lady", ruleset) == "Hearts (Black Lady)"
    assert answer("preset", "hearts", ruleset) == "Plain hearts: no ♠Q, moon or passing"
