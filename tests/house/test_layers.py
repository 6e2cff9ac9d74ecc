"""Imports go one way: rules ← gamefile ← store ← web ← cli."""

from __future__ import annotations

import ast
import sys
from collections.abc import Container, Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "scorepad"

# What each part may use of the others, and of what is not Python's own.
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "rules": (set(), set()),
    "names": (set(), {"wcwidth"}),
    "notes": ({"names"}, set()),
    "gamefile": ({"rules", "names", "notes"}, set()),
    "settings": (set(), {"filelock", "limits", "platformdirs", "sqlalchemy"}),
    "store": (
        {"assets", "rules", "names", "notes", "gamefile"},
        {"alembic", "filelock", "sqlalchemy"},
    ),
    "web": (
        {"assets", "rules", "names", "notes", "gamefile", "settings", "store"},
        {"babel", "flask", "flask_sqlalchemy", "limits",
         "flask_wtf", "jinja2", "markupsafe", "resvg_py", "segno", "wcwidth", "sqlalchemy",
         "werkzeug", "wtforms"},
    ),
    "cli": (
        {"assets", "rules", "names", "notes", "gamefile", "settings", "store", "web"},
        {"click", "segno", "sqlalchemy", "waitress", "zeroconf"},
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
    "game": set(),
    "log": {"game"},
    "figures": {"game"},
    "verbs": {"game", "log", "figures"},
    "lists": {"game", "verbs"},
    "transfer": {"game", "log", "figures", "verbs"},
    "database": {"figures", "verbs"},
}


def test_the_rooms_of_the_store_use_each_other_one_way() -> None:
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
        for node in nodes_of(file):
            if not isinstance(node, ast.ImportFrom):
                continue
            for alias in node.names:
                _, _, other = f"{node.module}.{alias.name}".partition("scorepad.web.")
                other = other.partition(".")[0]
                if other and (
                    (room == "http" and other not in BELOW_HTTP | {room})
                    or (room in BELOW_HTTP and other == "http")
                ):
                    wrong.append(f"{file.relative_to(web)} must not use {other}")
    assert not wrong


def import_circle(package: Path) -> list[str]:
    """The modules of a circle of imports inside a package, the first one again at its end."""
    modules = {
        ".".join((package.name, *file.relative_to(package).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): file
        for file in package.rglob("*.py")
    }
    uses = {module: imported_modules(file, modules) for module, file in modules.items()}
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as circle:
        return list(circle.args[1])
    return []


def imported_modules(file: Path, modules: Container[str]) -> set[str]:
    """Those of ``modules`` that a file imports, wherever in it the import stands."""
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            # What comes from a package can be a module of its own.
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                names.append(name if name in modules else node.module)
    return {name for name in names if name in modules}


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert import_circle(PACKAGE) == []


@pytest.mark.parametrize(
    "back",
    [
        "import pack.one",
        "from pack.one import value",
        "from pack import one",
        "def later():\n    from pack.one import value",
        "if TYPE_CHECKING:\n    from pack.one import value",
    ],
)
def test_a_circle_is_seen_wherever_the_import_stands(tmp_path: Path, back: str) -> None:
    pack = tmp_path / "pack"
    (pack / "inner").mkdir(parents=True)
    (pack / "__init__.py").write_text("from pack.one import value")
    (pack / "one.py").write_text("from pack.inner import two")
    (pack / "inner" / "__init__.py").touch()
    (pack / "inner" / "two.py").write_text("")
    assert import_circle(pack) == []
    (pack / "inner" / "two.py").write_text(back)
    assert set(import_circle(pack)) == {"pack.one", "pack.inner.two"}


def test_the_rules_know_no_clock_chance_or_file() -> None:
    for part, file in parts():
        if part == "rules":
            used = {module.partition(".")[0] for module in imported(file)}
            assert not used & {"time", "datetime", "random", "secrets", "os", "pathlib", "io"}


def is_view_module(file: Path) -> bool:
    return any(
        isinstance(node, ast.FunctionDef)
        and any(
            isinstance(each, ast.Call)
            and isinstance(each.func, ast.Attribute)
            and each.func.attr in ("get", "post")
            for each in node.decorator_list
        )
        for node in nodes_of(file)
    )


def test_no_view_module_is_imported_for_its_helpers() -> None:
    """A view is registered by its package or the app, and nobody else has a use for it."""
    views = {
        ".".join(("scorepad", *file.relative_to(PACKAGE).with_suffix("").parts))
        for _, file in parts()
        if is_view_module(file)
    }
    assert len(views) > 15
    for _, file in parts():
        if file.name in ("__init__.py", "app.py"):
            continue
        for node in nodes_of(file):
            if isinstance(node, ast.ImportFrom) and node.module:
                names = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                assert not names & views, f"{file.relative_to(PACKAGE)} imports {names & views}"
