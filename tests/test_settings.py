"""Settings: what is given is checked, and what is not given is found or made."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from scorepad.settings import DEFAULT_THREADS, SetupError, make_settings, settings_from
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


@pytest.fixture
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    mask: int = request.param
    before = os.umask(mask)
    yield mask
    os.umask(before)


@pytest.mark.parametrize("threads", ["1", "0", "65", "-2", "many", "８", "1" * 10, "1" * 5000])
def test_a_number_of_threads_that_cannot_be_is_refused(tmp_path: Path, threads: str) -> None:
    assert "threads" in refused(tmp_path, SCOREPAD_THREADS=threads).lower()


@pytest.mark.parametrize(
    ("environment", "threads"),
    [({}, DEFAULT_THREADS), ({"SCOREPAD_THREADS": ""}, DEFAULT_THREADS)]
    + [({"SCOREPAD_THREADS": number}, int(number)) for number in ("2", "64")],
)
def test_the_number_of_threads_is_read(
    tmp_path: Path, environment: Mapping[str, str], threads: int
) -> None:
    assert settings_from({"SCOREPAD_DATA_FOLDER": str(tmp_path), **environment}).threads == threads


@pytest.mark.parametrize("content", ["", "\n", "  \n", "x", "fifteen letters", f"{KEY[:15]}\n\n"])
def test_a_key_that_was_cut_off_is_refused_and_can_be_deleted(key_file: Path, content: str) -> None:
    key_file.write_text(content)
    message = refused(key_file.parent)
    assert str(key_file) in message
    assert "delete" in message
    assert key_file.read_text() == content
    key_file.unlink()
    assert len(make_settings(key_file.parent).secret_key) >= 32


@pytest.mark.parametrize("key", ["x", "fifteen letters", " " * 20, f"{KEY}\udcff"])
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
    assert make_settings(key_file.parent).secret_key == KEY


def test_a_key_file_of_any_bytes_is_a_key(key_file: Path) -> None:
    key_file.write_bytes(bytes(range(128, 160)))
    key = make_settings(key_file.parent).secret_key
    assert key.encode()
    assert make_settings(key_file.parent).secret_key == key


@pytest.mark.parametrize("umask", [0, 0o022, 0o777], indirect=True)
def test_a_new_key_is_for_its_owners_eyes_only(key_file: Path, umask: int) -> None:
    key = make_settings(key_file.parent).secret_key
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600, oct(umask)
    assert key_file.read_text() == key


def test_an_old_key_is_closed_to_everybody_else(key_file: Path) -> None:
    key_file.write_text(KEY)
    key_file.chmod(0o644)
    assert make_settings(key_file.parent).secret_key == KEY
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600


def test_what_a_killed_start_left_behind_does_not_matter(key_file: Path) -> None:
    (key_file.parent / "secret-key.unfinished").write_text("half a k")
    make_settings(key_file.parent)
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


# No room at all; for a part of the key; for the key; for a part of the database.
@pytest.mark.parametrize("room", sample([1000, 0, 10, 20_000]))
def test_a_first_start_on_a_full_disk_is_one_line_and_the_next_one_works(
    key_file: Path, room: int
) -> None:
    full = start(key_file.parent, room)
    assert full.returncode == 1
    assert re.fullmatch(r"scorepad: cannot (write in|use the database).*: .+\n", full.stderr)
    if room < 43:
        assert [path.name for path in key_file.parent.iterdir()] == ["starting.lock"]
    with_room = create_app(make_settings(key_file.parent))
    assert with_room.test_client().get("/new").status_code == 200
    database_of(with_room).close()
    assert len(key_file.read_text()) >= 32


@pytest.mark.parametrize(
    "uri",
    [
        "nonsense",
        "anna:mysecret",
        "postgresql:anna:mysecret",
        "mysql://anna:mysecret@127.0.0.1/pads",
        "nonsense+mysecret://anna:mysecret@127.0.0.1/pads",
        "postgresqlx://anna:mysecret@127.0.0.1/pads",
        "://mysecret",
        "oracle+cx_oracle://anna:mysecret@127.0.0.1/pads",
        "/home/mysecret/scorepad.sqlite",
    ],
)
def test_a_database_that_scorepad_does_not_know_is_refused(tmp_path: Path, uri: str) -> None:
    message = refused(tmp_path / "new", SCOREPAD_DATABASE_URI=uri)
    assert "sqlite:///FILE or postgresql+psycopg://" in message
    assert "mysecret" not in message
    assert not (tmp_path / "new").exists()


def test_the_old_name_of_postgresql_is_refused_with_a_hint(tmp_path: Path) -> None:
    uri = "postgres://anna:mysecret@127.0.0.1/pads"
    message = refused(tmp_path, SCOREPAD_DATABASE_URI=uri)
    assert "postgresql+psycopg://" in message
    assert "mysecret" not in message


@pytest.mark.parametrize(
    "uri",
    [
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///?cache=shared",
        "sqlite:///file::memory:?uri=true",
        "sqlite:///file:pads?mode=memory&cache=shared&uri=true",
        "sqlite://anna:mysecret@host/pads.sqlite",
        "sqlite+pysqlite://",
    ],
)
def test_a_database_in_memory_is_refused(tmp_path: Path, uri: str) -> None:
    message = refused(tmp_path, SCOREPAD_DATABASE_URI=uri)
    assert "sqlite:///FILE" in message
    assert "mysecret" not in message


@pytest.mark.parametrize(
    "uri",
    ["sqlite:///pads.sqlite", "sqlite:////var/lib/pads.sqlite", "sqlite+pysqlite:////pads.sqlite",
     "sqlite:///file:pads?uri=true", POSTGRES, "postgresql://host/pads", "postgresql+psycopg://"],
)  # fmt: skip
def test_the_databases_that_scorepad_knows_are_left_to_be_tried(tmp_path: Path, uri: str) -> None:
    assert make_settings(tmp_path, uri, KEY).database_uri == uri
