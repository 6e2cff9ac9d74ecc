"""The papers, the project's metadata and CI are up to date."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import click
from packaging.requirements import Requirement

from scorepad.cli import main
from scorepad.store.verbs import caps, pens
from scorepad.web.http.access import MOST_PENS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
RUNNING = (ROOT / "docs" / "running.md").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
HOME = PROJECT["project"]["urls"]["Source"]

PAPERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob(".github/**/*.md")])
YAML = sorted([ROOT / ".pre-commit-config.yaml", *ROOT.glob(".github/**/*.yml")])


def test_the_commands_that_are_named_are_there() -> None:
    cases = ["run", "test", "torture", "lint", "bench", "screenshots", "lowest"]
    for command in cases:
        assert re.search(rf"^{command}:", (ROOT / "Makefile").read_text(), re.MULTILINE), command
        assert f"make {command}" in README + (ROOT / "CONTRIBUTING.md").read_text(), command


def test_every_setting_is_an_option_a_variable_and_a_line_of_the_papers() -> None:
    options = [option for option in main.params if isinstance(option, click.Option)]
    settings = [option for option in options if option.name != "version"]
    assert len(settings) >= 5
    for option in settings:
        assert option.help
        assert isinstance(option.envvar, str)
        assert option.envvar.startswith("SCOREPAD_")
        assert f"`{option.opts[0]}` | `{option.envvar}`" in RUNNING


def test_the_papers_say_how_much_a_pad_holds() -> None:
    for cap in (
        f"{caps.HANDS:,} hands, {caps.LEFT} players who left and {caps.CHANGES:,} changes",
        f"{caps.GAMES:,} games ({caps.GAMES_A_DAY} started in a day)",
        f"{caps.PLAYERS:,} players",
        f"{caps.NAMES} names of its own",
        f"{caps.PENS} pens at a time ({caps.PENS_EVER} ever)",
        f"{caps.OPEN_LINKS} links for a pen",
    ):
        assert cap in " ".join(RUNNING.split()), cap
    decision = ROOT / "docs" / "decisions" / "0020-a-secret-for-every-pen.md"
    assert f"room for {MOST_PENS} of them" in decision.read_text()


def test_the_readme_shows_pictures_that_are_there() -> None:
    pictures = re.findall(r'src(?:set)?="([^"]+)"', README)
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).stat().st_size > 10_000
    assert (ROOT / "docs" / "hand.png").stat().st_size < 300_000


def test_every_dependency_has_a_lower_bound_and_a_tested_version() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    tested = {Requirement(line).name.lower() for line in lines}
    groups = PROJECT["dependency-groups"]
    for text in [*PROJECT["project"]["dependencies"], *groups["test"], *groups["lint"]]:
        requirement = Requirement(text)
        assert requirement.name.lower() in tested, f"{text}: run make update"
        assert any(bound.operator in (">=", "==") for bound in requirement.specifier), text


def test_hosted_ci_runs_what_must_pass_before_anything_lands() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text()
    runs = re.findall(r"^ +(?:- )?run: (.+)$", workflow, re.MULTILINE)
    assert runs == [".ci/run"]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100
    lowest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert f'"{lowest}"' in workflow


def test_ci_runs_the_readmes_test_command_the_long_searches_and_the_linters() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "\nmake test\n" in script
    assert "\nmake torture\n" in script
    assert "\nmake lint\n" in script
    assert "make test" in README


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


def test_every_decision_has_a_number_and_its_line_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text()
    listed = re.findall(r"^\| \[(\d{4})\]\((\S+)\) \| (.+) \|$", index, re.MULTILINE)
    settled = [int(number) for number in re.findall(r"^- (\d+): .+\.$", index, re.MULTILINE)]
    numbers = [int(number) for number, _, _ in listed]
    assert sorted([*numbers, *settled]) == list(range(1, len(numbers) + len(settled) + 1))
    assert len(re.findall(r"^\| \[", index.partition("\n## Once")[0], re.MULTILINE)) == 10
    assert sorted(file for _, file, _ in listed) == sorted(
        file.name for file in folder.glob("*.md") if file.name != "README.md"
    )
    for number, file, title in listed:
        assert number == file[:4]
        lines = (folder / file).read_text().splitlines()
        assert lines[0] == f"# {int(number)}. {title}"
        assert lines[2].startswith("Status: ")
        assert 8 <= len(lines) <= 25
        starts = [line.partition(" ")[0] for line in lines if line.startswith("**")]
        assert starts == ["**Context.**", "**Decision.**", "**Consequences.**"]


def test_the_project_has_one_home() -> None:
    assert all(url.startswith(HOME) for url in PROJECT["project"]["urls"].values())
    owner = HOME.rpartition("/")[0]
    for file in [*PAPERS, *YAML, ROOT / "pyproject.toml"]:
        for address in re.findall(r"https://github\.com/[\w-]+/[\w-]+", file.read_text()):
            assert address == HOME or not address.startswith(owner), f"{file}: {address}"


def test_the_security_policy_says_how_long_links_are_good() -> None:
    policy = (ROOT / "SECURITY.md").read_text()
    assert f"is good for {pens.LINK_MINUTES} minutes" in policy
    assert "(SECURITY.md)" in README


def test_before_a_commit_the_linters_of_make_lint_run_in_their_pinned_versions() -> None:
    """Nothing but constraints.txt says which versions: what make has set up is what runs."""
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    assert set(re.findall(r"repo: (\S+)", hooks)) == {"local"}
    assert set(re.findall(r"language: (\S+)", hooks)) == {"system"}
    assert "rev:" not in hooks
    recipe = re.search(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert recipe
    # Before a commit the files are put in order; make only says that they are not.
    checks = recipe[1].replace("$(BIN)", ".venv/bin").replace("$(MAKE)", "make")
    checks = checks.replace(" --check", "")
    assert re.findall(r"entry: (.+)", hooks) == [line.strip() for line in checks.splitlines()]
    pinned = dict(
        line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if line
    )
    for linter in ("ruff", "mypy"):
        assert version(linter) == pinned[linter], f"{linter}: run make lint"
