"""Scripts: a module with all that it imports, joined to one script that a phone asks for once.

The modules of a script share one scope, so no two of them have the same name at their top. Only
those forms of import and export are known that are used here, each at the beginning of a line.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(
    r'^import (?:\{\s*\w+(?:,\s*\w+)*,?\s*\} from )?"\./(\w+)\.js";$', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:const|function|async function) \w)", re.MULTILINE)
_UNKNOWN: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_NAME: Final = re.compile(
    r"^(?:const|let|class|(?:async )?function\*?) (\w+|[{[].*[}\]])", re.MULTILINE
)


class ScriptError(ValueError):
    """Modules cannot be joined: the text says which, and why."""


def joined(folder: Path, entry: str) -> str:
    """The module of this name with all that it imports, each once and before its importers."""
    modules: dict[str, str] = {}
    _add(modules, folder, entry, ())
    owners: dict[str, str] = {}
    for module, source in modules.items():
        for names in _NAME.findall(source):
            for name in re.findall(r"\w+", names):
                if name in owners:
                    raise ScriptError(f"{owners[name]}.js and {module}.js both have {name}")
                owners[name] = module
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
