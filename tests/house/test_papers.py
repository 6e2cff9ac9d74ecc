"""The papers, the project's metadata and CI are up to date."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
from packaging.requirements import Requirement

from scorepad import caps
from scorepad.cli import main
from scorepad.store.pad import pens

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
RUNNING = (ROOT / "docs" / "running.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
HOME = PROJECT["project"]["urls"]["Source"]

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


def test_pages_lead_to_papers_that_are_there() -> None:
    texts = "".join(file.read_text() for file in ROOT.glob("templates/**/*.html"))
    papers = re.findall(rf"{re.escape(HOME)}/blob/main/([^\"]+)", texts)
    assert papers
    assert all((ROOT / paper).exists() for paper in papers)


def headings(file: Path) -> set[str]:
    """The names by which links find a paper's headings."""
    texts = re.findall(r"^#+ +(.+)$", file.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in texts}


def test_the_security_policy_says_how_long_links_are_good() -> None:
    policy = (ROOT / "SECURITY.md").read_text()
    assert f"is good for {pens.LINK_MINUTES} minutes" in policy
    assert "(SECURITY.md)" in README
