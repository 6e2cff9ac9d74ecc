"""Options of serving that stand behind a command count as if they stood before it."""

from __future__ import annotations

import re
from typing import Any

import click
import pytest

from scorepad.cli import main
from tests.cli.command import scorepad


def options_of(*line: str) -> dict[str, Any]:
    """What the command finds that is run with this line."""
    return main.make_context("scorepad", [*line]).params


def test_options_behind_a_command() -> None:
    given = ("--port", "8402", "--data-folder", "DATA")
    before = options_of(*given, "pads")
    assert (before["port"], str(before["data_folder"])) == (8402, "DATA")
    assert options_of("pads", *given) == before
    assert options_of("pads", "--port=8402", "--data-folder=DATA") == before
    # What stands behind a double dash is no option.
    assert options_of("forget", "--", "--port") == options_of("pads")


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


def test_help_lists_the_commands_and_another_one_is_a_usage_error() -> None:
    shown = scorepad(None, "--help").stdout
    commands = main.list_commands(click.Context(main))
    assert len(commands) == 9
    for name in commands:
        assert re.search(rf"^  {name}  +[A-Z]", shown, re.MULTILINE), name
        assert scorepad(None, name, "--help").exit_code == 0
    ended = scorepad(None, "pens")
    assert (ended.exit_code, "No such command 'pens'." in ended.stderr) == (2, True)
