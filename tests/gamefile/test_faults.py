"""A file that is not a valid game is refused, and the error names the place."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from scorepad.gamefile import game_line, parse, read_game
from tests.gamefile.documents import PLAYERS, fault, game, with_hand, without

NOT_WHOLE: list[object] = [None, True, 0.0, "0", [], {}, float("nan")]


@pytest.mark.parametrize("document", [None, True, 1, "game", [], [{}]])
def test_a_game_is_an_object(document: object) -> None:
    assert fault(document) == "game: must be an object"


@pytest.mark.parametrize("key", ["format", "version", "players", "hands"])
def test_the_required_keys_are_required(key: str) -> None:
    assert fault(without(key)) == f"{key}: is missing"


@pytest.mark.parametrize("key", ["Format", "winner", "totals", "hand", "größe", " ", "."])
def test_a_key_that_is_not_known_is_an_error(key: str) -> None:
    assert fault(game(**{key: 1})).startswith(f"{key}: ")
    assert fault(game(rules={key: 1})).startswith(f"rules.{key}: ")
    assert fault(with_hand(**{key: 1})).startswith(f"hands[3].{key}: ")


def test_an_empty_key_has_a_place_too() -> None:
    assert not fault(game(**{"": 1})).startswith(":")


@pytest.mark.parametrize("format_", ["scorepad-sheet", "Scorepad-game", "", None, 1, [], {}])
def test_another_format_is_refused(format_: object) -> None:
    assert fault(game(format=format_)).startswith("format: ")


@pytest.mark.parametrize("version", [0, 2, -1, 10**30, *NOT_WHOLE, 1.0, "1"])
def test_another_version_is_refused(version: object) -> None:
    assert fault(game(version=version)).startswith("version: ")


class TestPlayers:
    @pytest.mark.parametrize("count", [0, 1, 2, 7, 52])
    def test_three_to_six_play(self, count: int) -> None:
        names = [f"Player {number}" for number in range(count)]
        assert fault(game(players=names)) == "players: must be 3 to 6 names"

    @pytest.mark.parametrize("players", [None, 4, "Anna", {"0": "Anna"}])
    def test_they_are_a_list(self, players: object) -> None:
        assert fault(game(players=players)) == "players: must be a list"

    @pytest.mark.parametrize(
        "name",
        [
            None,
            1,
            True,
            ["Cara"],
            "",
            " ",
            "\u3000",
            "\u200b",
            " Cara",
            "Cara ",
            "Ca\nra",
            "Ca\x00ra",
            "Ca\u2028ra",
            "\ud800",
            "C" * 31,
            "Anna",
            "ANNA",
        ],
    )
    def test_a_bad_name_is_refused_with_its_seat(self, name: object) -> None:
        assert fault(game(players=["Anna", "Ben", name, "Dora"])).startswith("players[2]: ")

    def test_two_spellings_of_one_name_are_the_same(self) -> None:
        message = fault(game(players=["Strauß", "Ben", "STRAUSS", "Dora"]))
        assert message == "players[2]: player 1 has this name already"


@pytest.mark.parametrize("dealer", [-1, 4, 10**30, *NOT_WHOLE])
def test_the_dealer_is_a_seat(dealer: object) -> None:
    assert fault(game(dealer=dealer)).startswith("dealer: ")


def test_with_three_players_there_is_no_seat_3() -> None:
    three: dict[str, Any] = {"players": PLAYERS[:3], "opening": [0, 0, 0], "hands": []}
    assert fault(game(dealer=3, **three)).startswith("dealer: ")


@pytest.mark.parametrize("opening", [None, 0, {}, "0000", [], [0, 0, 0], [0, 0, 0, 0, 0]])
def test_the_opening_has_a_total_for_every_seat(opening: object) -> None:
    assert fault(game(opening=opening)).startswith("opening: ")


@pytest.mark.parametrize("total", [10_001, -10_001, 10**30, *NOT_WHOLE])
def test_an_opening_total_is_a_sensible_whole_number(total: object) -> None:
    assert fault(game(opening=[0, 0, total, 0])).startswith("opening[2]: ")


@pytest.mark.parametrize("before", [-1, 10_001, 10**30, *NOT_WHOLE])
def test_hands_before_is_a_sensible_whole_number(before: object) -> None:
    assert fault(game(hands_before=before)).startswith("hands_before: ")


@pytest.mark.parametrize("key", ["started", "stopped"])
@pytest.mark.parametrize(
    "time",
    [
        "2026-11-20T19:30:00",
        "2026-11-20",
        "2026-11-20T24:30:00Z",
        "2026-02-30T19:30:00Z",
        "20.11.2026 19:30",
        "yesterday",
        "",
        "2026-11-20T19:30:00Z ",
        "2026-11-20T19:30:00+25:00",
        "0000-01-01T00:00:00Z",
        "2026-11-20T19:30:00\ud800",
        1_795_203_000,
        True,
        [],
        datetime(2026, 11, 20, tzinfo=UTC),
    ],
)
def test_a_time_that_is_none_is_refused(key: str, time: object) -> None:
    assert fault(game(**{key: time})).startswith(f"{key}: ")


@pytest.mark.parametrize(
    "time",
    [
        "0001-01-01T00:00:00+23:59",
        "1899-12-31T23:59:59Z",
        # In UTC, as they would be written, they are in other years.
        "1900-01-01T00:00:00+00:01",
        "2999-12-31T23:59:59-00:01",
        "3000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-23:59",
    ],
)
def test_a_time_long_before_or_after_ours_is_refused(time: str) -> None:
    assert fault(game(started=time)) == "started: must be in the years 1900 to 2999"


@pytest.mark.parametrize("time", ["1899-12-31T23:59:00-00:01", "3000-01-01T00:00:00+00:01"])
def test_the_years_are_those_of_utc(time: str) -> None:
    (line,) = game_line(read_game(game(started=time))).splitlines()
    assert game_line(read_game(parse(line))) == line + b"\n"


@pytest.mark.parametrize("name", [1, True, [], {}])
def test_the_name_of_a_game_is_a_text(name: object) -> None:
    assert fault(game(name=name)).startswith("name: ")


@pytest.mark.parametrize("rules", [None, [], "black-lady", True])
def test_the_rules_are_an_object(rules: object) -> None:
    assert fault(game(rules=rules)) == "rules: must be an object"


def test_a_fault_in_the_rules_has_a_place_below_them() -> None:
    assert fault(game(rules={"target": 5})).startswith("rules.target: ")
    assert fault(game(rules={"card_points": []})).startswith("rules.card_points: ")
    assert fault(game(rules={"pass_cycle": [9]})).startswith("rules.pass_cycle[0]: ")


class TestHands:
    @pytest.mark.parametrize("hands", [None, {}, "", 0])
    def test_they_are_a_list(self, hands: object) -> None:
        assert fault(game(hands=hands)) == "hands: must be a list"

    @pytest.mark.parametrize("hand", [None, [5, 8, 0, 0], "", 0])
    def test_each_is_an_object(self, hand: object) -> None:
        assert fault(game(hands=[hand])) == "hands[0]: must be an object"

    @pytest.mark.parametrize("key", ["hearts", "cards"])
    def test_hearts_and_cards_are_required(self, key: str) -> None:
        hand = {"hearts": [5, 8, 0, 0], "cards": {"QS": 0}}
        del hand[key]
        assert fault(game(hands=[hand])) == f"hands[0].{key}: is missing"

    def test_missing_hearts_are_counted(self) -> None:
        message = fault(with_hand(hearts=[5, 7, 0, 0]))
        assert message == "hands[3].hearts: 12 of 13 hearts placed"

    @pytest.mark.parametrize("hearts", [None, 13, {}, "5800", [], [13], [5, 8, 0], [5, 8, 0, 0, 0]])
    def test_hearts_are_a_number_for_every_seat(self, hearts: object) -> None:
        assert fault(with_hand(hearts=hearts)).startswith("hands[3].hearts: ")

    @pytest.mark.parametrize("count", [-1, 14, 10**30, *NOT_WHOLE, 8.0])
    def test_a_number_of_hearts_is_a_whole_number(self, count: object) -> None:
        assert fault(with_hand(hearts=[5, count, 0, 0])).startswith("hands[3].hearts[1]: ")

    @pytest.mark.parametrize("cards", [None, [], "QS", 0])
    def test_cards_are_an_object(self, cards: object) -> None:
        assert fault(with_hand(cards=cards)) == "hands[3].cards: must be an object"

    @pytest.mark.parametrize("taker", [-1, 4, 10**30, *NOT_WHOLE, "Anna"])
    def test_a_card_was_taken_by_a_seat(self, taker: object) -> None:
        assert fault(with_hand(cards={"QS": taker})).startswith("hands[3].cards.QS: ")

    @pytest.mark.parametrize(
        ("cards", "place"),
        [
            ({}, "hands[3].cards.QS"),
            ({"QS": 0, "JD": 1}, "hands[3].cards.JD"),
            ({"qs": 0}, "hands[3].cards.qs"),
            ({"QS": 0, "": 1}, "hands[3].cards."),
        ],
    )
    def test_every_card_that_the_rules_name_and_no_other(
        self, cards: dict[str, int], place: str
    ) -> None:
        assert fault(with_hand(cards=cards)).startswith(f"{place}: ")

    @pytest.mark.parametrize("moon", [None, True, "", "off", "choice", "safe", "Add", ["add"]])
    def test_a_moon_is_added_or_subtracted(self, moon: object) -> None:
        moon_hand = with_hand(hearts=[0, 13, 0, 0], cards={"QS": 1}, moon=moon)
        assert fault(moon_hand).startswith("hands[3].moon: ")

    def test_a_moon_that_is_chosen_must_be_said_and_no_other_hand_says_it(self) -> None:
        unsaid = with_hand(hearts=[0, 13, 0, 0], cards={"QS": 1})
        assert fault(unsaid).startswith("hands[3].moon: ")
        assert fault(with_hand(moon="add")).startswith("hands[3].moon: ")

    @pytest.mark.parametrize("sun", [None, 1, "true", []])
    def test_a_sun_is_true_or_false(self, sun: object) -> None:
        assert fault(with_hand(sun=sun)).startswith("hands[3].sun: ")

    def test_a_sun_is_a_moon_where_the_sun_is_played(self) -> None:
        assert fault(with_hand(sun=True)).startswith("hands[3].sun: ")
        moon = with_hand(hearts=[0, 13, 0, 0], cards={"QS": 1}, moon="add", sun=True)
        assert fault(moon).startswith("hands[3].sun: ")

    @pytest.mark.parametrize("passed", [-1, 4, 10**30, *NOT_WHOLE])
    def test_the_pass_is_an_offset(self, passed: object) -> None:
        assert fault(with_hand(**{"pass": passed})).startswith("hands[3].pass: ")

    @pytest.mark.parametrize("dealer", [-1, 4, 10**30, *NOT_WHOLE])
    def test_the_dealer_is_a_seat(self, dealer: object) -> None:
        assert fault(with_hand(dealer=dealer)).startswith("hands[3].dealer: ")
