"""The ``scorepad`` command, run to its end in this process, which has imported it already.

What it takes a process of its own to see has tests that start one: what is imported, a terminal, a
full disk, signals, and servers.
"""

from __future__ import annotations

import os
import pty
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import Popen

from click.testing import CliRunner, Result

from scorepad.cli import main
from tests.support.patience import PATIENCE


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


def on_terminal(
    data: Path, *arguments: str, typed: str = "", stop_after: str | None = None
) -> tuple[int, str]:
    """Run it as a process of its own on a terminal; its status, and what was shown there.

    ``stop_after``: it is stopped once it has said so.
    """
    terminal, end = pty.openpty()
    os.write(terminal, typed.encode())
    command = [sys.executable, "-m", "scorepad", "--data-folder", str(data), *arguments]
    shown = b""
    with Popen(command, stdin=end, stdout=end, stderr=end) as process:
        os.close(end)
        # Once nobody writes there any more, reading is an error.
        with suppress(OSError):
            while part := os.read(terminal, 65536):
                shown += part
                if stop_after and stop_after.encode() in shown:
                    process.terminate()
        status = process.wait(PATIENCE)
    os.close(terminal)
    return status, shown.decode().replace("\r\n", "\n")


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
