"""Imports that a command does without, so that it starts at once even on a phone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_score import GAME
from tests.support.patience import PATIENCE
from tests.support.torture import sample

# Only who serves pages sends styles and scripts.
RUN = """
import sys
from scorepad.cli import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    print("status", end.code)
print("modules", *sys.modules)
"""
WEB = {"flask", "werkzeug", "jinja2", "flask_sqlalchemy", "rcssmin", "rjsmin"}


def run(data: Path, *arguments: str) -> tuple[str, set[str]]:
    """The exit status of a command, and the modules that it imported."""
    result = subprocess.run(
        [sys.executable, "-c", RUN, "--data-folder", str(data), *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    *_, status, modules = result.stdout.splitlines()
    return status.removeprefix("status "), set(modules.split())


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a database; only its first use imports what makes the tables."""
    data = tmp_path_factory.mktemp("new") / "data"
    file = data.parent / "game.json"
    file.write_text(json.dumps(GAME))
    status, modules = run(data, "import", str(file))
    assert status == "0"
    assert {"sqlalchemy", "alembic"} <= modules
    assert not modules & WEB
    return data


@pytest.mark.parametrize("command", sample(["pen", "export", "forget"]))
def test_a_command_that_only_needs_the_database_imports_no_flask(data: Path, command: str) -> None:
    status, modules = run(data, command, "A" * 22)
    assert status == "1"
    assert "sqlalchemy" in modules
    assert not modules & {*WEB, "alembic"}


def test_a_copy_of_the_file_needs_no_more_than_sqlite(data: Path, tmp_path: Path) -> None:
    for command in ("backup", "restore"):
        status, modules = run(data, command, str(tmp_path / "copy.sqlite"))
        assert status == "0"
        assert "sqlite3" in modules
        assert not modules & {*WEB, "alembic", "sqlalchemy"}
