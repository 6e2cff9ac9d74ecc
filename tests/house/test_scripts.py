"""Scripts: what joins them knows all their forms, and none is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorepad.assets import SCRIPTS, ScriptError, joined

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "static" / "js"


def modules_of(entry: str) -> set[str]:
    """The modules that a script is made of."""
    return set(re.findall(r"^// (\w+)\.js$", joined(SOURCES, entry), re.MULTILINE))


def test_every_module_is_a_part_of_a_script() -> None:
    used = {module for entry in (*SCRIPTS, "sw") for module in modules_of(entry)}
    assert used == {file.stem for file in SOURCES.iterdir()}


def test_modules_that_two_scripts_have_do_nothing_by_themselves() -> None:
    """A page has both scripts, and what they share twice."""
    every, *some = (modules_of(entry) for entry in SCRIPTS)
    shared = every & {module for script in some for module in script}
    assert "dom" in shared
    for module in shared:
        # Nothing is called, told or set at the beginning of a line.
        source = (SOURCES / f"{module}.js").read_text()
        for line in filter(None, source.splitlines()):
            begins = r"(import|export|const|function|async function) |[ /}]"
            assert re.match(begins, line), f"{module}: {line}"


def written(folder: Path, modules: dict[str, str]) -> Path:
    for name, source in modules.items():
        (folder / f"{name}.js").write_text(source)
    return folder


def test_modules_are_joined_in_the_order_in_which_browsers_run_them(tmp_path: Path) -> None:
    modules = {
        "a": 'import "./b.js";\nimport { c, d } from "./c.js";\nsay(c);\n',
        "b": 'import {\n  c,\n  d,\n} from "./c.js";\n',
        "c": "export const c = 1;\nexport async function d() {}\nfunction own() {}\n",
    }
    text = joined(written(tmp_path, modules), "a")
    assert re.findall(r"// (\w+)\.js", text) == ["c", "b", "a"]
    assert "const c = 1;\nasync function d() {}\n" in text
    assert not re.search(r"import|export", text)


@pytest.mark.parametrize(
    "form",
    [
        'import * as b from "./b.js";',
        "import { b } from './b.js';",
        "export default 1;",
        'export { b } from "./b.js";',
    ],
)
def test_other_forms_are_refused(tmp_path: Path, form: str) -> None:
    folder = written(tmp_path, {"a": f"const b = 1;\n{form}\n", "b": "export const b = 1;\n"})
    with pytest.raises(
        ScriptError, match=re.escape(f"a.js has a form that cannot be joined: {form}")
    ):
        joined(folder, "a")


def test_a_circle_is_refused(tmp_path: Path) -> None:
    modules = {"a": "b", "b": "c", "c": "b"}
    sources = {name: f'import "./{other}.js";\n' for name, other in modules.items()}
    with pytest.raises(ScriptError, match="in a circle: b → c → b"):
        joined(written(tmp_path, sources), "a")
