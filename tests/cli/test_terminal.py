"""What commands print: no name, key or path of somebody else commands the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

from flask import Flask
from sqlalchemy import update

from scorepad.cli.terminal import printable
from scorepad.store.models import Pad, Player
from tests.cli.command import on_terminal, scorepad
from tests.cli.test_score import GAME
from tests.web.apps import writing
from tests.web.cast import Phone, start

# To clear the screen, to write its title, in one letter (C1), to turn the text, to end a line.
COMMANDS = [
    "\x1b[2J",
    "\x1b]0;x\x07",
    "\x9b31m",
    "\u202e",
    "\u2066",
    "\r",
    "\x08",
    "\x7f",
    "\u2028",
]
SIGNS = set("".join(COMMANDS)) - set("[2J]0;x31m")


def test_a_terminal_obeys_nothing_of_it_and_all_scripts_are_as_they_were() -> None:
    for command in COMMANDS:
        assert SIGNS.isdisjoint(printable(f"Anna{command}B"))
    for text in ("Zoë", "علی\u200cرضا", "👩🏽\u200d🚀", "李 明", "a\u00a0b", "“Anna”"):
        assert printable(text) == text


def test_score_and_import_say_no_key_of_a_file_as_it_is(tmp_path: Path) -> None:
    command = "".join(COMMANDS)
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**GAME, f"key{command}": 1, "players": [f"A{command}"] * 4}))
    for arguments in (["score", str(file)], ["import", str(file)]):
        ended = scorepad(tmp_path / "data", *arguments)
        assert ended.exit_code == 1
        assert "key" in ended.stderr
        assert SIGNS.isdisjoint(ended.stdout + ended.stderr)
    answer = json.loads(scorepad(tmp_path / "data", "score", str(file)).stdout)
    assert answer == {"error": f"key{command}: is not known here"}


def test_names_of_a_pad_are_said_harmlessly(tmp_path: Path, app: Flask) -> None:
    command = "\u202e"
    table = start(Phone(app))
    with writing(app) as session:
        session.execute(update(Pad).values(name=f"Fri{command}day"))
        session.execute(update(Player).where(Player.name == "Anna").values(name=f"An{command}na"))
    for arguments in (["pads"], ["forget", table.key]):
        ended = scorepad(tmp_path / "data", *arguments)
        assert "Fri\ufffdday" in ended.stdout + ended.stderr
        assert SIGNS.isdisjoint(ended.stdout + ended.stderr)
    # A file has the name as it is, and a terminal gets it in ASCII.
    exported = scorepad(tmp_path / "data", "export", table.key).stdout
    assert f"An{command}na" in exported
    status, shown = on_terminal(tmp_path / "data", "export", table.key)
    assert status == 0
    (document,) = re.findall(r"\{.*\}", shown)
    assert SIGNS.isdisjoint(document)
    assert json.loads(document) == json.loads(exported)


def test_paths_are_said_harmlessly(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[2J.jsonl"
    for arguments in (["score", str(file)], ["import", str(file)], ["restore", str(file)]):
        ended = scorepad(tmp_path / "data", *arguments)
        assert ended.exit_code in (1, 2)
        assert "[2J" in ended.stderr
        assert SIGNS.isdisjoint(ended.stdout + ended.stderr)
    file.write_text(f"{json.dumps(GAME)}\n")
    assert scorepad(tmp_path / "data", "import", str(file)).exit_code == 0
