"""The pack of each table: docs/rules.md."""

from __future__ import annotations

import pytest
from hypothesis import given

from scorepad.rules import Ruleset
from scorepad.rules.cards import CARDS, fitting_decks
from tests.rules.strategies import SETTINGS, rulesets
from tests.rules.table import fault, rules_of


def numbers_of(rules: Ruleset) -> tuple[int, int, int, str]:
    """The cards of each, the hearts, what there is to take, and the card that leads."""
    return rules.cards_each, rules.hearts, rules.penalty_total, rules.leads


def test_the_pack_of_black_lady() -> None:
    cases: list[tuple[int, set[str], tuple[int, int, int, str]]] = [
        (3, {"2C", "2D", "2S", "2H"}, (16, 12, 24, "3C")),
        (4, set(), (13, 13, 26, "2C")),
        (5, {"2S", "2D"}, (10, 13, 26, "2C")),
        (6, {"2C", "2D", "2S", "2H"}, (8, 12, 24, "3C")),
        (7, {"2C", "2D", "2S"}, (7, 13, 26, "3C")),
    ]
    for players, removed, numbers in cases:
        rules = rules_of(players)
        assert set(rules.deck_removed) == removed, players
        assert numbers_of(rules) == numbers, players


def test_three_players_with_one_card_out() -> None:
    cases = [
        ("2D", (17, 13, 26, "2C")),
        ("2S", (17, 13, 26, "2C")),
        ("2C", (17, 13, 26, "3C")),
        ("3C", (17, 13, 26, "2C")),
        ("2H", (17, 12, 24, "2C")),
        ("3H", (17, 12, 24, "2C")),
    ]
    for out, numbers in cases:
        rules = rules_of(3, deck_removed=[out])
        assert numbers_of(rules) == numbers, out
        assert rules.card_points == {"QS": rules.hearts}, out


def test_any_other_set_of_cards_can_be_out() -> None:
    rules = rules_of(5, deck_removed=["2C", "3C", "4C", "5C", "2H", "3H", "AH"])
    assert numbers_of(rules) == (9, 10, 20, "6C")


def test_the_order_in_which_the_cards_out_are_written_does_not_matter() -> None:
    assert rules_of(5, deck_removed=["2S", "2D"]) == rules_of(5, deck_removed=["2D", "2S"])


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
    ],
)
def test_a_pack_that_cannot_be_is_refused_with_its_place(
    players: int, removed: object, place: str
) -> None:
    assert fault(players, deck_removed=removed).startswith(f"{place}: ")


def test_clubs_and_hearts_cannot_be_out_altogether() -> None:
    for suit in "CH":
        whole_suit = [rank + suit for rank in "23456789TJQKA"]
        assert fault(3, deck_removed=whole_suit).startswith("rules.deck_removed: "), suit


def test_no_card_that_carries_points_of_its_own_goes() -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"deck_removed": ["QS"]}, "QS"),
        ({"deck_removed": ["JD"], "preset": "omnibus"}, "JD"),
        ({"deck_removed": ["AC"], "preset": "black-maria"}, "AC"),
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


def test_cards_left_over_go_to_the_first_trick_or_to_the_last_one() -> None:
    for other in ("first", "First-trick", "", "none", 1, True, ["first-trick"]):
        assert fault(3, deck_removed=[], undealt=other).startswith("rules.undealt: "), other
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
