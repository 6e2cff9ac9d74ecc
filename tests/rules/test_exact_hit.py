"""The exact hit: a total that is the target is lowered, beside the hand and before the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules import Hand
from scorepad.rules.scoring import lower_exact_hits
from tests.rules.strategies import SETTINGS, rulesets
from tests.rules.table import hand, play, rules_of

# 13 for the first two seats, nothing for the others.
THIRTEENS = hand(13, 0, 0, 0, QS=1)


@pytest.mark.parametrize(
    ("options", "of", "opening", "totals", "over"),
    [
        # Without the option the target is the end.
        ({}, THIRTEENS, (87, 0, 0, 0), (100, 13, 0, 0), True),
        # A target below the reduction gives a total below nothing.
        ({"exact": 100, "target": 50}, THIRTEENS, (37, 0, 0, 0), (-50, 13, 0, 0), False),
        # Several seats can hit at once.
        ({"exact": 50}, THIRTEENS, (87, 87, 10, 20), (50, 50, 10, 20), False),
        # Another seat at the end ends the game all the same.
        ({"exact": "zero"}, THIRTEENS, (87, 88, 10, 20), (0, 101, 10, 20), True),
        # The rule asks where the total stands after the hand, not how it came there.
        ({"exact": 50}, hand(0, 13, 0, 0, QS=1), (74, 0, 0, 0), (50, 0, 26, 26), False),
        ({"exact": 50}, THIRTEENS, (0, 0, 100, 0), (13, 13, 50, 0), False),
        # A bonus card can bring a total down to the target.
        (
            {"preset": "omnibus", "exact": 50, "end": "exceed"},
            hand(5, 8, 0, 0, QS=1, JD=0),
            (105, 0, 0, 0),
            (50, 21, 0, 0),
            False,
        ),
    ],
)
def test_totals_after_a_hand(
    options: dict[str, object],
    of: Hand,
    opening: tuple[int, ...],
    totals: tuple[int, ...],
    over: bool,
) -> None:
    result = play(rules_of(**options), of, opening=opening)
    assert (result.totals, result.over) == (totals, over)


@SETTINGS
@given(st.data())
def test_lowering_touches_the_hits_alone(data: st.DataObject) -> None:
    rules = data.draw(rulesets())
    total = st.integers(rules.target - 2, rules.target + 2)
    before = tuple(data.draw(st.lists(total, min_size=3, max_size=6)))
    after = lower_exact_hits(before, rules)
    for was, now in zip(before, after, strict=True):
        if rules.exact is None or was != rules.target:
            assert now == was
        else:
            assert now == {50: was - 50, 100: was - 100, "zero": 0}[rules.exact]
