"""The container without an engine for containers: its steps, its commands and its health check.

The steps of the first stage are run as they stand, in a folder instead of an image. Those of the
second one would change this machine; they are only listed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.hosting.table import start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import BIND, PROGRAMS, ROOT, Client, hosted, lines_below, put, until
from tests.support.patience import PATIENCE
from tests.support.server import running_scorepad
from tests.support.wheels import put_wheels

pytestmark = pytest.mark.xdist_group("hosting")

TEXT = (ROOT / "Containerfile").read_text().replace("\\\n", "")
STEPS = [line.split(None, 1) for line in TEXT.splitlines() if line and line[0] != "#"]
SECOND = [step for step, _ in STEPS].index("FROM", 1)


def of(kind: str, begin: int = 0, end: int | None = None) -> list[str]:
    """The steps of a kind."""
    return [" ".join(rest.split()) for step, rest in STEPS[begin:end] if step == kind]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first stage makes: an environment with Scorepad, gunicorn, psycopg and redis."""
    image = tmp_path_factory.mktemp("image")
    source, wheels, programs = image / "source", image / "wheels", image / "programs"
    for folder in (source, wheels, programs):
        folder.mkdir()
    for copied in of("COPY", end=SECOND):
        *sources, target = copied.split()
        for name in sources:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, source / target)
            else:
                shutil.copy(ROOT / name, source / target)
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = asked["project"]["optional-dependencies"]
    put_wheels(
        wheels,
        [
            *(*asked["build-system"]["requires"], *asked["project"]["dependencies"]),
            *(*extras["postgres"], *extras["redis"], "gunicorn"),
        ],
    )
    (programs / "pip").write_text(f'#!/bin/sh\nexec {sys.executable} -m pip "$@"\n')
    (programs / "pip").chmod(0o755)
    (programs / "python").symlink_to(sys.executable)
    path = f"{programs}:{os.environ['PATH']}"
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "PYTHONPATH": ""}
    for run in of("RUN", end=SECOND):
        subprocess.run(
            ["sh", "-ec", put(run, {"/opt/scorepad": str(image / "scorepad")})],
            cwd=source,
            env={**os.environ, "PATH": path, **offline},
            check=True,
            timeout=PATIENCE,
        )
    return image / "scorepad"


def test_the_second_stage_has_what_the_first_one_made_and_no_rights() -> None:
    assert [step for step, _ in STEPS[SECOND:]] == [
        *("FROM", "LABEL", "RUN", "COPY", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE"),
        *("HEALTHCHECK", "CMD"),
    ]
    # The environment leads to the Python of its image.
    first, second = (each.partition(" AS ")[0] for each in of("FROM"))
    assert first == second
    assert of("COPY", SECOND) == ["--from=build /opt/scorepad /opt/scorepad"]
    assert of("USER") == ["10001"]
    (made,) = of("RUN", SECOND)
    assert re.search(r"useradd --uid 10001 .* && install .* --mode=0700 /data$", made)
    assert of("VOLUME") == of("WORKDIR", SECOND) == ["/data"]


def is_healthy(port: int, environment: Path) -> bool:
    """Whether the health check is content."""
    (check,) = of("HEALTHCHECK")
    program, *arguments = json.loads(check.removeprefix("CMD "))
    arguments[-1] = put(arguments[-1], {"8013": str(port)})
    ran = subprocess.run(
        [environment / "bin" / program, *arguments],
        check=False,
        capture_output=True,
        timeout=PATIENCE,
    )
    return ran.returncode == 0


def test_it_serves_is_healthy_is_backed_up_and_ends_in_order(
    environment: Path, tmp_path: Path
) -> None:
    programs = environment / "bin"
    assert not list(programs.glob("pip*"))
    assert json.loads(of("CMD")[0]) == ["scorepad"]
    with running_scorepad(
        tmp_path,
        python=programs / "python",
        working_folder=tmp_path,
        # The check asks for no host that somebody may have named.
        environment={"PYTHONPATH": "", "SCOREPAD_HOSTS": "scorepad.example"},
        first=True,
    ) as server:
        until(lambda: is_healthy(server.port, environment), "health")
        table = start(Client(server, headers={"Host": "scorepad.example"}))
        table.record(PLAIN_HANDS[0])
        scorepad(environment, "backup", tmp_path)
    assert server.process.returncode == 0
    assert not is_healthy(server.port, environment)
    scorepad(environment, "restore", tmp_path)


def scorepad(environment: Path, command: str, data: Path) -> None:
    """Run a command of Scorepad for a file in the data folder, as in the container."""
    subprocess.run(
        [environment / "bin" / "scorepad", command, data / "evening.sqlite"],
        env={**os.environ, "SCOREPAD_DATA_FOLDER": str(data), "PYTHONPATH": ""},
        check=True,
        timeout=PATIENCE,
    )


@pytest.fixture
def many() -> list[str]:
    """The command of the compose file with PostgreSQL."""
    text = (ROOT / "compose.postgres.yaml").read_text()
    command = re.search(r"command:\n((?: +- .+\n)+)", text)
    assert command
    return re.findall(r"- (.+)", command[1])


def test_for_many_it_serves_as_the_paper_says(
    many: list[str], environment: Path, database_uri: str
) -> None:
    bind = "--bind=0.0.0.0:8013"
    in_paper = lines_below("Gunicorn and PostgreSQL")[-1]
    in_paper = put(in_paper, {PROGRAMS: "", BIND: "0.0.0.0:8013"})
    # Nothing but how it is written differs.
    assert " ".join(many).replace("=", " ").split() == in_paper.replace("'", "").split()
    command = [str(environment / "bin" / many[0]), *many[1:]]
    command[command.index(bind)] = "--bind=127.0.0.1:0"
    settings = {
        "PYTHONPATH": "",
        "SCOREPAD_DATABASE_URI": database_uri,
        "SCOREPAD_SECRET_KEY": "known to all who play",
        "SCOREPAD_HOSTS": "scorepad.example",
        "SCOREPAD_PROXIES": "1",
    }
    with hosted(["env", *command], environment=settings) as (server,):
        until(lambda: is_healthy(server.port, environment), "health")
        headers = {"X-Forwarded-Host": "scorepad.example"}
        start(Client(server, headers=headers)).record(PLAIN_HANDS[0])
