"""The pack of each table: docs/rules.md."""

from __future__ import annotations

import pytest
from hypothesis import given

from scorepad.rules import Ruleset
from scorepad.rules.cards import CARDS, fitting_decks
from tests.rules.strategies import SETTINGS, rulesets
from tests.rules.table import fault, rules_of

ALL_CLUBS, ALL_HEARTS = ([card for card in CARDS if card[1] == suit] for suit in "CH")


@pytest.mark.parametrize(
    ("players", "options", "numbers"),
    [
        # The usual deck.
        (3, {}, (16, 12, 24, "3C")),
        (4, {}, (13, 13, 26, "2C")),
        (5, {}, (10, 13, 26, "2C")),
        (6, {}, (8, 12, 24, "3C")),
        (7, {}, (7, 13, 26, "3C")),
        # Three with one card out.
        (3, {"deck_removed": ["2D"]}, (17, 13, 26, "2C")),
        (3, {"deck_removed": ["2C"]}, (17, 13, 26, "3C")),
        (3, {"deck_removed": ["3C"]}, (17, 13, 26, "2C")),
        (3, {"deck_removed": ["2H"]}, (17, 12, 24, "2C")),
        (3, {"deck_removed": ["3H"]}, (17, 12, 24, "2C")),
        # Any other cards, in any order.
        (5, {"deck_removed": ["AH", "2C", "4C", "3C", "5C", "2H", "3H"]}, (9, 10, 20, "6C")),
    ],
)
def test_what_a_pack_has(
    players: int, options: dict[str, object], numbers: tuple[int, int, int, str]
) -> None:
    rules = rules_of(players, **options)
    assert (rules.cards_each, rules.hearts, rules.penalty_total, rules.leads) == numbers
    assert rules.card_points == {"QS": rules.hearts}


@pytest.mark.parametrize(
    ("players", "removed", "place"),
    [
        pytest.param(4, ["2D"], "rules.deck_removed", id="51 cards for four"),
        pytest.param(3, [], "rules.deck_removed", id="52 cards for three"),
        pytest.param(7, [], "rules.deck_removed", id="52 cards for seven"),
        pytest.param(3, ["2X"], "rules.deck_removed[0]", id="no such card"),
        pytest.param(3, ["10D"], "rules.deck_removed[0]", id="ten is T"),
        pytest.param(3, ["2d"], "rules.deck_removed[0]", id="small letter"),
        pytest.param(3, [2], "rules.deck_removed[0]", id="a number"),
        pytest.param(3, [["2D"]], "rules.deck_removed[0]", id="a list in the list"),
        pytest.param(5, ["2D", "2D"], "rules.deck_removed[1]", id="twice the same"),
        pytest.param(3, "2D", "rules.deck_removed", id="a text"),
        pytest.param(3, None, "rules.deck_removed", id="null"),
        pytest.param(3, {"2D": 1}, "rules.deck_removed", id="an object"),
        pytest.param(3, ALL_CLUBS, "rules.deck_removed", id="all clubs"),
        pytest.param(3, ALL_HEARTS, "rules.deck_removed", id="all hearts"),
    ],
)
def test_a_pack_that_cannot_be_is_refused_with_its_place(
    players: int, removed: object, place: str
) -> None:
    assert fault(players, deck_removed=removed).startswith(f"{place}: ")


def test_no_card_that_carries_points_of_its_own_goes() -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"deck_removed": ["QS"]}, "QS"),
        ({"deck_removed": ["JD"], "preset": "omnibus"}, "JD"),
    ]
    for options, card in cases:
        assert card in fault(3, **options), (options, card)


def test_what_does_not_deal_out_can_go_to_a_trick() -> None:
    """Nothing else changes: each has fewer cards, and all points are still taken."""
    for players, each, left in ((3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4), (7, 7, 3)):
        for trick in ("first-trick", "last-trick"):
            rules = rules_of(players, deck_removed=[], undealt=trick)
            assert (rules.cards_each, rules.left_over) == (each, left), players
            assert (rules.hearts, rules.penalty_total, rules.leads) == (13, 26, "2C"), players
            assert fault(players, deck_removed=[], undealt=trick, pass_count=each + 1).startswith(
                "rules.pass_count: "
            ), players
    # The usual deck stays, unless another one is written down.
    assert rules_of(3, undealt="last-trick").left_over == 0


def test_a_pack_too_small_to_deal_is_refused() -> None:
    few = [card for card in CARDS if card not in {"AC", "QS", "AH"}]
    assert fault(4, deck_removed=few, undealt="last-trick").startswith("rules.deck_removed: ")


@SETTINGS
@given(rulesets())
def test_a_pack_deals_out_evenly_and_its_numbers_follow_from_it(rules: Ruleset) -> None:
    pack = [
        rank + suit
        for suit in "CDSH"
        for rank in "23456789TJQKA"
        if rank + suit not in rules.deck_removed
    ]
    assert rules.cards_each * rules.players + rules.left_over == len(pack)
    assert rules.left_over < rules.players if rules.undealt else rules.left_over == 0
    assert rules.hearts == sum(card.endswith("H") for card in pack)
    assert rules.leads == next(card for card in pack if card.endswith("C"))
    assert set(rules.card_points) <= set(pack)
    bonus, penalty = set(rules.bonus_cards), set(rules.penalty_cards)
    assert bonus | penalty == {card for card, worth in rules.card_points.items() if worth}
    assert not bonus & penalty
    assert rules.penalty_total == rules.hearts + sum(rules.card_points[card] for card in penalty)


def test_every_deck_that_is_offered_deals_out_and_the_usual_one_comes_first() -> None:
    for players in range(3, 8):
        decks = fitting_decks(players)
        assert set(decks[0]) == set(rules_of(players).deck_removed), players
        assert len({frozenset(removed) for removed in decks}) == len(decks), players
        for removed in decks:
            assert set(rules_of(players, deck_removed=list(removed)).deck_removed) == set(
                removed
            ), players


def test_three_may_remove_any_two_or_three_and_most_remove_one_two() -> None:
    assert fitting_decks(3)[1] == ("2D",)
    assert {removed[0] for removed in fitting_decks(3)[1:]} == {
        "2C", "2D", "2S", "2H", "3C", "3D", "3S", "3H",
    }  # fmt: skip
