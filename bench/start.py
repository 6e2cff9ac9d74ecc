"""What it costs to start: the CPU time of a command, in starts of Python that do nothing."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bench.figures import Figure
from bench.game import longest

_ROUNDS: Final = 15
_BOUND: Final = 10


def start() -> list[Figure]:
    """A figure for each command that needs no server."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(json.dumps(longest()))
        commands = {
            "nothing": ["-c", "pass"],
            "scorepad score": ["-m", "scorepad", "score", str(file)],
            "scorepad --help": ["-m", "scorepad", "--help"],
        }
        # Bytecode is cached, as in an installation, whatever this environment says.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for arguments in commands.values():
            cost_of(arguments, environment)
        rounds = [
            {name: cost_of(arguments, environment) for name, arguments in commands.items()}
            for _ in range(_ROUNDS)
        ]
    return [
        Figure(
            name,
            statistics.median(each[name] / each["nothing"] for each in rounds),
            _BOUND,
            f"starts ({statistics.median(each[name] for each in rounds) * 1000:.0f} ms here)",
        )
        for name in commands
        if name != "nothing"
    ]


def cost_of(arguments: list[str], environment: Mapping[str, str] | None = None) -> float:
    """The seconds of CPU that a Python takes with these arguments, from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(  # noqa: S603 (ours)
        [sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
