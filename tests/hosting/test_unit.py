"""The unit for systemd, by systemd's own checks; none is running where tests do."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.hosting import ROOT, programs, put
from tests.support.need import unavailable
from tests.support.patience import PATIENCE


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit, for the Scorepad of the tests."""
    text = (ROOT / "hosting" / "scorepad.service").read_text()
    file = tmp_path / "scorepad.service"
    file.write_text(put(text, {"/opt/scorepad/bin/": programs()}))
    return file


def analyze(*arguments: str | Path) -> str:
    """What systemd-analyze says, if it has nothing against the unit."""
    program = shutil.which("systemd-analyze")
    if program is None:
        unavailable("systemd-analyze")
    ran = subprocess.run(
        [program, *arguments], check=False, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout + ran.stderr


def test_it_is_right(unit: Path) -> None:
    assert analyze("verify", unit) == ""


def test_it_exposes_little(unit: Path) -> None:
    said = analyze("security", "--offline=true", "--no-pager", "--threshold=30", unit)
    exposure = re.search(r"exposure level for scorepad\.service: ([\d.]+)", said)
    assert exposure
    assert float(exposure[1]) <= 3
