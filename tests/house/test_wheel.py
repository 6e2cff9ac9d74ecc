"""The wheel, installed in an empty environment outside the checkout, serves its pages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad

ROOT = Path(__file__).parents[2]
# Two builds at once would pack each other's half-written catalogues.
pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """A Python with the wheel and nothing but what the wheel asks for.

    Its dependencies are linked from where they are installed already: tests do without a network.
    """
    environment = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (site_packages,) = environment.glob("lib/python*/site-packages")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]
    subprocess.run([*install, "--target", site_packages, wheel], check=True, capture_output=True)
    (scorepad,) = distributions(name="scorepad", path=[str(site_packages)])
    for needed in needs(scorepad):
        for top in {file.parts[0] for file in needed.files or ()} - {"..", "__pycache__"}:
            link = site_packages / top
            if not link.exists():
                link.symlink_to(Path(str(needed.locate_file(top))))
    return environment / "bin" / "python"


def needs(asking: Distribution) -> Iterator[Distribution]:
    """A distribution's requirements, and theirs in turn, without extras."""
    waiting, seen = [asking], {asking.metadata["Name"].lower()}
    while waiting:
        for text in waiting.pop().requires or ():
            requirement = Requirement(text)
            wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
            if wanted and requirement.name.lower() not in seen:
                seen.add(requirement.name.lower())
                package = distribution(requirement.name)
                waiting.append(package)
                yield package


def test_the_wheel_has_the_assets_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"scorepad"}
    for needed in (
        "scorepad/py.typed",
        "scorepad/cli/demo.jsonl",
        "scorepad/templates/base.html",
        "scorepad/static/css/themes.css",
        "scorepad/static/js/dom.js",
        "scorepad/migrations/env.py",
        "scorepad/translations/de/LC_MESSAGES/messages.mo",
        "scorepad/migrations/versions/0001_the_first_tables.py",
    ):
        assert needed in names
    assert not [name for name in names if name.endswith((".pyc", ".sqlite"))]


def test_an_installed_scorepad_serves_a_page_with_its_style_sheet(
    installed: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {"PYTHONPATH": ""}
    with running_scorepad(
        tmp_path / "data",
        python=installed,
        working_folder=elsewhere,
        environment=environment,
        first=True,
    ) as server:
        page = read(f"{server.address}/")
        assert "Who’s playing?" in page
        assert "Wer spielt mit?" in read(f"{server.address}/", language="de")
        styles = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
        assert "--felt" in "".join(read(server.address + style) for style in styles)
    where = subprocess.run(
        [installed, "-c", "import scorepad; print(scorepad.__file__)"],
        cwd=elsewhere,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
        text=True,
    )
    assert not where.stdout.startswith(str(ROOT))


def read(address: str, language: str = "en") -> str:
    asked = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return str(answer.read().decode())
