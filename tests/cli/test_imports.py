"""Imports that a command does without, so that it starts at once even on a phone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.test_score import GAME
from tests.support.patience import PATIENCE

# Only a server needs these, and only an upgrade of the tables those.
WEB = {"flask", "werkzeug", "jinja2", "flask_sqlalchemy", "rcssmin", "rjsmin"}
UPGRADE = {"alembic", "filelock"}
SLOW = {"asyncio", "limits", "sqlalchemy"} | WEB | UPGRADE


def imported(*arguments: str | Path, status: int = 0) -> set[str]:
    """The top-level modules that the command imports until its end."""
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "scorepad", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == status, ended.stderr
    lines = [line for line in ended.stderr.splitlines() if line.startswith("import time:")]
    modules = {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}
    assert "click" in modules
    return modules


def test_commands_import_what_they_need(tmp_path: Path) -> None:
    assert not imported("backup", "--help") & SLOW
    file, data = tmp_path / "game.json", ("--data-folder", tmp_path / "data")
    file.write_text(json.dumps({**GAME, "players": ["Zoë", "Ben", "Cara", "Dora"]}))
    assert not imported("score", file) & SLOW
    first = imported(*data, "import", file)
    assert first >= {"sqlalchemy", *UPGRADE}
    assert not first & WEB
    again = imported(*data, "pen", "A" * 22, status=1)
    assert "sqlalchemy" in again
    assert not again & {*WEB, "alembic"}
    backup = imported(*data, "backup", tmp_path / "copy.sqlite")
    assert "sqlite3" in backup
    assert not backup & {*WEB, "alembic", "sqlalchemy"}
