"""A file that is not JSON, or ambiguous JSON, is refused with the place."""

from __future__ import annotations

import json

from scorepad.gamefile import parse
from tests.gamefile.documents import fault_in, game

PLAIN = json.dumps(game())


def changed(old: str, new: str) -> str:
    """The plain game as text, one piece of it replaced."""
    assert PLAIN.count(old) == 1, old
    return PLAIN.replace(old, new)


def test_json_is_read_as_it_is_written() -> None:
    assert parse(PLAIN.encode()) == game()
    assert parse(json.dumps(game(), indent=2).encode()) == game()
    assert parse('{"name": "Zoë \\u00eb 🂭"}'.encode()) == {"name": "Zoë ë 🂭"}


def test_what_is_not_json_is_refused_with_line_and_column() -> None:
    cases = [
        ("", "line 1, column 1"),
        ("   \n ", "line 2, column 2"),
        ("{", "line 1, column 2"),
        ("{}x", "line 1, column 3"),
        ('{"a": 1,}', "line 1, column"),
        ("{\n 'a': 1}", "line 2, column 2"),
        ("\ufeff{}", "line 1, column 1"),
    ]
    for text, place in cases:
        assert fault_in(text).startswith(place), (text, place)


def test_what_is_not_utf_8_is_refused_with_the_byte() -> None:
    cases = [
        (b"\xff\xfe{}", "byte 1: "),
        (b'{"a": "\xe9"}', "byte 8: "),
        (b'{"a": "\xed\xa0\x80"}', "byte 8: "),
        (PLAIN.encode("utf-16"), "byte 1: "),
    ]
    for data, place in cases:
        assert fault_in(data).startswith(place), (data, place)


def test_a_whole_number_is_written_as_one() -> None:
    huge = ["9" * digits for digits in (20, 400, 5_000, 100_000)]
    unknown = ["NaN", "Infinity", "-Infinity", *huge]
    for number in ("0.0", "0e0", "-0.0", "1e999", "true", "null", '"0"', "[0]", *unknown):
        message = fault_in(changed('"dealer": 0', f'"dealer": {number}'))
        assert message.startswith(("dealer: ", "game: ")), number


def test_a_deeply_nested_file_is_refused() -> None:
    openings = [("[", "]"), ('{"a":', "}")]
    for deep in (1_000, 100_000):
        for opening, closing in openings:
            assert ": " in fault_in(opening * deep + "0" + closing * deep), (deep, opening, closing)
            assert ": " in fault_in(opening * deep), (deep, opening, closing)
            inside = changed('"dealer": 0', f'"dealer": {opening * deep}0{closing * deep}')
            assert fault_in(inside).split(": ")[0] in ("dealer", "game"), (deep, opening, closing)


def test_a_key_given_twice_is_refused_with_its_place() -> None:
    cases = [
        ('"dealer": 0', '"dealer": 0, "dealer": 0', "dealer"),
        ('"format"', '"format": "scorepad-game", "format"', "format"),
        ('"moon": "choice"', '"moon": "off", "moon": "choice"', "rules.moon"),
        ('"cards": {"QS": 1}', '"cards": {"QS": 1, "QS": 1}', "hands[1].cards.QS"),
        ('"hearts": [0,', '"hearts": [], "hearts": [0,', "hands[1].hearts"),
        (
            '"exact": 50',
            '"card_points": {"QS": 13, "JD": -10, "JD": -9}',
            "rules.card_points.JD",
        ),
    ]
    for old, new, place in cases:
        message = fault_in(changed(old, new))
        assert message.endswith("is given twice"), (old, new, place)
        assert message.startswith((f"{place}: ", f"game.{place}: ")), (old, new, place)


def test_half_a_character_is_refused() -> None:
    cases = [
        ('"Anna"', '"\\ud800"', "players[0]"),
        ('"Anna"', '"\\udc00\\ud800"', "players[0]"),
        ('"Friday"', '"Fri\\udfffday"', "name"),
        ('"2026-11-20T19:30:00Z"', '"2026-11-20\\ud80019:30:00Z"', "started"),
        ('"scorepad-game"', '"\\ud800"', "format"),
        ('"black-lady"', '"\\ud800"', "rules.preset"),
        # Keys and values that a fault's own words would repeat.
        ('"exact": 50', '"deck_removed": ["\\ud800"]', "rules.deck_removed[0]"),
        ('"exact": 50', '"card_points": {"\\ud800": 1}', "game"),
        ('"exact": 50', '"\\ud800": 1', "game"),
        ('"exact": 50', '"\\ud800": 1, "\\ud800": 2', "game"),
        ('"dealer": 0', '"\\ud800": 0', "game"),
    ]
    for old, new, place in cases:
        assert fault_in(changed(old, new)).startswith(f"{place}: "), (old, new, place)


def test_both_halves_are_a_character() -> None:
    assert parse(b'"\\ud83c\\udcad"') == "🂭"
