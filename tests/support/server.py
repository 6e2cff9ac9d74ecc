"""The real ``scorepad`` command, serving as a process of its own."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from pwd import struct_passwd
from subprocess import Popen
from typing import IO

from tests.support.forks import Fork, end
from tests.support.hosting import WIDE_OPEN, until
from tests.support.migrated import copy_to
from tests.support.patience import PATIENCE

_ADDRESS = re.compile(r"http://127\.0\.0\.1:[1-9][0-9]*")


@dataclass
class Server:
    """A running Scorepad: its address without a trailing slash, and its output so far."""

    address: str
    process: Fork | Popen[bytes]
    stdout: list[str] = field(default_factory=list)
    stderr: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.address.rpartition(":")[2])

    def log(self) -> str:
        """Its error output so far."""
        return "".join(self.stderr)


def _drain(stream: IO[str], lines: list[str]) -> threading.Thread:
    """Keep reading, for a process whose pipe is full stands still."""

    def read() -> None:
        with stream:
            lines.extend(stream)

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


@contextmanager
def running_scorepad(
    folder: Path | None,
    *,
    database_uri: str | None = None,
    options: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    python: Path | None = None,
    module: str = "scorepad",
    working_folder: Path | None = None,
    first: bool = False,
    account: struct_passwd | None = None,
) -> Iterator[Server]:
    """Run ``scorepad`` on a free port of 127.0.0.1 with its data in ``folder``, if it takes one.

    Of this process's environment it gets everything but SCOREPAD_*, and ``environment`` on top.
    It may make any number of pads, unless that says otherwise. Where its own database would be
    new it finds one without rows, unless this start is to be the ``first``.
    ``python``: another one to run it with, in ``working_folder``; with either of them it is started
    from nothing, else forked. ``module``: what it runs. ``account``: whose it is, if not ours.
    """
    arguments = ["--host", "127.0.0.1", "--port", "0"]
    if folder is not None:
        arguments += ["--data-folder", str(folder)]
        if database_uri is None and not first and not (folder / "scorepad.sqlite").exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            copy_to(folder / "scorepad.sqlite")
    if database_uri is not None:
        arguments += ["--database-uri", database_uri]
    arguments += options
    clean = {key: value for key, value in os.environ.items() if not key.startswith("SCOREPAD_")}
    clean |= {**WIDE_OPEN, **(environment or {})}
    with ExitStack() as pipes:
        (stdout, to_stdout), (stderr, to_stderr) = (_pipe(pipes) for _ in range(2))
        process: Fork | Popen[bytes]
        if python is None and working_folder is None:
            process = Fork(module, arguments, clean, Path.cwd(), (to_stdout, to_stderr))
        else:
            process = Popen(
                [python or sys.executable, "-m", module, *arguments],
                env=clean,
                cwd=working_folder,
                stdin=subprocess.DEVNULL,
                stdout=to_stdout,
                stderr=to_stderr,
                user=account and account.pw_uid,
                group=account and account.pw_gid,
                extra_groups=account and [],
                # Ctrl-C in the terminal is for pytest, which then stops the server in order.
                start_new_session=True,
            )
    server = Server("", process)
    readers = (_drain(stdout, server.stdout), _drain(stderr, server.stderr))

    def address() -> re.Match[str] | None:
        return _ADDRESS.search("".join(server.stdout))

    try:
        until(lambda: address() or process.poll() is not None, "scorepad's address")
        found = address()
        if found is None:
            for reader in readers:
                reader.join(PATIENCE)
            raise RuntimeError(
                f"scorepad announced no address (status {process.returncode}); it said:\n"
                + "".join(server.stdout + server.stderr)
            )
        server.address = found.group()
        yield server
    finally:
        end(process)
        for reader in readers:
            reader.join(PATIENCE)


def _pipe(ends: ExitStack) -> tuple[IO[str], IO[bytes]]:
    """A pipe to read from, and its end to write to, which is closed with the others."""
    reading, writing = os.pipe()
    text = os.fdopen(reading, encoding="utf-8", errors="replace")
    return text, ends.enter_context(os.fdopen(writing, "wb"))
