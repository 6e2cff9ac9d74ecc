"""Options of serving that stand behind a command count as if they stood before it."""

from __future__ import annotations

from typing import Any

import click
import pytest

from scorepad.cli import main

# Of each option, what can be given and is not its default.
GIVEN = {
    "--host": "127.0.0.1",
    "--port": "8402",
    "--threads": "3",
    "--connections": "99",
    "--data-folder": "DATA",
    "--database-uri": "sqlite:///elsewhere.sqlite",
    "--secret-key": "sixteen-or-more-letters",
    "--hosts": "kitchen.local",
    "--proxies": "1",
    "--path": "/scores",
    "--limit-writes": "1 per hour",
    "--limit-costs": "2 per hour",
    "--limit-storage": "redis://host",
    "--hsts": "60",
}


def options_of(*line: str) -> dict[str, Any]:
    """What the command finds that is run with this line."""
    return main.make_context("scorepad", [*line]).params


def test_options_behind_a_command() -> None:
    assert {each.opts[0] for each in main.params if each.envvar} == set(GIVEN)
    given = [part for option in GIVEN.items() for part in option]
    defaults, before = options_of("pads"), options_of(*given, "pads")
    assert not [name for name, value in before.items() if value == defaults[name]]
    assert options_of("pads", *given) == before
    assert options_of("pads", *map("=".join, GIVEN.items())) == before
    # What stands behind a double dash is no option.
    assert options_of("forget", "--", "--port") == defaults


def test_option_behind_a_command_prevails_over_variable_and_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SCOREPAD_PORT", "1")
    monkeypatch.setenv("SCOREPAD_PATH", "/variable")
    options = options_of("--port", "2", "--host", "::1", "pads", "--port=3")
    assert [options[name] for name in ("port", "host", "path")] == [3, "::1", "/variable"]


@pytest.mark.parametrize("line", [["demo", "--port", "70000"], ["pads", "--data-folder"]])
def test_wrong_value_behind_a_command_is_a_usage_error(line: list[str]) -> None:
    with pytest.raises(click.UsageError):
        options_of(*line)
