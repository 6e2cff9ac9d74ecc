"""The real ``scorepad`` command, running as a process of its own."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen
from typing import IO

_START_SECONDS = 30.0
_STOP_SECONDS = 10.0
_ADDRESS = re.compile(r"http://127\.0\.0\.1:[1-9][0-9]*")


@dataclass
class Server:
    """A running Scorepad: its address without a trailing slash, and its output so far."""

    address: str
    process: Popen[str]
    stdout: list[str] = field(default_factory=list)
    stderr: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.address.rpartition(":")[2])

    def log(self) -> str:
        """Its error output so far."""
        return "".join(self.stderr)


def _drain(
    stream: IO[str] | None, lines: list[str], copy: queue.SimpleQueue[str | None] | None = None
) -> threading.Thread:
    """Keep reading, for a process whose pipe is full stands still."""
    assert stream is not None

    def read() -> None:
        with stream:
            for line in stream:
                lines.append(line)
                if copy is not None:
                    copy.put(line)
        if copy is not None:
            copy.put(None)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def _wait_for_address(fresh: queue.SimpleQueue[str | None]) -> str | None:
    """The address the process announces, or None if its output ends or time runs out first."""
    deadline = time.monotonic() + _START_SECONDS
    while True:
        try:
            line = fresh.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            return None
        if match := _ADDRESS.search(line):
            return match.group()


def _stop(process: Popen[str], readers: Sequence[threading.Thread]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for reader in readers:
        reader.join(_STOP_SECONDS)


@contextmanager
def running_scorepad(
    folder: Path,
    *,
    database_uri: str | None = None,
    options: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    python: Path | None = None,
    module: str = "scorepad",
    working_folder: Path | None = None,
) -> Iterator[Server]:
    """Run ``scorepad`` on a free port of 127.0.0.1 with its data in ``folder``.

    Of this process's environment it gets everything but SCOREPAD_*, and ``environment`` on top.
    It may make any number of pads, unless that says otherwise.
    ``python``: another one to run it with, in ``working_folder``; ``module``: what it runs.
    """
    command = [
        str(python or sys.executable),
        "-m",
        module,
        "--host",
        "127.0.0.1",
        "--port",
        "0",
    ]
    command += ["--data-folder", str(folder)]
    if database_uri is not None:
        command += ["--database-uri", database_uri]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("SCOREPAD_")}
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # So a shell starts what runs in the background; the command would inherit it, and a test
        # that interrupts it would wait for ever.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    process = Popen(
        [*command, *options],
        env={**clean, "SCOREPAD_LIMIT_PADS": "1000000 per hour", **(environment or {})},
        cwd=working_folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        # Ctrl-C in the terminal is for pytest, which then stops the server in order.
        start_new_session=True,
    )
    server = Server("", process)
    fresh: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    readers = (_drain(process.stdout, server.stdout, fresh), _drain(process.stderr, server.stderr))
    try:
        address = _wait_for_address(fresh)
        if address is None:
            _stop(process, readers)  # So that its last words are in, and its status is known.
            raise RuntimeError(
                f"scorepad announced no address (status {process.returncode}); it said:\n"
                + "".join(server.stdout + server.stderr)
            )
        server.address = address
        yield server
    finally:
        _stop(process, readers)
