"""A game file is read as it is written, with the defaults of docs/files.md."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given

from scorepad.gamefile import read_game
from scorepad.rules import Game, ruleset
from tests.gamefile.documents import game, scored, without
from tests.rules.strategies import SETTINGS, document_of, games


def test_what_the_rules_do_not_need_is_read() -> None:
    read = read_game(game(stopped="2026-11-20T22:00:00Z"))
    assert (read.name, read.players) == ("Friday", ("Anna", "Ben", "Cara", "Dora"))
    assert read.started == datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
    assert read.stopped == datetime(2026, 11, 20, 22, tzinfo=UTC)
    assert read.game.stopped
    assert read.options == {"preset": "black-lady", "moon": "choice", "exact": 50}


def test_only_four_keys_are_needed() -> None:
    keys = {"format": "scorepad-game", "version": 1, "players": ["A", "B", "C"], "hands": []}
    read = read_game(keys)
    assert (read.name, read.started, read.options) == (None, None, {})
    assert read.game == Game(ruleset(3, {}))


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


@SETTINGS
@given(games())
def test_a_game_written_to_a_file_is_read_as_the_same_game(one: Game) -> None:
    read = read_game(document_of(one)).game
    assert (read.rules, read.hands) == (one.rules, one.hands)
    assert read == one
