"""A game file is read as it is written, with the defaults of docs/files.md."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given

from scorepad.gamefile import read_game
from scorepad.rules import Game
from tests.gamefile.documents import game, scored, without
from tests.rules.strategies import SETTINGS, document_of, games


def test_every_part_of_the_example_is_read() -> None:
    read = read_game(game())
    assert read.name == "Friday"
    assert read.started == datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    assert read.stopped is None
    assert read.players == ("Anna", "Ben", "Cara", "Dora")
    assert read.options == {"preset": "black-lady", "moon": "choice", "exact": 50}
    assert read.game.rules.moon == "choice"
    assert read.game.rules.exact == 50
    assert read.game.opening == (0, 0, 0, 0)
    assert [hand.hearts for hand in read.game.hands] == [(5, 8, 0, 0), (0, 13, 0, 0)]
    assert [hand.cards for hand in read.game.hands] == [{"QS": 0}, {"QS": 1}]
    assert [hand.moon_choice for hand in read.game.hands] == [None, "subtract"]


def test_only_four_keys_are_needed() -> None:
    read = read_game(
        {"format": "scorepad-game", "version": 1, "players": ["A", "B", "C"], "hands": []}
    )
    assert read.name is None
    assert read.started is None
    assert read.options == {}
    assert read.game.rules.preset == "black-lady"
    assert read.game.rules.players == 3
    assert read.game.dealer == 0
    assert read.game.hands_before == 0
    assert not read.game.stopped


@pytest.mark.parametrize(
    "key", ["name", "started", "stopped", "rules", "dealer", "opening", "hands_before"]
)
def test_a_key_left_out_is_as_good_as_its_default(key: str) -> None:
    default = {"rules": {}, "dealer": 0, "opening": [0, 0, 0, 0], "hands_before": 0}.get(key)
    hands = [{"hearts": [5, 8, 0, 0], "cards": {"QS": 0}}]
    left_out = without(key) | {"hands": hands}
    assert scored(left_out) == scored(left_out | {key: default})


@pytest.mark.parametrize(
    ("written", "offset"),
    [
        ("2026-11-20T19:30:00Z", 0),
        ("2026-11-20T19:30:00+00:00", 0),
        ("2026-11-20T20:30:00.250+01:00", 1),
        ("2026-11-20 14:30-05:00", -5),
    ],
)
def test_a_time_has_its_offset(written: str, offset: int) -> None:
    started = read_game(game(started=written)).started
    assert started is not None
    assert started.utcoffset() == timedelta(hours=offset)


def test_a_game_with_a_time_of_stopping_is_stopped() -> None:
    read = read_game(game(stopped="2026-11-20T22:00:00Z"))
    assert read.game.stopped
    assert read.stopped == datetime(2026, 11, 20, 22, tzinfo=UTC)


def test_the_pass_of_a_hand_is_read() -> None:
    hand = {"hearts": [5, 8, 0, 0], "cards": {"QS": 0}, "pass": 2}
    assert [line["pass"] for line in scored(game(hands=[hand, hand]))["hands"]] == [2, 2]


def test_the_dealer_of_a_hand_is_read() -> None:
    hand = {"hearts": [5, 8, 0, 0], "cards": {"QS": 0}}
    hands = [hand, hand | {"dealer": 3}, hand]
    assert [line["dealer"] for line in scored(game(hands=hands))["hands"]] == [0, 3, 0]


def test_a_sun_that_is_false_is_none() -> None:
    hand = {"hearts": [5, 8, 0, 0], "cards": {"QS": 0}}
    assert scored(game(hands=[hand | {"sun": False}])) == scored(game(hands=[hand]))


@SETTINGS
@given(games())
def test_a_game_written_to_a_file_is_read_as_the_same_game(one: Game) -> None:
    read = read_game(document_of(one)).game
    assert (read.rules, read.hands) == (one.rules, one.hands)
    assert read == one
