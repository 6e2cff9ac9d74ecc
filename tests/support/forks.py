"""Python's modules as processes of their own, forked from one that has imported Scorepad.

Each has its own session, environment, folder and output, as if it were started by ``python -m``;
only the second that the imports take is spent once.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from typing import IO, Final

from tests.support.patience import PATIENCE

_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        *("scorepad.cli.serve", "alembic.command", "filelock", "psycopg"),
        *("gunicorn.app.wsgiapp", "gunicorn.workers.gthread", __name__),
    ]
)


class Fork:
    """A running module, with what the tests need of :class:`subprocess.Popen`."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: Path,
        outputs: Sequence[IO[bytes]],
    ) -> None:
        """``outputs``: files for the standard and the error output."""
        streams = [Connection(os.dup(output.fileno())) for output in outputs]
        self._process = _FORKS.Process(
            target=_run, args=(module, arguments, dict(environment), folder, streams)
        )
        self._process.start()
        for stream in streams:
            stream.close()
        self.pid = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        """The exit status, negative for a signal; ``None`` while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """The exit status as it is now."""
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, so many seconds at most, and give the exit status."""
        self._process.join(timeout)
        if self.returncode is None:
            raise TimeoutExpired(str(self._process), timeout or 0.0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal unless it has ended."""
        if self.returncode is None:
            # Its end may be known to the process that forked it, and not yet here.
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def end(process: Fork | Popen[bytes]) -> None:
    """Ask a process to end, and insist if it does not."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except TimeoutExpired:
        process.kill()
        process.wait()


def _run(
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: Path,
    streams: Sequence[Connection],
) -> None:
    os.setsid()
    # A shell may have told the tests to ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, stream in enumerate(streams, start=1):
        os.dup2(stream.fileno(), number)
        stream.close()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
