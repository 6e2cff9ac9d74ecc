"""``scorepad demo``: a pad that can be written in, and nothing of it afterwards."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from scorepad import rules
from scorepad.cli.demo import GAMES
from tests.cli.command import scorepad
from tests.hosting.table import Table
from tests.support.demo import running_demo
from tests.support.demo_games import demo_games
from tests.support.hosting import Client, until
from tests.support.patience import PATIENCE

HAND = rules.Hand((3, 4, 5, 1), {"QS": 2})


def test_its_games_are_what_the_script_makes() -> None:
    assert b"".join(demo_games()) == GAMES.read_bytes()
    assert GAMES.stat().st_size < 250_000


def test_one_can_look_and_write_and_nothing_is_left(tmp_path: Path) -> None:
    temporary, own = tmp_path / "tmp", tmp_path / "own"
    temporary.mkdir()
    own_pads = {"SCOREPAD_DATA_FOLDER": str(own), "XDG_DATA_HOME": str(own)}
    environment = {"TMPDIR": str(temporary), **own_pads}
    with running_demo(environment) as (server, pad, link):
        front = Client(server).get(pad).text
        assert "Friday night" in front
        assert all(name in front for name in ("Anna", "Ben", "Cara", "Dan", "Emma"))
        phone = Client(server)
        phone.get(link)
        taken = phone.post("/pen", phone.get("/pen").form("/pen"))
        assert taken.headers["Location"] == f"{pad}table/150"
        Table(phone, f"{pad}table/150").record(HAND)
        assert [each.name[:14] for each in temporary.iterdir()] == ["scorepad-demo-"]
        # As a closed terminal does.
        server.process.send_signal(signal.SIGHUP)
        assert server.process.wait(PATIENCE) == 0
    assert server.stderr == []
    assert [*temporary.iterdir()] == []
    assert not own.exists()


def test_nothing_is_left_if_it_is_stopped_while_it_starts(tmp_path: Path) -> None:
    with Popen(
        [sys.executable, "-m", "scorepad", "demo", "--port", "0", "--host", "127.0.0.1"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    ) as process:
        until(lambda: [*tmp_path.glob("*/*")], "its database")
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (0, ("", ""))
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("option", ["--data-folder", "--database-uri", "--secret-key"])
def test_where_to_keep_it_is_a_usage_error(option: str) -> None:
    for line in ((option, "somewhere", "demo"), ("demo", option, "somewhere")):
        ended = scorepad(None, *line)
        assert (ended.exit_code, ended.stdout) == (2, "")
        assert ended.stderr.endswith(f"the demo keeps nothing, so it takes no {option}.\n")


def test_no_room_for_temporary_folders_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    ended = scorepad(None, "demo")
    assert (ended.exit_code, ended.stdout) == (1, "")
    assert ended.stderr == ("scorepad: cannot make a temporary folder: No such file or directory\n")
