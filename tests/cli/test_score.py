"""``scorepad score``: files in, sheets out, and a status that tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
LINE = json.dumps(GAME).encode()
PRETTY = json.dumps(GAME, indent=2).encode()
SHORT = json.dumps(GAME | {"hands": [{"hearts": [5, 7, 0, 0], "cards": {"QS": 0}}]}).encode()
BOM = b"\xef\xbb\xbf"


def scored(folder: Path, data: bytes, name: str = "game.json") -> Result:
    """The command, reading these bytes from a file of this name and from its input alike."""
    (folder / name).write_bytes(data)
    ran = scorepad(None, "score", str(folder / name))
    if name == "game.json":
        piped = scorepad(None, "score", "-", given=data)
        assert (piped.exit_code, piped.output) == (ran.exit_code, ran.output)
    return ran


def printed(ran: Result) -> list[dict[str, Any]]:
    """What was printed, a JSON value a line."""
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("data", [LINE + b"\r\n", BOM + PRETTY, PRETTY.replace(b"\n", b"\r\n")])
def test_a_game_gives_its_sheet(tmp_path: Path, data: bytes) -> None:
    ran = scored(tmp_path, data)
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert printed(ran) == [json.loads(json.dumps(score(LINE)))]


def test_json_lines_give_a_sheet_a_line_in_order(tmp_path: Path) -> None:
    games = [json.dumps(GAME | {"opening": [number, 0, 0, 0]}).encode() for number in range(5)]
    ran = scored(tmp_path, BOM + b"\r\n".join(games), "games.jsonl")
    assert ran.exit_code == 0, ran.stderr
    assert [sheet["totals"][0] for sheet in printed(ran)] == [18, 19, 20, 21, 22]


@pytest.mark.parametrize("name", ["games.jsonl", "game.json"])
def test_a_broken_line_gives_an_error_in_its_place(tmp_path: Path, name: str) -> None:
    lines = [b"{broken", LINE, SHORT, LINE, b"null", b'"\xff"', b"[]", LINE[:-1], LINE]
    ran = scored(tmp_path, b"\n".join(lines) + b"\n", name)
    assert ran.exit_code == 1
    sheets = printed(ran)
    assert [("error" in sheet) for sheet in sheets] == [each != LINE for each in lines]
    assert sheets[2] == {"error": "hands[0].hearts: 12 of 13 hearts placed"}
    assert all(set(sheet) == {"error"} and sheet["error"] for sheet in sheets if "error" in sheet)
    assert "game 3: hands[0].hearts: 12 of 13 hearts placed" in ran.stderr


@pytest.mark.parametrize(
    "data", [SHORT, PRETTY[:-1], b"", b"\x00\xff", b"[" * 100_000, b'{"\\ud800": 1}']
)
def test_what_is_no_game_gives_one_error(tmp_path: Path, data: bytes) -> None:
    ran = scored(tmp_path, data)
    assert ran.exit_code == 1
    (answer,) = printed(ran)
    assert answer["error"]


def test_what_is_printed_is_ascii_so_that_no_terminal_changes_it(tmp_path: Path) -> None:
    ran = scored(tmp_path, json.dumps(GAME | {"größe 🂭\x7f": 1}, ensure_ascii=False).encode())
    assert ran.stdout.isascii()
    assert printed(ran) == [{"error": "größe 🂭\x7f: is not known here"}]
