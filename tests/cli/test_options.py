"""Options of serving that stand behind a command count as if they stood before it."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import click
import pytest

from scorepad.cli import main
from scorepad.settings import Settings

# Of each option, what can be given and is not its default.
_GIVEN = {
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
    "--limit-storage": "memory://",
    "--hsts": "60",
}
_COMMANDS = main.list_commands(click.Context(main))


def _options_of(
    line: list[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[dict[str, Any], Settings]:
    """What a command that is run with this line finds, with its settings."""
    found: list[tuple[dict[str, Any], Settings]] = []

    def look(**_: Any) -> None:
        context = click.get_current_context()
        found.append((dict(context.find_root().params), context.obj()))

    get_command = type(main).get_command

    def looking(*which: Any) -> click.Command | None:
        command = copy(get_command(*which))
        assert command
        command.callback, command.params = look, []
        return command

    monkeypatch.setattr(type(main), "get_command", looking)
    main.main(line, standalone_mode=False)
    return found[0]


def test_every_option_of_serving_is_tried() -> None:
    assert {each.opts[0] for each in main.params if each.envvar} == set(_GIVEN)


@pytest.mark.parametrize("command", _COMMANDS)
def test_option_behind_a_command(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = [part for option in _GIVEN.items() for part in option]
    behind = _options_of([command, *given], monkeypatch)
    assert behind == _options_of([*given, command], monkeypatch)
    assert behind[0]["port"] == 8402
    assert behind[1].guard.hosts == ("kitchen.local",)


def test_option_behind_a_command_prevails_over_variable_and_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREPAD_DATA_FOLDER", str(tmp_path))
    monkeypatch.setenv("SCOREPAD_PORT", "1")
    monkeypatch.setenv("SCOREPAD_PATH", "/variable")
    line = ["--port", "2", "--host", "::1", "pads", "--port=3"]
    options, _ = _options_of(line, monkeypatch)
    assert [options[name] for name in ("port", "host", "path")] == [3, "::1", "/variable"]


@pytest.mark.parametrize("line", [["demo", "--port", "70000"], ["pads", "--data-folder"]])
def test_wrong_value_behind_a_command_is_a_usage_error(line: list[str]) -> None:
    with pytest.raises(click.UsageError):
        main.main(line, standalone_mode=False)
