"""The papers, the project's metadata and CI are up to date."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
from packaging.requirements import Requirement

from scorepad import __version__, caps
from scorepad.cli import main
from scorepad.gamefile import read_game
from scorepad.rules.ruleset import OPTIONS
from scorepad.web.pad.csv_rows import FOR_PEOPLE, NOTES, ON_PAPER, TIDY
from tests.support.release import CHANGES, disagreement
from tests.support.rules_page import PAGE, rules_page
from tests.web.apps import app_in

ROOT = Path(__file__).parents[2]
RUNNING, HOSTING, FILES = (
    (ROOT / "docs" / f"{name}.md").read_text() for name in ("running", "hosting", "files")
)
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
    _, _, table = HOSTING.partition("| cap | at most |\n| --- | --- |\n")
    rows = [row.strip("| ").split(" | ") for row in table.partition("\n\n")[0].splitlines()]
    assert [most for _, most in rows] == [
        f"{value:,}" for name, value in vars(caps).items() if name.isupper()
    ]


def test_pages_about_rules_and_files_say_what_there_is(tmp_path: Path) -> None:
    named = re.findall(r"^\| `…(/\S+)` \|", FILES, re.MULTILINE)
    assert len(named) == 7
    with app_in(tmp_path / "data") as app:
        adapter = app.url_map.bind("localhost")
        for path in named:
            endpoint, _ = adapter.match(f"/pad/{'A' * 22}{path.replace('N', '1')}")
            assert endpoint, path
        with app.test_request_context("/new"):
            assert PAGE.read_text("utf-8") == rules_page(), "make rules"
    (example,) = re.findall(r"```json\n(.+?)```", FILES, re.DOTALL)
    assert len(read_game(json.loads(example)).game.hands) == 2
    assert all(f"`{option}`" in FILES for option in OPTIONS)


def test_the_columns_of_the_csv_are_listed() -> None:
    _, _, csv = FILES.partition("\n## CSV\n")
    tidy, _, sheet = csv.partition("**As on paper**")
    assert re.findall(r"`([a-z_]+)`", tidy) == [*TIDY, *NOTES, *FOR_PEOPLE]
    assert re.findall(r"`([a-z]+)`", sheet) == list(ON_PAPER)
    assert f"at most {caps.FILE_HANDS:,} hands" in FILES


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
