"""Templates, static files and migrations: at the top of a checkout, in the package of a wheel.

A style sheet or a script is joined of many files, so that a phone asks for it once. The modules of
a script share one scope, so no two of them have the same name at their top. Only those forms of
import and export are known that are used here, each at the beginning of a line.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

# What every page's style sheet and those of some pages are made of, each part of one idea; of two
# that say the same, the later one holds.
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
# Modules that pages ask for, with all that they import.
SCRIPTS: Final = ("scorepad", "start", "send", "share", "card", "middle")
_IMPORT: Final = re.compile(
    r'^import (?:\{\s*\w+(?:,\s*\w+)*,?\s*\} from )?"\./(\w+)\.js";$', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:const|function|async function) \w)", re.MULTILINE)
_UNKNOWN: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class ScriptError(ValueError):
    """Modules cannot be joined: the text says which, and why."""


def assets(folder: str) -> Path:
    """The folder of this name."""
    package = Path(__file__).parent
    installed = package / folder
    return installed if installed.is_dir() else package.parent / folder


@cache
def static_files() -> Mapping[str, bytes]:
    """What pages ask for, by name: styles and scripts joined and shortened, and pictures."""
    pictures = (file for file in sorted(assets("static").iterdir()) if file.is_file())
    return {
        **{f"{name}.css": style_sheet(name).encode() for name in STYLES},
        **{f"{name}.js": script(name).encode() for name in SCRIPTS},
        **{file.name: file.read_bytes() for file in pictures},
    }


@cache
def release() -> str:
    """The part of every static file's address that changes with any of them, as they are served."""
    digest = hashlib.sha256()
    for name, body in static_files().items():
        digest.update(f"{name} {hashlib.sha256(body).hexdigest()} ".encode())
    return digest.hexdigest()[:12]


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
    """The module of this name with all that it imports, shortened."""
    from rjsmin import jsmin

    shortened: str = jsmin(joined(assets("static") / "js", name))
    return shortened


def joined(folder: Path, entry: str) -> str:
    """The module of this name with all that it imports, each once and before its importers."""
    modules: dict[str, str] = {}
    _add(modules, folder, entry, ())
    return "".join(f"// {name}.js\n{source}" for name, source in modules.items())


def _add(modules: dict[str, str], folder: Path, name: str, importing: tuple[str, ...]) -> None:
    if name in importing:
        circle = " → ".join((*importing[importing.index(name) :], name))
        raise ScriptError(f"modules import each other in a circle: {circle}")
    if name in modules:
        return
    source = (folder / f"{name}.js").read_text("utf-8")
    for match in _IMPORT.finditer(source):
        _add(modules, folder, match[1], (*importing, name))
    modules[name] = _EXPORT.sub("", _IMPORT.sub("", source))
    if unknown := _UNKNOWN.search(modules[name]):
        raise ScriptError(f"{name}.js has a form that cannot be joined: {unknown[0]}")
