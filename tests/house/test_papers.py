"""README, constraints and CI say what is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click
import pytest
from packaging.requirements import Requirement

from scorepad.cli import main
from scorepad.store import caps

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.mark.parametrize("command", ["run", "test", "lint", "bench", "screenshots", "lowest"])
def test_the_commands_that_are_named_are_there(command: str) -> None:
    assert re.search(rf"^{command}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert f"make {command}" in README + (ROOT / "CONTRIBUTING.md").read_text()


def test_every_setting_is_an_option_a_variable_and_a_line_of_the_readme() -> None:
    options = [option for option in main.params if isinstance(option, click.Option)]
    settings = [option for option in options if option.name != "version"]
    assert len(settings) >= 5
    for option in settings:
        assert option.help
        assert isinstance(option.envvar, str)
        assert option.envvar.startswith("SCOREPAD_")
        assert f"`{option.opts[0]}` | `{option.envvar}`" in README


def test_the_readme_says_how_much_a_pad_holds() -> None:
    for cap in (
        f"{caps.HANDS:,} hands and {caps.CHANGES:,} changes in a game",
        f"{caps.GAMES:,} games ({caps.GAMES_A_DAY} started in a day)",
        f"{caps.PLAYERS:,} players",
        f"{caps.PENS} pens at a time ({caps.PENS_EVER} ever)",
        f"{caps.OPEN_LINKS} links for a pen",
    ):
        assert cap in " ".join(README.split()), cap


def test_the_readme_shows_pictures_that_are_there() -> None:
    pictures = re.findall(r'src="([^"]+)"', README)
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).stat().st_size > 10_000


def test_every_dependency_has_a_lower_bound_and_a_tested_version() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    tested = {Requirement(line).name.lower() for line in lines}
    groups = PROJECT["dependency-groups"]
    for text in [*PROJECT["project"]["dependencies"], *groups["test"], *groups["lint"]]:
        requirement = Requirement(text)
        assert requirement.name.lower() in tested, f"{text}: run make update"
        assert any(bound.operator in (">=", "==") for bound in requirement.specifier), text


def test_ci_runs_the_readmes_test_command_and_the_linters() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "\nmake test\n" in script
    assert "\nmake lint\n" in script
    assert "make test" in README
