"""``make audit`` calls a package safe only where it could look it up."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.support.audit import audit

CLEAN = {"name": "flask", "version": "3.1.3", "vulns": []}
OTHER = {"name": "typing-extensions", "version": "4.16.0", "vulns": []}
BROKEN = {**CLEAN, "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1.4"], "aliases": []}]}
SKIPPED = {"name": "typing_extensions", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("dependencies", "status", "output"),
    [
        ([CLEAN, OTHER], 0, "no known vulnerabilities in 2 packages"),
        ([BROKEN, OTHER], 1, "flask 3.1.3: PYSEC-1, mended in 3.1.4\n1 known vulnerabilities"),
        ([CLEAN, SKIPPED], 2, "could not look up typing-extensions"),
        ([CLEAN], 2, "could not look up typing-extensions"),
        ([SKIPPED], 2, "could not look anything up: Dependency not found on PyPI"),
        ([], 2, "could not look anything up: no reason"),
        (None, 2, "could not look anything up: ERROR: no route to host"),
    ],
)
def test_what_was_not_looked_up_is_not_called_safe(
    tmp_path: Path, dependencies: list[Any] | None, status: int, output: str
) -> None:
    (tmp_path / "constraints.txt").write_text("Flask==3.1.3\ntyping_extensions==4.16.0\n")
    report = "" if dependencies is None else json.dumps({"dependencies": dependencies, "fixes": []})
    # In the place of the program that asks the network.
    program = tmp_path / "pip-audit"
    lines = ["#!/bin/sh", f"echo {shlex.quote(report)}", "echo Traceback >&2"]
    program.write_text("\n".join([*lines, "echo ERROR: no route to host >&2", "exit 1", ""]))
    program.chmod(0o700)
    assert audit(str(program), str(tmp_path / "constraints.txt")) == (status, output)
