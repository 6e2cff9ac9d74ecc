"""``scorepad import`` beside the app: all games of a file, or none."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorepad import caps
from tests.cli.command import on_terminal, scorepad
from tests.web.apps import everything
from tests.web.cast import Phone, Table, start
from tests.web.pad.importing import document


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two games, and one of them once more."""
    file = tmp_path / "games.jsonl"
    games = [document(), document(players=["A", "B", "C"], hands=[]), document()]
    file.write_text("".join(json.dumps(game) + "\n" for game in games))
    return file


def test_games_get_a_new_pad_and_a_link_for_its_pen(tmp_path: Path, app: Flask, file: Path) -> None:
    result = scorepad(tmp_path / "data", "import", str(file))
    assert result.exit_code == 0, result.stderr
    said, *addresses = result.stdout.splitlines()
    assert said == "2 games imported, 1 was already here."
    assert "good once, for 15 minutes" in result.stderr
    assert all(re.match(r"http://[^/]+:8013/", address) for address in addresses)
    pad, link = (urlsplit(address).path for address in addresses)
    phone = Phone(app)
    assert phone.open(pad).title == "Friday"
    assert phone.submit(phone.open(link).form("/pen")).status_code == 303
    Table(phone, f"{pad}table/1").record(6, 4, 2, 1, QS=0)


@pytest.mark.parametrize(
    ("options", "site"),
    [
        (["--host", "2001:db8::7"], "http://[2001:db8::7]:8013"),
        (["--hosts", ".example.net,home.example.net"], "http://home.example.net:8013"),
        (["--host", "127.0.0.1", "--port", "9000", "--path", "/s/"], "http://localhost:9000/s"),
        (["--hosts", "a.example", "--proxies", "1", "--path", "/s"], "https://a.example/s"),
    ],
)
def test_the_addresses_begin_as_the_settings_say(
    tmp_path: Path, file: Path, options: list[str], site: str
) -> None:
    result = scorepad(tmp_path / "data", *options, "import", str(file))
    _, pad, link = result.stdout.splitlines()
    assert pad.startswith(f"{site}/pad/")
    assert link.startswith(f"{site}/pen/")
    again = scorepad(tmp_path / "data", *options, "pen", pad.split("/")[-2])
    assert again.stdout.startswith(f"{site}/pen/")


def test_a_pad_moves_to_another_server_byte_for_byte(tmp_path: Path, app: Flask) -> None:
    table = start(Phone(app)).recorded(6, 4, 2, 1, QS=1)
    start(table.phone, at=f"{table.pad}new").do("bin")
    start(table.phone, at=f"{table.pad}new").do("stop")
    once = scorepad(tmp_path / "data", "export", table.pad)
    made = scorepad(tmp_path / "other", "import", "-", given=once.stdout)
    assert made.exit_code == 0, made.stderr
    pad = made.stdout.splitlines()[1]
    assert scorepad(tmp_path / "other", "export", pad).stdout == once.stdout


def test_games_are_added_to_a_pad(tmp_path: Path, app: Flask, file: Path) -> None:
    table = start(Phone(app))
    pad = f"https://scorepad.example{table.address}"
    for said in ("2 games imported, 1 was already here.", "0 games imported, 3 were already here."):
        result = scorepad(tmp_path / "data", "import", str(file), "--pad", pad)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == f"{said}\n"
    assert table.phone.open(f"{table.pad}table/3/log").title == "History"


def test_faults_are_listed_and_nothing_is_written(tmp_path: Path, app: Flask, file: Path) -> None:
    table = start(Phone(app))
    before = everything(app)
    with file.open("a") as more:
        more.write(json.dumps(document(**{"\x1b[31m": 1})) + "\n" + "[]\n" * 30)
    for pad in ([], ["--pad", table.pad]):
        result = scorepad(tmp_path / "data", "import", str(file), *pad)
        assert (result.exit_code, result.stdout) == (1, "")
        lines = result.stderr.splitlines()
        assert lines[0] == "line 4, \N{REPLACEMENT CHARACTER}[31m: is not known here"
        assert lines[19] == "line 23: must be an object"
        assert lines[20:] == [
            "… and 11 more",
            "Error: nothing was imported: the file is not right",
        ]
        assert everything(app) == before


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "large.jsonl"
    with file.open("wb") as opened:
        opened.truncate(100_000_000)
    for result in (
        scorepad(tmp_path / "data", "import", str(file)),
        scorepad(tmp_path / "data", "import", "/dev/zero"),
    ):
        assert result.exit_code == 1
        assert "is larger than 64 MB" in result.stderr
    assert not (tmp_path / "data" / "scorepad.sqlite").exists()


def many(file: Path, *numbers: int, **values: object) -> Path:
    """A file of games with these numbers."""
    games = [document(id=f"game {number}", number=number, **values) for number in numbers]
    file.write_text("".join(json.dumps(game) + "\n" for game in games))
    return file


def test_a_large_file_is_brought_in_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "IMPORTED_GAMES", 2)
    file = many(tmp_path / "games.jsonl", 3, 4, 6, 7, 9)
    result = scorepad(tmp_path / "data", "import", str(file))
    assert result.stdout.startswith("5 games imported."), result.stderr
    pad = urlsplit(result.stdout.splitlines()[1]).path
    taken = scorepad(tmp_path / "data", "export", pad).stdout.splitlines()
    # As they were numbered, beyond the first piece too.
    assert [json.loads(line)["number"] for line in taken] == [3, 4, 6, 7, 9]
    again = scorepad(tmp_path / "data", "import", str(file), "--pad", pad)
    assert again.stdout == "0 games imported, 5 were already here.\n"


def test_nothing_is_written_of_a_large_file_that_has_no_room(
    tmp_path: Path, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "IMPORTED_GAMES", 1)
    monkeypatch.setattr(caps, "GAMES", 4)
    table = start(Phone(app))
    before = everything(app)
    file = many(tmp_path / "games.jsonl", 1, 2, 3, 4)
    result = scorepad(tmp_path / "data", "import", str(file), "--pad", table.pad)
    assert result.exit_code == 1
    assert result.stderr.endswith(
        "nothing was imported: line 4: is one game more than a pad can have: 4\n"
    )
    monkeypatch.setattr(caps, "GAMES", 3)
    result = scorepad(tmp_path / "data", "import", str(file), "--pad", table.pad)
    assert result.stderr.startswith("line 4: is one too many: 3 at most\n")
    assert everything(app) == before


def test_on_a_terminal_there_is_a_bar(tmp_path: Path, file: Path) -> None:
    status, shown = on_terminal(tmp_path / "data", "import", str(file))
    assert (status, "Importing" in shown, "100%" in shown) == (0, True, True)
    assert "2 games imported" in shown
