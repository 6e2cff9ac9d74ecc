"""Scripts: they are joined as browsers would run their modules, and none is left out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from scorepad.assets import SCRIPTS, modules

SOURCES = Path(__file__).parents[2] / "static" / "js"
# What a module calls itself what others must not: at the beginning of a line.
NAME = re.compile(r"^(?:const|let|class|(?:async )?function\*?) (\w+|[{[].*[}\]])", re.MULTILINE)


def test_every_module_is_a_part_of_a_script() -> None:
    used = {module for entry in (*SCRIPTS, "sw") for module in modules(entry)}
    assert used == {file.stem for file in SOURCES.iterdir()}


@pytest.mark.parametrize("entry", [*SCRIPTS, "sw"])
def test_modules_of_a_script_come_before_their_importers_and_share_no_name(entry: str) -> None:
    joined = modules(entry)
    order = [*joined]
    for module, source in joined.items():
        written = (SOURCES / f"{module}.js").read_text()
        for other in re.findall(r'^(?:import|\}) .*"\./(\w+)\.js";$', written, re.MULTILINE):
            assert order.index(other) < order.index(module)
        # Other forms of them are not known.
        assert not re.search(r"^(import|export)\b", source, re.MULTILINE), module
    text = "".join(joined.values())
    names = Counter(name for each in NAME.findall(text) for name in re.findall(r"\w+", each))
    assert [name for name, times in names.items() if times > 1] == []


def test_modules_that_two_scripts_have_do_nothing_by_themselves() -> None:
    """A page has both scripts, and what they share twice."""
    every, *some = (modules(entry).keys() for entry in SCRIPTS)
    shared = every & {module for script in some for module in script}
    assert "dom" in shared
    for module in shared:
        # Nothing is called, told or set at the beginning of a line.
        source = (SOURCES / f"{module}.js").read_text()
        for line in filter(None, source.splitlines()):
            begins = r"(import|export|const|function|async function) |[ /}]"
            assert re.match(begins, line), f"{module}: {line}"
