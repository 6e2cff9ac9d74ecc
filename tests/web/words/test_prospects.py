"""What a prospect's sentence says, against what the rules make of such totals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from scorepad import rules
from scorepad.rules.next_hand import prospects
from scorepad.rules.ruleset import ENDS, EXACT_HITS, TIES, Ruleset
from scorepad.rules.scoring import ends, lower_exact_hits
from scorepad.web.words import game as words

FOUR = ("Anna", "Ben", "Cara", "Dora")
# Far from each other, so that none of them is lowest together with somebody else.
_OTHERS = (-2000, 1, 3)
# More than any hand brings.
_MOST = 120
_SENTENCE = re.compile(
    r"(?:Anna: exactly (?P<exact>−?\d+) drops to (?P<lowered>−?\d+))?(?:, )?"
    r"(?:(?P<least>−?\d+) (?:or more|more for Anna) ends the game)?"
    r"(?P<tie>, unless there is a tie)?\."
    r"|Anna: (?P<there>100 already reached|already over 100)\."
)


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def _rulesets() -> Iterator[Ruleset]:
    moons: list[dict[str, object]] = [
        {"moon": moon, "sun": sun}
        for moon, sun in product(("off", "add", "subtract", "choice", "safe"), (False, True))
        if moon != "off" or not sun
    ]
    cards: list[dict[str, object]] = [{}, {"card_points": {"QS": 13, "JD": -10}}]
    for end, exact, tie, moon, card in product(ENDS, (None, *EXACT_HITS), TIES, moons, cards):
        yield rules.ruleset(4, {"end": end, "exact": exact, "tie": tie, **moon, **card})


def _after(total: int, points: int, ruleset: Ruleset) -> tuple[int, ...]:
    """The totals after a hand that brings Anna so many points, and the others none."""
    return lower_exact_hits((total + points, *_OTHERS), ruleset)


def _check(sentence: str, total: int, ruleset: Ruleset) -> None:
    match = _SENTENCE.fullmatch(sentence)
    assert match, sentence
    said = match.groupdict()
    context = (sentence, total, ruleset)
    if said["there"]:
        over = total > ruleset.target if "over" in said["there"] else total >= ruleset.target
        assert over, context
        return
    assert bool(said["tie"]) == (ruleset.tie == "play-on" and said["least"] is not None), context
    if said["exact"] is not None:
        hit = _number(said["exact"])
        assert _after(total, hit, ruleset)[0] == _number(said["lowered"]) != total + hit, context
    if said["least"] is not None:
        least = _number(said["least"])
        for points in range(least, least + _MOST):
            assert ends(_after(total, points, ruleset), ruleset), (points, *context)
        assert not ends(_after(total, least - 1, ruleset), ruleset), context


@pytest.mark.parametrize("total", [48, 51, 52, 60, 74, 75, 87, 99, 100, 101, 104])
def test_numbers_of_prospect(total: int) -> None:
    said = 0
    for ruleset in _rulesets():
        played = rules.Game(ruleset, opening=(total, *_OTHERS))
        for each in prospects(played, rules.sheet(played)):
            assert each.seat == 0
            _check(words.prospect(each, FOUR, ruleset).striptags(), total, ruleset)
            said += 1
    assert said


def test_sentence_where_the_exact_hit_is_impossible() -> None:
    ruleset = rules.ruleset(4, {"exact": 50, "sun": True})
    played = rules.Game(ruleset, opening=(52, *_OTHERS))
    (each,) = prospects(played, rules.sheet(played))
    sentence = words.prospect(each, FOUR, ruleset).striptags()
    assert sentence == "49 more for Anna ends the game."


@pytest.mark.parametrize(("end", "exact"), [*product(ENDS, (None, *EXACT_HITS))])
def test_goal(end: str, exact: object) -> None:
    ruleset = rules.ruleset(4, {"end": end, "exact": exact})
    at = ends(_after(100, 0, ruleset), ruleset)
    assert words.goal(ruleset) == ("ends at 100" if at else "ends past 100")
