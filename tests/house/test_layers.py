"""Imports go one way: rules ← gamefile ← store ← web ← cli."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Set
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "scorepad"

# What each part may use of the others, and of what is not Python's own.
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "rules": (set(), set()),
    "caps": (set(), set()),
    "seen": (set(), {"wcwidth"}),
    "names": ({"caps", "seen"}, {"wcwidth"}),
    "gamefile": ({"caps", "rules", "names"}, set()),
    "settings": (set(), {"filelock", "limits", "platformdirs", "sqlalchemy"}),
    "store": (
        {"assets", "caps", "rules", "names", "gamefile"},
        {"alembic", "filelock", "sqlalchemy"},
    ),
    "web": (
        {"assets", "caps", "rules", "names", "gamefile", "settings", "store"},
        {"babel", "flask", "flask_sqlalchemy", "limits",
         "flask_wtf", "jinja2", "markupsafe", "resvg_py", "segno", "wcwidth", "sqlalchemy",
         "werkzeug", "wtforms"},
    ),
    "cli": (
        {"assets", "caps", "rules", "names", "gamefile", "settings", "store", "web"},
        {"click", "filelock", "ifaddr", "segno", "sqlalchemy", "waitress", "zeroconf"},
    ),
    "assets": (set(), {"rcssmin", "rjsmin"}),
    "__main__": ({"cli"}, set()),
    "__init__": (set(), set()),
}  # fmt: skip


def parts() -> Iterator[tuple[str, Path]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        yield file.relative_to(PACKAGE).with_suffix("").parts[0], file


@cache
def imported(file: Path) -> Set[str]:
    """What a file imports, in full: a module, or a name in one."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute here"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_imports_follow_the_arrows() -> None:
    wrong = []
    for part, file in parts():
        ours, others = ALLOWED[part]
        for name in imported(file):
            top, second, *_ = *name.split("."), ""
            if top == "scorepad":
                allowed = second in ours | {part, "__version__"}
            else:
                allowed = top in others or top in sys.stdlib_module_names
            if not allowed:
                wrong.append(f"{file.relative_to(PACKAGE)} must not use {name}")
    assert not wrong


# The rooms of the store, and of the web what the treatment of every request may use, with the other
# rooms that each may use.
STORE: dict[str, set[str]] = {
    "log": set(),
    "pad": {"log"},
    "database": {"pad"},
    "game": {"pad", "log"},
    "figures": {"game"},
    "transfer": {"game", "log"},
}
BELOW_HTTP = {"database", "urls", "words"}


def rooms(package: str) -> Iterator[tuple[str, str, str]]:
    """What a package's files import of it: the room of the file, that of the name, and both."""
    folder = PACKAGE / package
    for file in folder.rglob("*.py"):
        room = file.relative_to(folder).parts[0].removesuffix(".py")
        for name in imported(file):
            if name.startswith(f"scorepad.{package}."):
                other = name.split(".")[2]
                yield room, other, f"{file.relative_to(folder)} must not use {name}"


def test_the_rooms_of_the_store_use_only_these_others() -> None:
    store = PACKAGE / "store"
    # Of a folder that is gone, git leaves compiled files behind.
    assert {file.parent.name for file in store.glob("*/*.py")} == {*STORE}
    # Modules of its own floor know none of them.
    allowed = {room: {room, *others} for room, others in STORE.items()}
    assert not [
        wrong
        for room, other, wrong in rooms("store")
        if other in STORE and other not in allowed.get(room, ())
    ]
    TopologicalSorter(STORE).prepare()


def test_the_web_uses_http_one_way() -> None:
    assert not [
        wrong
        for room, other, wrong in rooms("web")
        if (room == "http" and other not in BELOW_HTTP | {room})
        or (room in BELOW_HTTP and other == "http")
    ]


def test_no_modules_import_each_other_in_a_circle() -> None:
    files = {
        ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts): file
        for _, file in parts()
    }
    modules = {name.removesuffix(".__init__"): file for name, file in files.items()}
    uses = {
        module: {
            # What comes from a package can be a module of its own.
            name if name in modules else name.rpartition(".")[0]
            for name in imported(file)
            if name in modules or name.rpartition(".")[0] in modules
        }
        for module, file in modules.items()
    }
    TopologicalSorter(uses).prepare()


# Functions for points, moons, exact hits and ends: a module that uses them scores a second time.
INNER = {
    *(f"scoring.{name}" for name in ("adding_loses", "loses_with", "moon_counted", "points_of")),
    *("scoring", "scoring.ends", "scoring.lower_exact_hits"),
}


def test_what_makes_points_is_used_by_the_rules_alone() -> None:
    inner = {f"scorepad.rules.{name}" for name in INNER}
    assert not [file for part, file in parts() if part != "rules" and inner & imported(file)]


def test_the_rules_know_no_clock_chance_or_file() -> None:
    for part, file in parts():
        if part == "rules":
            used = {name.partition(".")[0] for name in imported(file)}
            assert not used & {"time", "datetime", "random", "secrets", "os", "pathlib", "io"}
