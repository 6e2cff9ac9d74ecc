"""Imports go one way: rules ← gamefile ← store ← web ← cli."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
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
    "assets": ({"scripts"}, {"rcssmin", "rjsmin"}),
    "scripts": (set(), set()),
    "__main__": ({"cli"}, set()),
    "__init__": (set(), set()),
}  # fmt: skip


def parts() -> Iterator[tuple[str, Path]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        yield file.relative_to(PACKAGE).with_suffix("").parts[0], file


@cache
def nodes_of(file: Path) -> Sequence[ast.AST]:
    """All that a file is made of."""
    return [*ast.walk(ast.parse(file.read_text()))]


def imported(file: Path) -> Iterator[str]:
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute here"
            assert node.module is not None
            if node.module == "scorepad":
                yield from (f"scorepad.{alias.name}" for alias in node.names)
            else:
                yield node.module


def names_imported(file: Path) -> Iterator[tuple[str, str]]:
    """What a file imports by name: the module, and the name in it."""
    for node in nodes_of(file):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def test_imports_follow_the_arrows() -> None:
    wrong = []
    for part, file in parts():
        ours, others = ALLOWED[part]
        for module in imported(file):
            top, _, rest = module.partition(".")
            if top == "scorepad":
                allowed = rest.partition(".")[0] in ours | {part, "__version__"}
            else:
                allowed = top in others or top in sys.stdlib_module_names
            if not allowed:
                wrong.append(f"{file.relative_to(PACKAGE)} must not use {module}")
    assert not wrong


# The store's rooms; modules of its own floor know none of them.
ROOMS: dict[str, set[str]] = {
    "log": set(),
    "figures": {"game"},
    "game": {"log", "figures", "pad"},
    "pad": {"game", "log"},
    "transfer": {"game", "log", "figures"},
    "database": {"pad"},
}


def test_the_rooms_of_the_store_use_only_these_others() -> None:
    store = PACKAGE / "store"
    assert {each.name for each in store.iterdir() if each.is_dir()} - {"__pycache__"} == {*ROOMS}
    wrong = []
    for file in store.rglob("*.py"):
        room = file.relative_to(store).parts[0].removesuffix(".py")
        for module in imported(file):
            other = module.removeprefix("scorepad.store.").partition(".")[0]
            if other in ROOMS and other not in ROOMS.get(room, set()) | {room}:
                wrong.append(f"{file.relative_to(store)} must not use {module}")
    assert not wrong


# What the treatment of every request may use of the web, and what of that may not use it.
BELOW_HTTP = {"database", "error_page", "network", "urls", "words"}


def test_the_web_uses_http_one_way() -> None:
    web = PACKAGE / "web"
    wrong = []
    for file in web.rglob("*.py"):
        room = file.relative_to(web).parts[0].removesuffix(".py")
        for module, name in names_imported(file):
            _, _, other = f"{module}.{name}".partition("scorepad.web.")
            other = other.partition(".")[0]
            if other and (
                (room == "http" and other not in BELOW_HTTP | {room})
                or (room in BELOW_HTTP and other == "http")
            ):
                wrong.append(f"{file.relative_to(web)} must not use {other}")
    assert not wrong


def test_no_modules_import_each_other_in_a_circle() -> None:
    modules = {
        ".".join(("scorepad", *file.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): file
        for file in PACKAGE.rglob("*.py")
    }
    uses = {
        module: {
            # What comes from a package can be a module of its own.
            f"{other}.{name}" if f"{other}.{name}" in modules else other
            for other, name in names_imported(file)
            if other in modules
        }
        for module, file in modules.items()
    }
    TopologicalSorter(uses).prepare()


# Functions for points, moons, exact hits and ends: a module that uses them scores a second time.
INNER = {
    *("adding_loses", "loses_with", "moon_counted", "points_of"),
    *("ends", "lower_exact_hits"),
}


def test_what_makes_points_is_used_by_the_rules_alone() -> None:
    assert not [
        (str(file.relative_to(PACKAGE)), name)
        for part, file in parts()
        if part != "rules"
        for module, name in names_imported(file)
        if (module == "scorepad.rules.scoring" and name in INNER)
        or f"{module}.{name}" == "scorepad.rules.scoring"
    ]


def test_the_rules_know_no_clock_chance_or_file() -> None:
    for part, file in parts():
        if part == "rules":
            used = {module.partition(".")[0] for module in imported(file)}
            assert not used & {"time", "datetime", "random", "secrets", "os", "pathlib", "io"}
