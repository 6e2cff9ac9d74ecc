"""Every command of the papers for players and hosts is run by a test, or cannot be, and why."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.cli.test_score import GAME
from tests.support.hosting import ROOT, programs, until
from tests.support.patience import PATIENCE

README: Final = ROOT / "README.md"
# Below these headings, they are run by the test that takes them from there.
ELSEWHERE: Final = {
    "Gunicorn and PostgreSQL": "tests/hosting/test_paper.py",
    "Backups of PostgreSQL": "tests/hosting/test_paper.py",
    "Redis": "tests/hosting/test_redis.py",
    "HTTPS": "tests/hosting/test_https.py",
    "Below a path": "tests/hosting/test_https.py",
}
CANNOT: Final = {
    "make test": "would run itself; .ci/run does",
    "docker compose ": "wants an engine for containers; see tests/hosting/test_container.py",
    "cat > .env": "is for the compose file",
    "useradd ": "changes the machine",
    "python3 -m venv /opt/scorepad": "writes where only root may; the same runs for gunicorn",
    "/opt/scorepad/bin/pip install .": "wants the network; see tests/house/test_wheel.py",
    "cp hosting/scorepad.service ": "changes the machine; see tests/hosting/test_unit.py",
    "systemctl ": "wants a running systemd",
    "tailscale serve ": "wants an account; docs/https.md says so",
    "runuser -u scorepad ": "wants the user that useradd makes",
}


class Command(NamedTuple):
    """A command, the paper that it is in, and the heading above it."""

    paper: Path
    heading: str
    line: str


def commands(paper: Path) -> Iterator[Command]:
    """The lines of shell in a paper; what is between <<'END' and END belongs to its line."""
    heading, code, end = "", False, ""
    for line in paper.read_text().splitlines():
        if line.startswith("```"):
            code = line == "```sh"
        elif not code:
            heading = line.lstrip("# ") if line.startswith("#") else heading
        elif end:
            end = "" if line == end else end
        else:
            _, _, end = line.partition("<<")
            end = end.strip("'")
            yield Command(paper, heading, line.partition("   #")[0])


ALL: Final = [each for paper in (README, *ROOT.glob("docs/*.md")) for each in commands(paper)]
HERE: Final = [each.line for each in ALL if each.line.startswith(".venv/bin/")]


def test_each_command_is_run_or_listed() -> None:
    assert HERE
    used = set()
    for paper, heading, line in ALL:
        listed = {start for start in CANNOT if line.startswith(start)}
        used |= listed
        taken = ELSEWHERE.get(heading)
        assert (
            listed
            or line in (*HERE, "make run")
            or (taken and heading in (ROOT / taken).read_text())
        ), f"{paper.name}: {line}"
    assert used == set(CANNOT)
    # Nothing is on a package index before the first release.
    assert not [each for each in ALL if re.search(r"(uvx|install) '?scorepad\b", each.line)]
    assert next(each.line for each in ALL if each.paper == README) == "make run"
    assert {each.heading for each in ALL} >= set(ELSEWHERE)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that make has set up, and a home beside it."""
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(programs().rstrip("/"))
    (tmp_path / ".venv" / "run").touch()
    (tmp_path / "game.json").write_text(json.dumps(GAME))
    return tmp_path


def environment(checkout: Path) -> Mapping[str, str]:
    ours = ("SCOREPAD_", "XDG_", "MAKE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, "HOME": str(checkout / "home")}


def run(line: str, checkout: Path) -> str:
    ran = subprocess.run(
        ["sh", "-ec", line],
        cwd=checkout,
        env=environment(checkout),
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, f"{line}: {ran.stderr}"
    return ran.stdout


@pytest.mark.slow
def test_the_readmes_commands_do_what_they_say(checkout: Path) -> None:
    # There is a pad.
    said = run(".venv/bin/scorepad import game.json", checkout)
    (address, *_) = re.findall(r"http://\S+", said)
    for line in HERE:
        run(line.replace("ADDRESS", address), checkout)


@pytest.mark.slow
def test_make_run_serves(checkout: Path) -> None:
    assert "make run" in [each.line for each in ALL]
    command = ["make", "run", f"ARGS=--host 127.0.0.1 --port 0 --data-folder {checkout / 'data'}"]
    log = checkout / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=checkout, env=environment(checkout), stdout=output, start_new_session=True
        )
    try:
        until(lambda: "Scorepad is at http://" in log.read_text(), "make run")
        assert "Setting up" not in log.read_text()
    finally:
        os.killpg(process.pid, 15)
        process.wait(PATIENCE)
