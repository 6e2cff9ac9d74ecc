"""What is published, as it was built: installed outside the checkout, and used by a stranger."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from subprocess import CompletedProcess
from zipfile import ZipFile

import pytest

from scorepad import __version__
from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client
from tests.support.need import unavailable
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad
from tests.support.wheels import put_wheels

ROOT = Path(__file__).parents[2]
INFO = f"scorepad-{__version__}.dist-info"
# Two builds at once would pack each other's half-written catalogues.
pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return build(tmp_path_factory.mktemp("wheel"), "--wheel")[0]


def build(folder: Path, *what: str, umask: int = -1) -> list[Path]:
    """Build into a folder; what is there then."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    subprocess.run(
        [*command, *what, ROOT], check=True, capture_output=True, timeout=PATIENCE, umask=umask
    )
    return sorted(folder.iterdir())


@dataclass(frozen=True)
class Stranger:
    """Somebody with a home of their own, in a folder where they cannot write.

    ``environment``: nothing in it leads to the checkout, or to other data.
    ``account``: whose the processes are, if not ours: root could write anywhere.
    """

    home: Path
    here: Path
    environment: Mapping[str, str]
    account: pwd.struct_passwd | None

    def run(self, *command: str | Path, **more: str) -> CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            command,
            cwd=self.here,
            env={**self.environment, **more},
            user=self.account and self.account.pw_uid,
            group=self.account and self.account.pw_gid,
            extra_groups=self.account and [],
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def does(self, *command: str | Path, **more: str) -> str:
        """Run a command that succeeds, and give its output."""
        ran = self.run(*command, **more)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """A folder that everybody can read, which those of pytest are not."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        yield place


@pytest.fixture(scope="module")
def stranger(place: Path) -> Stranger:
    account = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
    home, here = place / "home", place / "here"
    home.mkdir()
    if account:
        os.chown(home, account.pw_uid, account.pw_gid)
    here.mkdir(mode=0o555)
    ours = ("PYTHONPATH", "SCOREPAD_", "XDG_", "UV_", "PIP_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return Stranger(home, here, {**kept, "PYTHONPATH": "", "HOME": str(home)}, account)


@pytest.fixture(scope="module")
def wheels(place: Path, wheel: Path) -> Path:
    """A folder with the wheel and all others that it needs: tests do without a network."""
    folder = place / "wheels"
    folder.mkdir()
    shutil.copy(wheel, folder)
    with ZipFile(wheel) as archive:
        metadata = message_from_bytes(archive.read(f"{INFO}/METADATA"))
    asked = metadata.get_all("Requires-Dist", ())
    put_wheels(folder, [each for each in asked if "extra ==" not in each])
    return folder


@pytest.fixture(scope="module")
def installed(place: Path, wheels: Path, stranger: Stranger) -> Path:
    """The programs of an environment with Scorepad, which is not the stranger's either."""
    folder = place / "environment"
    subprocess.run([python_for(stranger), "-m", "venv", "--without-pip", folder], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder), "--quiet"]
    subprocess.run([*pip, "install", "--no-index", "--find-links", wheels, "scorepad"], check=True)
    return folder / "bin"


def python_for(stranger: Stranger) -> str:
    """A Python of our version outside our environment; ours may be in a home that is closed."""
    version = f"python3.{sys.version_info.minor}"
    for python in (f"{sys.base_prefix}/bin/{version}", f"/usr/bin/{version}"):
        with suppress(OSError):
            stranger.does(python, "-c", "")
            return python
    return unavailable(f"a {version} that other users can run")


def test_the_wheel_has_all_that_it_needs_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {"scorepad", INFO}
    for needed in (
        "scorepad/py.typed",
        "scorepad/cli/demo.jsonl",
        "scorepad/templates/base.html",
        "scorepad/static/css/themes.css",
        "scorepad/static/js/dom.js",
        "scorepad/migrations/env.py",
        "scorepad/translations/de/LC_MESSAGES/messages.mo",
        "scorepad/migrations/versions/0001_the_first_tables.py",
        f"{INFO}/licenses/LICENSE",
    ):
        assert needed in names
    assert not [name for name in names if name.endswith((".pyc", ".sqlite"))]


@pytest.mark.slow
def test_the_source_archive_builds_the_same_wheel_and_both_are_the_same_each_time(
    tmp_path: Path,
) -> None:
    # By default the wheel is built from the archive.
    first = build(tmp_path / "first")
    again = build(tmp_path / "again", "--sdist", "--wheel", umask=0o077)
    assert {file.name for file in first} == {
        f"scorepad-{__version__}.tar.gz",
        f"scorepad-{__version__}-py3-none-any.whl",
    }
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in again]


@pytest.mark.slow
def test_a_stranger_plays_keeps_the_games_and_brings_them_back(
    stranger: Stranger, installed: Path
) -> None:
    program, where = installed / "scorepad", ("--data-folder", stranger.home / "data")
    backup, games = stranger.home / "evening.sqlite", stranger.home / "games.jsonl"
    with running_scorepad(
        stranger.home / "data",
        python=installed / "python",
        working_folder=stranger.here,
        environment=stranger.environment,
        first=True,
        account=stranger.account,
    ) as server:
        page = read(f"{server.address}/")
        assert "Who’s playing?" in page
        assert "Wer spielt mit?" in read(f"{server.address}/", language="de")
        styles = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
        assert "--felt" in "".join(read(server.address + style) for style in styles)
        table = start(Client(server))
        table.record(PLAIN_HANDS[0])
        address = f"{server.address}{table.path}"
        assert len(read(f"{address}/hands.csv").splitlines()) == 5
        stranger.does(program, *where, "backup", backup)
        stranger.does(program, *where, "export", address, games)
    assert not server.log()
    # Into their own folder, which is where Scorepad keeps what it is not told to keep elsewhere.
    assert "1 hand" in stranger.does(program, "restore", backup)
    assert "1 game imported" in stranger.does(
        installed / "python", "-m", "scorepad", "import", games
    )
    assert list(stranger.home.glob(".local/share/scorepad/scorepad.sqlite"))


def read(address: str, language: str = "en") -> str:
    asked = urllib.request.Request(address, headers={"Accept-Language": language})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


@pytest.mark.slow
def test_without_an_extra_one_line_says_which(stranger: Stranger, installed: Path) -> None:
    ran = stranger.run(installed / "scorepad", "--limit-storage", "redis://host")
    assert ran.returncode == 1
    assert "the extra “redis”" in ran.stderr
    assert len(ran.stderr.splitlines()) == 1
