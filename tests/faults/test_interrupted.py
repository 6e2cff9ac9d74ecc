"""Tests that are interrupted leave no process and no folder behind, however it happens."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.support.hosting import ROOT, until
from tests.support.need import unavailable
from tests.support.patience import PATIENCE

# The programs that the endless tests start, as they appear in their tree of processes.
PROGRAMS: Final = {
    "test_chromium_and_servers": ("chrom", "node", "postgres", "forkserver", "guardian"),
    "test_other_engines": ("WebKitWebDriver", "MiniBrowser", "Xvfb", "firefox", "guardian"),
}
# Ctrl-C is for all that run in the terminal, and so is what ``timeout`` sends. Others end the tests
# only, whose workers notice it later.
WAYS: Final = {
    "test_chromium_and_servers": [(os.kill, signal.SIGTERM, 1)],
    "test_other_engines": [
        (os.killpg, signal.SIGINT, 0),
        (os.kill, signal.SIGKILL, 1),
    ],
}


def processes() -> dict[tuple[int, str], tuple[int, str]]:
    """All that run: their number and when they began, their parent's number and their command."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            _, _, rest = (folder / "stat").read_text().rpartition(") ")
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        state, parent, *others = rest.split()
        if state != "Z":
            found[int(folder.name), others[17]] = int(parent), command
    return found


def started_by(ancestor: int) -> dict[tuple[int, str], str]:
    """A process and all that descend from it, with their commands."""
    running = processes()
    family = {each: command for each, (_, command) in running.items() if each[0] == ancestor}
    while True:
        numbers = {number for number, _ in family}
        more = {
            each: command
            for each, (parent, command) in running.items()
            if parent in numbers and each not in family
        }
        if not more:
            return family
        family |= more


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no /proc")
@pytest.mark.parametrize(
    ("what", "to", "number", "workers"),
    [
        ("test_chromium_and_servers", os.killpg, signal.SIGKILL, 1),
        *(
            pytest.param(what, *way, marks=pytest.mark.torture)
            for what, ways in WAYS.items()
            for way in ways
        ),
    ],
)
def test_all_that_the_tests_started_ends_with_them(
    what: str, to: Callable[[int, int], None], number: int, workers: int, tmp_path: Path
) -> None:
    ready = tmp_path / "ready"
    test = f"tests/faults/endless.py::{what}"
    endless = [sys.executable, "-m", "pytest", "-n", str(workers), test]
    with (tmp_path / "output").open("wb") as output:
        tests = subprocess.Popen(
            endless,
            cwd=ROOT,
            env={
                **os.environ,
                "ALL_ARE_RUNNING": str(ready),
                "PYTEST_DEBUG_TEMPROOT": str(tmp_path),
            },
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    until(
        lambda: (ready.exists() and ready.read_text()) or tests.poll() is not None,
        "everything to run",
    )
    if tests.poll() == 0:
        unavailable("all that the endless tests start")
    assert tests.poll() is None, (tmp_path / "output").read_text()
    started = started_by(tests.pid)
    for program in PROGRAMS[what]:
        assert any(program in command for command in started.values()), program
    to(tests.pid, number)
    tests.wait(PATIENCE)
    until(lambda: not started.keys() & processes().keys(), "all to end")
    assert not Path(ready.read_text()).exists()


# Guards itself, and starts the same again, or what does not end.
_NESTED: Final = """
import subprocess, sys
from tests.support.guardian import guard
guard()
more = [[sys.executable, *sys.argv[:-1]], ["sleep", "1000000"]][len(sys.argv) == 1]
subprocess.run(more, start_new_session=True)
"""


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no /proc")
def test_what_tests_within_tests_started_ends_with_them(tmp_path: Path) -> None:
    program = tmp_path / "nested.py"
    program.write_text(_NESTED)
    outer = subprocess.Popen(
        [sys.executable, program, "again"], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    until(
        lambda: any("sleep 1000000" in each for each in started_by(outer.pid).values()),
        "everything to run",
    )
    started = started_by(outer.pid)
    outer.terminate()
    outer.wait(PATIENCE)
    until(lambda: not started.keys() & processes().keys(), "all to end")
