"""Templates, style sheet and migrations: at the top of a checkout, in the package of a wheel."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent.parent


def assets(folder: str) -> Path:
    """The folder of this name."""
    installed = _PACKAGE / folder
    return installed if installed.is_dir() else _PACKAGE.parent / folder


@cache
def fingerprint(file: str) -> str:
    """What of a static file's address changes whenever the file does."""
    return hashlib.sha256((assets("static") / file).read_bytes()).hexdigest()[:12]
