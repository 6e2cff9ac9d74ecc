"""The papers, the project's metadata and CI are up to date."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
from packaging.requirements import Requirement

from scorepad import __version__, caps
from scorepad.cli import main
from tests.support.release import CHANGES, disagreement

ROOT = Path(__file__).parents[2]
RUNNING = (ROOT / "docs" / "running.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())

PAPERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*.md")])


def test_every_setting_is_an_option_a_variable_and_a_line_of_the_papers() -> None:
    options = [option for option in main.params if isinstance(option, click.Option)]
    settings = [option for option in options if option.name != "version"]
    assert len(settings) >= 5
    for option in settings:
        assert option.help
        assert isinstance(option.envvar, str)
        assert option.envvar.startswith("SCOREPAD_")
        assert f"`{option.opts[0]}` | `{option.envvar}`" in RUNNING


def test_the_table_of_caps_is_that_of_the_code() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text()
    _, _, table = hosting.partition("| cap | at most |\n| --- | --- |\n")
    rows = [row.strip("| ").split(" | ") for row in table.partition("\n\n")[0].splitlines()]
    assert [most for _, most in rows] == [
        f"{value:,}" for name, value in vars(caps).items() if name.isupper()
    ]


def test_every_dependency_has_a_lower_bound_and_a_tested_version() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    tested = {Requirement(line).name.lower() for line in lines}
    groups = PROJECT["dependency-groups"]
    for text in [*PROJECT["project"]["dependencies"], *groups["test"], *groups["lint"]]:
        requirement = Requirement(text)
        assert requirement.name.lower() in tested, f"{text}: run make update"
        assert any(bound.operator in (">=", "==") for bound in requirement.specifier), text


def linked(paper: str) -> Iterator[str]:
    """Where a paper's links and pictures lead."""
    yield from re.findall(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"", paper)


def test_links_lead_to_files_that_are_there() -> None:
    for paper in PAPERS:
        for each in linked(paper.read_text()):
            target, _, part = "".join(each).partition("#")
            if not target.startswith(("https:", "http:", "mailto:")):
                file = paper.parent / target if target else paper
                assert file.exists(), target
                if part:
                    assert part in headings(file), f"{target}#{part}"


def headings(file: Path) -> set[str]:
    """The names by which links find a paper's headings."""
    texts = re.findall(r"^#+ +(.+)$", file.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in texts}


def test_version_and_change_log_agree() -> None:
    assert disagreement(None, __version__, CHANGES.read_text()) is None


def test_actions_are_pinned_by_commit() -> None:
    for workflow in (ROOT / ".github" / "workflows").iterdir():
        for used in re.findall(r"uses: (.+)", workflow.read_text()):
            assert re.fullmatch(r"\./\S+|\S+@[0-9a-f]{40} # v[\d.]+", used), used
