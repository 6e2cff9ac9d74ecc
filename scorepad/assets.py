"""Templates, style sheet and migrations: at the top of a checkout, in the package of a wheel."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


def assets(folder: str) -> Path:
    """The folder of this name."""
    installed = _PACKAGE / folder
    return installed if installed.is_dir() else _PACKAGE.parent / folder


def fingerprint(file: str) -> str | None:
    """The part of a static file's address that changes with the file; ``None`` without a file."""
    return _fingerprints().get(file)


@cache
def _fingerprints() -> dict[str, str]:
    # Computed for all existing files: a name from a request is only looked up, and opens nothing.
    folder = assets("static")
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()[:12]
        for file in folder.rglob("*")
        if file.is_file()
    }
