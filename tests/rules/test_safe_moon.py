"""The safe moon: an old moon, but a new one where the old one would lose its shooter the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorepad.rules import Hand, RulesError
from tests.rules.table import hand, play, rules_of

MOON = hand(13, 0, 0, 0, QS=0)
OLD = (0, 26, 26, 26)
NEW = (-26, 0, 0, 0)


THEIRS = hand(13, 0, 0, 0, QS=0, JD=2)
SUN = hand(13, 0, 0, 0, QS=0, sun=True)


@pytest.mark.parametrize(
    ("options", "of", "opening", "expected"),
    [
        # Old while the game does not end, or the shooter is lowest, alone or shared.
        ({}, MOON, (0, 0, 0, 0), OLD),
        ({}, MOON, (50, 80, 40, 40), OLD),
        ({}, MOON, (66, 80, 40, 60), OLD),
        ({}, MOON, (67, 80, 40, 60), NEW),
        ({}, MOON, (99, 73, 10, 10), OLD),
        ({}, MOON, (99, 74, 10, 10), NEW),
        # With "exceed", a total on the target does not end the game.
        ({"end": "exceed"}, MOON, (90, 74, 10, 10), OLD),
        ({"end": "exceed"}, MOON, (90, 75, 10, 10), NEW),
        # An exact hit does not end it either, but it can put a seat below the shooter:
        # old, 60, 0 (hit), 101, 86 would be the end.
        ({"exact": 50}, MOON, (90, 74, 10, 10), OLD),
        ({"exact": 100}, MOON, (60, 74, 75, 60), NEW),
        ({}, MOON, (60, 74, 75, 60), OLD),
        # Where play goes on, an old moon that ties for first does not end the game:
        # 70, 106, 66, 66. With 67, one seat is alone lowest.
        ({"tie": "play-on"}, MOON, (70, 80, 40, 40), OLD),
        ({"tie": "play-on"}, MOON, (70, 80, 40, 41), NEW),
        # A bonus card elsewhere can make the old moon unsafe: 60, 106, 56, 76.
        ({"preset": "omnibus"}, replace(THEIRS, cards={"QS": 0, "JD": 0}), (60, 80, 40, 50),
         (-10, 26, 26, 26)),
        ({"preset": "omnibus"}, THEIRS, (60, 80, 40, 50), (-26, 0, -10, 0)),
        # A sun is judged with its double points: 80 behind 60.
        ({"sun": True}, MOON, (80, 48, 8, 8), OLD),
        ({"sun": True}, SUN, (80, 48, 8, 8), (-52, 0, 0, 0)),
    ],
)  # fmt: skip
def test_old_unless_it_loses_the_game(
    options: dict[str, object], of: Hand, opening: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    (line,) = play(rules_of(**{"moon": "safe"} | options), of, opening=opening).lines
    assert line.points == expected


def test_the_file_may_say_which_moon_it_was_if_it_says_the_right_one() -> None:
    rules = rules_of(moon="safe")
    subtracted = hand(13, 0, 0, 0, QS=0, moon="subtract")
    assert play(rules, subtracted, opening=(67, 80, 40, 60)).lines[0].points == NEW
    with pytest.raises(RulesError) as raised:
        play(rules, subtracted)
    assert raised.value.place == "hands[0].moon"
