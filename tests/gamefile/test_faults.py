"""A file that is not a valid game is refused, and the error names the place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scorepad.gamefile import game_line, parse, read_game
from tests.gamefile.documents import fault, game, with_hand, without

NOT_WHOLE: Final[list[object]] = [None, True, 0.0, "0", [], {}, float("nan")]


def expect_faults(place: str, documents: Iterable[object], said: str = "") -> None:
    """Each is refused for what is at this place, in words that begin as said."""
    for document in documents:
        message = fault(document)
        assert message.startswith(f"{place}: {said}"), (message, document)


def of_game(key: str, values: Iterable[object]) -> list[object]:
    """The plain game with each of these in place of what it has."""
    return [game(**{key: value}) for value in values]


def of_hand(key: str, values: Iterable[object], **others: object) -> list[object]:
    """The plain game with a last hand that has each of these."""
    return [with_hand(**{**others, key: value}) for value in values]


def test_a_game_is_an_object() -> None:
    expect_faults("game", [None, True, 1, "game", [], [{}]], "must be an object")


def test_the_required_keys_are_required() -> None:
    for key in ("format", "version", "players", "hands"):
        assert fault(without(key)) == f"{key}: is missing"


def test_a_key_that_is_not_known_is_an_error() -> None:
    for key in ("Format", "winner", "totals", "hand", "größe", " ", "."):
        expect_faults(key, [game(**{key: 1})])
        expect_faults(f"rules.{key}", [game(rules={key: 1})])
        expect_faults(f"hands[3].{key}", [with_hand(**{key: 1})])
    assert not fault(game(**{"": 1})).startswith(":")


def test_another_format_or_version_is_refused() -> None:
    formats: list[object] = ["scorepad-sheet", "Scorepad-game", "", None, 1, [], {}]
    expect_faults("format", of_game("format", formats))
    expect_faults("version", of_game("version", [0, 2, -1, 10**30, *NOT_WHOLE, 1.0, "1"]))


def test_players_are_three_to_seven_different_names() -> None:
    tables = [[f"Player {number}" for number in range(count)] for count in (0, 1, 2, 8, 52)]
    expect_faults("players", of_game("players", tables), "must be 3 to 7 names")
    others = of_game("players", [None, 4, "Anna", {"0": "Anna"}])
    expect_faults("players", others, "must be a list")
    # What a name may be is tested in test_names.
    names = [None, 1, True, ["Cara"], "", "Cara ", "Ca\nra", "\ud800", "C" * 31, "ANNA"]
    expect_faults("players[2]", of_game("players", [["Anna", "Ben", each, "D"] for each in names]))
    message = fault(game(players=["Strauß", "Ben", "STRAUSS", "Dora"]))
    assert message == "players[2]: player 1 has this name already"


def test_dealer_and_paper_are_sensible_whole_numbers() -> None:
    expect_faults("dealer", of_game("dealer", [-1, 4, 10**30, *NOT_WHOLE]))
    openings: list[object] = [None, 0, {}, "0000", [], [0, 0, 0], [0, 0, 0, 0, 0]]
    expect_faults("opening", of_game("opening", openings))
    totals = [10_001, -10_001, 10**30, *NOT_WHOLE]
    expect_faults("opening[2]", of_game("opening", [[0, 0, total, 0] for total in totals]))
    expect_faults("hands_before", of_game("hands_before", [-1, 10_001, 10**30, *NOT_WHOLE]))


def test_a_note_is_a_text_of_some_lines() -> None:
    for key in ("note", "evening_note"):
        for whole in ("é" * 299 + "\n", None):
            assert getattr(read_game(game(**{key: whole})), key) == whole
        expect_faults(key, of_game(key, [1, True, [], {}]), "must be a text")
        # What a note may be is tested in test_notes.
        expect_faults(key, of_game(key, ["x" * 301, "a\0b"]), "a note must ")


def test_a_time_that_is_none_is_refused() -> None:
    times = [
        "2026-11-20T19:30:00",
        "2026-11-20",
        "2026-02-30T19:30:00Z",
        "20.11.2026 19:30",
        "",
        "2026-11-20T19:30:00+25:00",
        1_795_203_000,
        True,
        [],
    ]
    for key in ("started", "stopped"):
        expect_faults(key, of_game(key, times))


def test_a_time_long_before_or_after_ours_is_refused() -> None:
    times = [
        "0001-01-01T00:00:00+23:59",
        "1899-12-31T23:59:59Z",
        # In UTC, as they would be written, they are in other years.
        "1900-01-01T00:00:00+00:01",
        "2999-12-31T23:59:59-00:01",
        "3000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-23:59",
    ]
    expect_faults("started", of_game("started", times), "must be in the years 1900 to 2999")


def test_the_years_are_those_of_utc() -> None:
    for time in ("1899-12-31T23:59:00-00:01", "3000-01-01T00:00:00+00:01"):
        (line,) = game_line(read_game(game(started=time))).splitlines()
        assert game_line(read_game(parse(line))) == line + b"\n", time


def test_the_name_of_a_game_is_a_text() -> None:
    expect_faults("name", of_game("name", [1, True, [], {}]))


def test_a_fault_in_the_rules_has_a_place_below_them() -> None:
    expect_faults("rules", of_game("rules", [None, [], "black-lady", True]), "must be an object")
    expect_faults("rules.target", [game(rules={"target": 5})])
    expect_faults("rules.card_points", [game(rules={"card_points": []})])
    expect_faults("rules.pass_cycle[0]", [game(rules={"pass_cycle": [9]})])


def test_hands_have_hearts_and_cards() -> None:
    expect_faults("hands", of_game("hands", [None, {}, "", 0]), "must be a list")
    hands: list[object] = [[None], [[5, 8, 0, 0]], [""], [0]]
    expect_faults("hands[0]", of_game("hands", hands), "must be an object")
    assert fault(game(hands=[{"cards": {"QS": 0}}])) == "hands[0].hearts: is missing"
    assert fault(game(hands=[{"hearts": [5, 8, 0, 0]}])) == "hands[0].cards: is missing"
    hearts: list[object] = [None, 13, {}, "5800", [], [13], [5, 8, 0], [5, 8, 0, 0, 0]]
    expect_faults("hands[3].hearts", of_hand("hearts", hearts))
    counts = [-1, 14, 10**30, *NOT_WHOLE, 8.0]
    expect_faults("hands[3].hearts[1]", of_hand("hearts", [[5, each, 0, 0] for each in counts]))
    expect_faults("hands[3].cards", of_hand("cards", [None, [], "QS", 0]), "must be an object")
    expect_faults("hands[3].sun", of_hand("sun", [None, 1, "true", []]))
    for key in ("pass", "dealer"):
        expect_faults(f"hands[3].{key}", of_hand(key, [-1, 4, 10**30, *NOT_WHOLE]))
