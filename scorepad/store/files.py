"""The database file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_private(file: Path) -> None:
    """Make the file if it is not there."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
