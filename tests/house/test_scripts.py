"""What checks the types of the scripts leaves none out, and is the same for everybody."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WORKER = "static/sw.js"


def read(file: str) -> Any:
    """A JSON file at the top of the checkout."""
    return json.loads((ROOT / file).read_text())


def checked(file: str) -> set[str]:
    """The scripts that are checked with these settings."""
    settings = read(file)
    found = {path for pattern in settings["include"] for path in ROOT.glob(pattern)}
    left_out = {ROOT / name for name in settings["exclude"]}
    return {path.relative_to(ROOT).as_posix() for path in found - left_out if path.suffix == ".js"}


def test_every_script_is_checked_once() -> None:
    of_pages, of_the_worker = checked("tsconfig.json"), checked("tsconfig.worker.json")
    scripts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "static").rglob("*.js")}
    assert len(scripts) > 10
    assert of_the_worker == {WORKER}
    assert of_pages == scripts - {WORKER}


def test_no_script_opts_out() -> None:
    for settings in ("tsconfig.json", "tsconfig.worker.json"):
        options = {**read("tsconfig.json")["compilerOptions"], **read(settings)["compilerOptions"]}
        assert options["checkJs"]
        assert options["strict"]
        assert read("package.json")["scripts"]["check"].count("--project") == 2
    for script in (ROOT / "static").rglob("*.js"):
        assert not re.search(r"@ts-\w+", script.read_text()), script


def test_the_lock_file_names_versions_and_no_registry() -> None:
    lock = (ROOT / "package-lock.json").read_text()
    assert "resolved" not in lock
    assert not re.search(r"\w+://|localhost", lock)
    installed = json.loads(lock)["packages"]
    wanted = read("package.json")["devDependencies"]
    assert installed[""]["devDependencies"] == wanted
    for name, version in wanted.items():
        assert installed[f"node_modules/{name}"]["version"] == version
        assert installed[f"node_modules/{name}"]["integrity"].startswith("sha512-")
