"""What needs no server starts without one: its parts take longer to import than all the rest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.cli.test_score import GAME

# What only an upgrade of the tables needs (test_imports.py).
UPGRADE: Final = frozenset({"alembic", "filelock"})
SLOW: Final = frozenset({"asyncio", "flask", "limits", "sqlalchemy"}) | UPGRADE
# Imported once there is a page to be sent.
SHORTENING: Final = frozenset({"rcssmin", "rjsmin"})


def imported(*arguments: str) -> set[str]:
    """The top-level modules that a Python with these arguments imports until it ends well."""
    command = [sys.executable, "-X", "importtime", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line for line in ended.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["score", "--help"], ["backup", "--help"]]
)
def test_help_needs_no_server(arguments: list[str]) -> None:
    modules = imported("-m", "scorepad", *arguments)
    assert "click" in modules
    assert not modules & (SLOW | SHORTENING)


@pytest.mark.parametrize("name", ["Anna", "Zoë"])
def test_a_score_needs_no_server(tmp_path: Path, name: str) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps({**GAME, "players": [name, "Ben", "Cara", "Dora"]}))
    modules = imported("-m", "scorepad", "score", str(file))
    assert {"click", "json"} <= modules
    assert not modules & (SLOW | SHORTENING)


def test_a_server_does_need_them() -> None:
    """Otherwise the modules above have other names by now."""
    modules = imported("-c", "from scorepad.cli import serve")
    assert modules >= SLOW - UPGRADE
    assert not modules & SHORTENING
    assert imported("-c", "from scorepad import assets; assets.static_files()") >= SHORTENING
