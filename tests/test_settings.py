"""Settings: what is given is checked, and what is not given is found or made."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from scorepad.settings import SetupError, make_settings, settings_from
from scorepad.web import create_app
from scorepad.web.database import database_of
from tests.support.patience import PATIENCE
from tests.support.torture import sample

KEY = "sixteen letters!"
POSTGRES = "postgresql+psycopg://anna:mysecret@127.0.0.1/pads"


def refused(folder: Path, **environment: str) -> str:
    """The one line that says what is wrong, with settings from the environment."""
    with pytest.raises(SetupError) as raised:
        settings_from({"SCOREPAD_DATA_FOLDER": str(folder), **environment})
    (line,) = str(raised.value).splitlines()
    return line


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    return tmp_path / "secret-key"


@pytest.mark.parametrize("threads", ["1", "65", "-2", "many", "８", "1" * 5000])
def test_a_number_of_threads_that_cannot_be_is_refused(tmp_path: Path, threads: str) -> None:
    assert "threads" in refused(tmp_path, SCOREPAD_THREADS=threads).lower()


@pytest.mark.parametrize(("given", "threads"), [(None, 16), ("", 16), ("2", 2), ("64", 64)])
def test_the_number_of_threads_is_read(tmp_path: Path, given: str | None, threads: int) -> None:
    environment = {} if given is None else {"SCOREPAD_THREADS": given}
    assert settings_from({"SCOREPAD_DATA_FOLDER": str(tmp_path), **environment}).threads == threads


@pytest.mark.parametrize("content", ["", "  \n", "fifteen letters", f"{KEY[:15]}\n\n"])
def test_a_key_that_was_cut_off_is_refused_and_can_be_deleted(key_file: Path, content: str) -> None:
    key_file.write_text(content)
    message = refused(key_file.parent)
    assert str(key_file) in message
    assert "delete" in message
    assert key_file.read_text() == content
    key_file.unlink()
    assert len(make_settings(key_file.parent).secret_key) >= 32


@pytest.mark.parametrize("key", ["fifteen letters", " " * 20, f"{KEY}\udcff"])
@pytest.mark.parametrize("uri", [{}, {"SCOREPAD_DATABASE_URI": POSTGRES}])
def test_a_given_key_that_is_no_good_is_refused(
    tmp_path: Path, key: str, uri: Mapping[str, str]
) -> None:
    message = refused(tmp_path, SCOREPAD_SECRET_KEY=key, **uri)
    assert "16 characters" in message
    assert key not in message.split()


def test_keys_that_are_long_enough_are_used(key_file: Path) -> None:
    assert make_settings(key_file.parent, secret_key=KEY).secret_key == KEY
    assert not key_file.exists()
    key_file.write_text(f"{KEY}\n")
    key_file.chmod(0o644)
    assert make_settings(key_file.parent).secret_key == KEY
    # It is closed to everybody else.
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    # Any bytes are a key.
    key_file.write_bytes(bytes(range(128, 160)))
    key = make_settings(key_file.parent).secret_key
    assert key.encode()
    assert make_settings(key_file.parent).secret_key == key


def test_a_new_key_is_for_its_owners_eyes_only(key_file: Path) -> None:
    # A killed start left this.
    (key_file.parent / "secret-key.unfinished").write_text("half a k")
    before = os.umask(0)
    try:
        key = make_settings(key_file.parent).secret_key
    finally:
        os.umask(before)
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert key_file.read_text() == key
    assert {path.name for path in key_file.parent.iterdir()} <= {"secret-key", "starting.lock"}


FULL_DISK = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""


def start(folder: Path, room: int) -> subprocess.CompletedProcess[str]:
    """Start Scorepad where no file can be longer than so many bytes, as if the disk were full.

    It does not come to serving: there is no such address to listen on.
    """
    clean = {key: value for key, value in os.environ.items() if not key.startswith("SCOREPAD_")}
    command = ["-m", "scorepad", "--host", "192.0.2.1", "--data-folder", str(folder)]
    return subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(room), *command],
        env={**clean, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


# For the key alone; for nothing; for a part of the database.
@pytest.mark.parametrize("room", sample([1000, 0, 20_000]))
def test_a_first_start_on_a_full_disk_is_one_line_and_the_next_one_works(
    key_file: Path, room: int
) -> None:
    full = start(key_file.parent, room)
    assert full.returncode == 1
    assert re.fullmatch(r"scorepad: cannot (write in|use the database).*: .+\n", full.stderr)
    assert key_file.exists() == (room >= 43)
    with_room = create_app(make_settings(key_file.parent))
    assert with_room.test_client().get("/new").status_code == 200
    database_of(with_room).close()
    assert len(key_file.read_text()) >= 32


KNOWN = "sqlite:///FILE or postgresql+psycopg://"
FILE = "for SQLite must name a file, as in sqlite:///FILE"


@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("nonsense", KNOWN),
        ("anna:mysecret", KNOWN),
        ("postgresql:anna:mysecret", KNOWN),
        ("mysql://anna:mysecret@127.0.0.1/pads", KNOWN),
        ("postgresqlx://anna:mysecret@127.0.0.1/pads", KNOWN),
        ("://mysecret", KNOWN),
        ("/home/mysecret/scorepad.sqlite", KNOWN),
        # Its old name.
        ("postgres://anna:mysecret@127.0.0.1/pads", "postgresql+psycopg:// instead of postgres://"),
        # A database in memory.
        ("sqlite://", FILE),
        ("sqlite:///", FILE),
        ("sqlite:///:memory:", FILE),
        ("sqlite:///?cache=shared", FILE),
        ("sqlite:///file::memory:?uri=true", FILE),
        ("sqlite:///file:pads?mode=memory&cache=shared&uri=true", FILE),
        ("sqlite://anna:mysecret@host/pads.sqlite", FILE),
        ("sqlite+pysqlite://", FILE),
    ],
)
def test_a_database_that_cannot_be_is_refused(tmp_path: Path, uri: str, said: str) -> None:
    message = refused(tmp_path / "new", SCOREPAD_DATABASE_URI=uri)
    assert said in message
    assert "mysecret" not in message
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("uri", "file"),
    [
        ("", "/data/scorepad.sqlite"),
        ("sqlite:///pads.sqlite", f"{Path.cwd()}/pads.sqlite"),
        ("sqlite:////pads/a%20b.sqlite", "/pads/a b.sqlite"),
        ("sqlite:////pads/our.sqlite?timeout=3", "/pads/our.sqlite"),
        ("sqlite+pysqlite:////pads/our.sqlite", "/pads/our.sqlite"),
        ("sqlite:///file:/pads/our.sqlite?uri=true", "/pads/our.sqlite"),
        (POSTGRES, None),
        ("postgresql://host/pads", None),
        ("postgresql+psycopg://", None),
        ("postgresql://host:port", None),
    ],
)
def test_the_databases_that_scorepad_knows(tmp_path: Path, uri: str, file: str | None) -> None:
    settings = replace(make_settings(tmp_path, uri, KEY), data_folder=Path("/data"))
    assert settings.sqlite_file == (file and Path(file))
    assert settings.database == (settings.sqlite_file or uri)
