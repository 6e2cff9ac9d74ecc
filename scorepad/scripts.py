"""Scripts: a module with all that it imports, joined to one script that a phone asks for once.

Each module becomes a block or, if it exports something, a function that is called at once and
returns that, so the names inside a module mean nothing to another one. Only those forms of import
and export are known that are used here, each at the beginning of a line; what a module exports
never changes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(
    r'^import (?:(\{\s*\w+(?:,\s*\w+)*,?\s*\}) from )?"\./(\w+)\.js";$', re.MULTILINE
)
_EXPORT: Final = re.compile(r"^export (?=(?:const|function|async function) (\w+)\b)", re.MULTILINE)
_UNKNOWN: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class ScriptError(ValueError):
    """Modules cannot be joined: the text says which, and why."""


def joined(folder: Path, entry: str) -> str:
    """The module of this name with all that it imports, each once and before its importers."""
    modules: dict[str, str] = {}
    _add(modules, folder, entry, ())
    return "".join(f"// {name}.js\n{_part(name, source)}" for name, source in modules.items())


def _add(modules: dict[str, str], folder: Path, name: str, importing: tuple[str, ...]) -> None:
    if name in importing:
        circle = " → ".join((*importing[importing.index(name) :], name))
        raise ScriptError(f"modules import each other in a circle: {circle}")
    if name in modules:
        return
    source = (folder / f"{name}.js").read_text("utf-8")
    for match in _IMPORT.finditer(source):
        _add(modules, folder, match[2], (*importing, name))
    modules[name] = source


def _part(name: str, source: str) -> str:
    exports = ", ".join(_EXPORT.findall(source))
    body = _EXPORT.sub("", _IMPORT.sub(_import_as_const, source))
    if unknown := _UNKNOWN.search(body):
        raise ScriptError(f"{name}.js has a form that cannot be joined: {unknown[0]}")
    if not exports:
        return f"{{\n{body}\n}}\n"
    return f"const {_result(name)} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();\n"


def _import_as_const(match: re.Match[str]) -> str:
    """In place of an import: the same names, from what the module's function returned."""
    names, module = match.groups()
    return f"const {names} = {_result(module)};" if names else ""


def _result(name: str) -> str:
    # Unlike anything that a browser has.
    return f"{name}_js"
