"""``scorepad score``: files in, sheets out, and a status that tells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol

import pytest
from click.testing import Result

from scorepad.gamefile import score
from tests.cli.command import scorepad

GAME: dict[str, Any] = {
    "format": "scorepad-game",
    "version": 1,
    "players": ["Anna", "Ben", "Cara", "Dora"],
    "hands": [{"hearts": [5, 8, 0, 0], "cards": {"QS": 0}}],
}
TOTALS = [18, 8, 0, 0]
LINE = json.dumps(GAME).encode()
SHORT = json.dumps(GAME | {"hands": [{"hearts": [5, 7, 0, 0], "cards": {"QS": 0}}]}).encode()
BOM = b"\xef\xbb\xbf"


class Scored(Protocol):
    """Gives the command some bytes to read as a file of this name."""

    def __call__(self, data: bytes, name: str = "game.json") -> Result: ...


def run(*arguments: str, stdin: bytes = b"") -> Result:
    """Run the command to its end."""
    return scorepad(None, "score", *arguments, given=stdin)


def printed(ran: Result) -> list[dict[str, Any]]:
    """What was printed, a JSON value a line."""
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.fixture
def scored(tmp_path: Path) -> Scored:
    """The command reading these bytes from a file."""

    def score_file(data: bytes, name: str = "game.json") -> Result:
        file = tmp_path / name
        file.write_bytes(data)
        return run(str(file))

    return score_file


def test_a_game_gives_its_sheet(scored: Scored) -> None:
    ran = scored(LINE)
    assert ran.exit_code == 0
    assert ran.stderr == ""
    (sheet,) = printed(ran)
    assert sheet["totals"] == TOTALS
    assert sheet == json.loads(json.dumps(score(LINE)))


def test_a_minus_stands_for_standard_input(scored: Scored) -> None:
    for data in (LINE, LINE + b"\n{broken\n" + LINE):
        piped, from_file = run("-", stdin=data), scored(data)
        assert piped.stdout == from_file.stdout
        assert piped.stderr == from_file.stderr
        assert piped.exit_code == from_file.exit_code


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(LINE + b"\n", id="a newline at the end"),
        pytest.param(json.dumps(GAME, indent=2).encode(), id="pretty-printed"),
        pytest.param(json.dumps(GAME, indent=0).encode() + b"\n\n", id="every value on a line"),
        pytest.param(BOM + LINE, id="a byte order mark"),
        pytest.param(BOM + json.dumps(GAME, indent=2).encode(), id="the mark, pretty-printed"),
        pytest.param(LINE + b"\r\n", id="CRLF"),
        pytest.param(
            json.dumps(GAME, indent=2).replace("\n", "\r\n").encode(), id="CRLF, pretty-printed"
        ),
        pytest.param(b"\n\n" + LINE, id="empty lines before"),
    ],
)
def test_one_game_however_it_is_laid_out(data: bytes, scored: Scored) -> None:
    ran = scored(data)
    assert ran.exit_code == 0, ran.stderr
    (sheet,) = printed(ran)
    assert sheet["totals"] == TOTALS


@pytest.mark.parametrize(
    ("ending", "start"),
    [(b"\n", b""), (b"\r\n", BOM)],
)
def test_json_lines_give_a_sheet_a_line_in_order(
    ending: bytes, start: bytes, scored: Scored
) -> None:
    games = [json.dumps(GAME | {"opening": [number, 0, 0, 0]}).encode() for number in range(5)]
    ran = scored(start + ending.join(games) + ending, "games.jsonl")
    assert ran.exit_code == 0, ran.stderr
    assert [sheet["totals"][0] for sheet in printed(ran)] == [18, 19, 20, 21, 22]


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_a_broken_line_gives_an_error_in_its_place(name: str, scored: Scored) -> None:
    lines = [LINE, b"{broken", SHORT, LINE, b"null", b'"\xff"', b"[]", LINE[:-1], LINE]
    ran = scored(b"\n".join(lines) + b"\n", name)
    assert ran.exit_code == 1
    sheets = printed(ran)
    assert len(sheets) == len(lines)
    assert [("error" in sheet) for sheet in sheets] == [
        False, True, True, False, True, True, True, True, False,
    ]  # fmt: skip
    assert sheets[2] == {"error": "hands[0].hearts: 12 of 13 hearts placed"}
    assert all(set(sheet) == {"error"} and sheet["error"] for sheet in sheets if "error" in sheet)
    assert "game 3: hands[0].hearts: 12 of 13 hearts placed" in ran.stderr


def test_a_broken_first_line_does_not_hide_the_others(scored: Scored) -> None:
    ran = scored(b"\n".join([b"{broken", LINE, LINE]))
    assert ran.exit_code == 1
    assert [("error" in sheet) for sheet in printed(ran)] == [True, False, False]


def test_a_game_that_is_not_valid_gives_its_error(scored: Scored) -> None:
    ran = scored(SHORT)
    assert ran.exit_code == 1
    assert printed(ran) == [{"error": "hands[0].hearts: 12 of 13 hearts placed"}]


def test_a_broken_pretty_printed_game_gives_one_error(scored: Scored) -> None:
    ran = scored(json.dumps(GAME, indent=2).encode()[:-1])
    assert ran.exit_code == 1
    (answer,) = printed(ran)
    assert answer["error"].startswith("line ")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\x00\xff", b"[" * 100_000, b'{"\\ud800": 1}'])
def test_what_is_no_game_at_all_gives_one_error(data: bytes, scored: Scored) -> None:
    ran = scored(data)
    assert ran.exit_code == 1
    (answer,) = printed(ran)
    assert answer["error"]
    assert "Traceback" not in ran.stderr


def test_names_in_any_script_do_not_depend_on_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAME | {"größe 🂭": 1}, ensure_ascii=False), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "scorepad", "score", str(file)],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 1
    assert json.loads(ran.stdout) == {"error": "größe 🂭: is not known here"}
    assert b"Traceback" not in ran.stderr


def test_a_file_that_is_not_there_is_a_wrong_call(tmp_path: Path) -> None:
    ran = run(str(tmp_path / "nowhere.json"))
    assert ran.exit_code == 2
    assert ran.stdout == ""
    assert "nowhere.json" in ran.stderr


def test_a_folder_is_a_wrong_call(tmp_path: Path) -> None:
    assert run(str(tmp_path)).exit_code == 2


def test_without_a_file_it_is_a_wrong_call() -> None:
    assert run().exit_code == 2


@pytest.mark.torture
def test_ten_thousand_games_give_ten_thousand_sheets(scored: Scored) -> None:
    hands = [
        {"hearts": [number % 14, 13 - number % 14, 0, 0], "cards": {"QS": 2 + number % 2}}
        for number in range(10_000)
    ]
    lines = [json.dumps(GAME | {"hands": [hand]}) for hand in hands]
    ran = scored("\n".join(lines).encode(), "games.jsonl")
    assert ran.exit_code == 0
    sheets = printed(ran)
    assert len(sheets) == len(hands)
    for number, sheet in enumerate(sheets):
        queen = [13, 0] if number % 2 == 0 else [0, 13]
        assert sheet["totals"] == [number % 14, 13 - number % 14, *queen]
