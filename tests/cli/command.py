"""The ``scorepad`` command, run to its end in this process, which has imported it already.

What it takes a process of its own to see has tests that start one: what is imported, a terminal, a
full disk, signals, and servers.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner, Result

from scorepad.cli import main


def scorepad(
    data: Path | None,
    *arguments: str,
    environment: Mapping[str, str] | None = None,
    given: str | bytes | None = None,
) -> Result:
    """Run it on a data folder, with nothing of this process's settings.

    ``given``: what is on its standard input.
    """
    folder = [] if data is None else ["--data-folder", str(data)]
    clean = dict.fromkeys(name for name in os.environ if name.startswith("SCOREPAD_"))
    with _signals_as_before():
        return CliRunner().invoke(
            main,
            [*folder, *arguments],
            given,
            env={**clean, **(environment or {})},
            catch_exceptions=False,
        )


_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def _signals_as_before() -> Iterator[None]:
    """Take back what a command that would serve does on a signal."""
    before = {number: signal.getsignal(number) for number in _STOPPING}
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)
