"""A command that does one thing with the database of an app, as a process beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def beside(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``scorepad`` on a data folder, with nothing of this process's settings."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("SCOREPAD_")}
    return subprocess.run(
        [sys.executable, "-m", "scorepad", "--data-folder", str(data), *arguments],
        env=clean,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
