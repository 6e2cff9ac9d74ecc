"""A few words to write examples with: a table's rules, a hand, a game played at it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorepad.rules import Game, Hand, RulesError, Ruleset, Sheet, ruleset, sheet
from scorepad.rules.hand import MoonChoice

VECTORS = Path(__file__).parent.parent / "vectors"


def rules_of(players: int = 4, /, **options: object) -> Ruleset:
    """Black Lady with these house rules."""
    return ruleset(players, options)


def hand(*hearts: int, moon: MoonChoice | None = None, sun: bool = False, passed: int | None = None,
         dealer: int | None = None, **cards: int) -> Hand:  # fmt: skip
    """A hand: hearts by seat, and who took each special card (``QS=0``)."""
    return Hand(hearts, cards, moon, sun, passed, dealer)


def play(rules: Ruleset, *hands: Hand, opening: tuple[int, ...] = (), stopped: bool = False,
         hands_before: int = 0, dealer: int = 0) -> Sheet:  # fmt: skip
    """The sheet of a game."""
    return sheet(Game(rules, hands, dealer, opening, hands_before, stopped))


def points(rules: Ruleset, of: Hand, opening: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The points of one hand, played as the first of a game."""
    return play(rules, of, opening=opening).lines[0].points


def fault(players: int = 4, /, **options: object) -> str:
    """The sentence about impossible house rules."""
    with pytest.raises(RulesError) as raised:
        ruleset(players, options)
    return str(raised.value)


def vectors(name: str) -> dict[str, dict[str, object]]:
    """The worked cases of one file in ``tests/vectors``, by their ids."""
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    by_id: dict[str, dict[str, object]] = {case["id"]: case for case in cases}
    assert len(by_id) == len(cases), "every case has an id of its own"
    return by_id
