"""Templates, style sheet and migrations: at the top of a checkout, in the package of a wheel."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent
RELEASE_LETTERS: Final = 12
STYLE_SHEET: Final = "scorepad.css"
# What the style sheet is made of, each of one idea; of two that say the same, the later one holds.
STYLES: Final = (
    *("themes", "page", "keys", "fields"),
    *("entry", "outcomes", "rival", "correction", "start", "front"),
    *("table", "picture", "sheet", "end", "log", "sharing", "figures"),
    *("outbox", "awake", "focus"),
    *("screens", "large", "wishes", "print"),
)


def assets(folder: str) -> Path:
    """The folder of this name."""
    installed = _PACKAGE / folder
    return installed if installed.is_dir() else _PACKAGE.parent / folder


def static_files() -> list[str]:
    """The names of the files that pages ask for."""
    return [STYLE_SHEET, *sorted(file for file in _fingerprints() if "/" not in file)]


def is_static(file: str) -> bool:
    """Whether there is a static file of this name."""
    return file == STYLE_SHEET or file in _fingerprints()


@cache
def style_sheet() -> bytes:
    """The style sheet, joined: a phone asks once for all of it."""
    folder = assets("static") / "css"
    return b"\n".join((folder / f"{name}.css").read_bytes() for name in STYLES)


@cache
def release() -> str:
    """The part of every static file's address that changes with any of them.

    It is a folder of the address, so that the modules of a release import each other by their names
    and are kept like it.
    """
    all_files = " ".join(f"{file} {digest}" for file, digest in sorted(_fingerprints().items()))
    return hashlib.sha256(all_files.encode()).hexdigest()[:RELEASE_LETTERS]


@cache
def _fingerprints() -> dict[str, str]:
    # Computed for all existing files: a name from a request is only looked up, and opens nothing.
    folder = assets("static")
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }
