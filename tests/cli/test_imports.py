"""Imports that a command does without, so that it starts at once even on a phone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# Only who serves pages sends styles and scripts.
SHORTENING = {"rcssmin", "rjsmin"}
RUN = """
import sys
from scorepad.cli import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    print("status", end.code)
print("modules", *sys.modules)
"""


def run(data: Path, *arguments: str) -> tuple[str, set[str]]:
    """The exit status of a command, and the modules that it imported."""
    result = subprocess.run(
        [sys.executable, "-c", RUN, "--data-folder", str(data), *arguments],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    *_, status, modules = result.stdout.splitlines()
    return status.removeprefix("status "), set(modules.split())


@pytest.mark.parametrize(
    ("command", "status"),
    [("pen", "1"), ("export", "1"), ("forget", "1"), ("backup", "0"), ("restore", "0")],
)
def test_a_command_that_only_needs_the_database_imports_no_flask(
    tmp_path: Path, command: str, status: str
) -> None:
    copy = tmp_path / "copy.sqlite"
    assert run(tmp_path / "data", "pen", "A" * 22)[0] == "1"
    if command == "restore":
        assert run(tmp_path / "data", "backup", str(copy))[0] == "0"
    argument = str(copy) if command in ("backup", "restore") else "A" * 22
    ended, modules = run(tmp_path / "data", command, argument)
    assert ended == status
    assert "sqlalchemy" in modules or command in ("backup", "restore")
    assert not modules & {"flask", "werkzeug", "jinja2", "flask_sqlalchemy", *SHORTENING}
