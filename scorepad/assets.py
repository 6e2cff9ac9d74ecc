"""Templates, static files and migrations: at the top of a checkout, in the package of a wheel."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent
# The style sheet that every page has, and those that some have besides, with what they are made of,
# each of one idea; of two that say the same, the later one holds.
STYLES: Final[Mapping[str, tuple[str, ...]]] = {
    "scorepad": (
        *("themes", "page", "keys", "fields"),
        *("entry", "outcomes", "duplicate"),
        *("table", "picture", "sheet", "end"),
        *("outbox", "awake", "focus"),
        *("screens", "landscape", "large", "preferences", "print"),
    ),
    # Before it on all pages but the table: preferences and paper have the last word.
    "pad": ("front", "more", "log", "sharing", "import", "correction"),
    "start": ("start",),
    "figures": ("figures", "story"),
    "card": ("card",),
    "middle": ("middle",),
}
# Likewise scripts: modules with all that they import.
SCRIPTS: Final = ("scorepad", "start", "send", "share", "card", "middle")
# The only forms of import and export that scripts have, each at the beginning of a line.
_IMPORT: Final = re.compile(
    r'^import (?:\{\s*\w+(?:,\s*\w+)*,?\s*\} from )?"\./(\w+)\.js";$', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:const|function|async function) \w)", re.MULTILINE)


def assets(folder: str) -> Path:
    """The folder of this name."""
    installed = _PACKAGE / folder
    return installed if installed.is_dir() else _PACKAGE.parent / folder


@cache
def static_files() -> Mapping[str, bytes]:
    """What pages ask for, by name: styles and scripts joined and shortened, and pictures."""
    pictures = (file for file in sorted(assets("static").iterdir()) if file.is_file())
    return {
        **{f"{name}.css": style_sheet(name).encode() for name in STYLES},
        **{f"{name}.js": script(name).encode() for name in SCRIPTS},
        **{file.name: file.read_bytes() for file in pictures},
    }


def styles(sheet: str) -> str:
    """What a style sheet is made of, in its order, as it is written."""
    folder = assets("static") / "css"
    return "\n".join((folder / f"{name}.css").read_text("utf-8") for name in STYLES[sheet])


def style_sheet(name: str) -> str:
    """The style sheet of this name, shortened."""
    # Only a process that serves pages needs this library, and the one below.
    from rcssmin import cssmin

    shortened: str = cssmin(styles(name))
    return shortened


def script(name: str) -> str:
    """The module of this name with all that it imports as one script, shortened."""
    from rjsmin import jsmin

    shortened: str = jsmin("".join(modules(name).values()))
    return shortened


def modules(name: str) -> Mapping[str, str]:
    """A module and all that it imports, each once and before its importers.

    They share one scope, so no two of them may have the same name at their top.
    """
    joined: dict[str, str] = {}

    def join(module: str) -> None:
        source = (assets("static") / "js" / f"{module}.js").read_text("utf-8")
        for match in _IMPORT.finditer(source):
            if match[1] not in joined:
                join(match[1])
        joined[module] = _EXPORT.sub("", _IMPORT.sub("", source))

    join(name)
    return joined


@cache
def release() -> str:
    """The part of every static file's address that changes with any of them, as they are served."""
    digest = hashlib.sha256()
    for name, body in static_files().items():
        digest.update(f"{name} {hashlib.sha256(body).hexdigest()} ".encode())
    return digest.hexdigest()[:12]
