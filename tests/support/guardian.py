"""Whatever the tests start ends with them, even where they are killed and nothing is torn down.

:func:`guard` gives the tests a temporary folder of their own. Every process that they start, and
every one that such a process starts, knows it as ``TMPDIR``: that is how the guardian finds them,
a process of its own that waits until the tests are gone, ends what is left and removes the folder.
Nothing has to be said to it, but who starts a process has to hand on the environment.

It finds processes where there is a ``/proc``, so on Linux; elsewhere it only removes the folder.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_GRACE_SECONDS = 10.0
_POLL_SECONDS = 0.1

_running: list[subprocess.Popen[bytes]] = []


def guard() -> None:
    """Have a guardian from now on: call it before anything is started."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # So a shell starts what runs in the background. What the tests start would inherit it, and
        # a test that interrupts it would wait for ever.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # The folders that tests get from pytest are kept, so that one can look what is in them.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    # In /tmp, for the path of a socket has to fit into about 100 characters. PostgreSQL is another
    # user where we are root, and has to get to its folder in this one.
    folder = tempfile.mkdtemp(prefix="scorepad-", dir="/tmp")
    Path(folder).chmod(0o711)
    # No other process holds the other end of its input, so that this ends when we do. A Ctrl-C, or
    # what else ends us and all that we have started, is not for it; nor is the guardian of tests
    # that started us, which would find it by its folder.
    guardian = subprocess.Popen(
        [sys.executable, "-I", __file__, folder],
        env={name: value for name, value in os.environ.items() if name != "TMPDIR"},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    _running.append(guardian)
    os.environ["TMPDIR"] = tempfile.tempdir = folder


def _end_what_is_left(folder: Path) -> None:
    """Ask all to end, then insist."""
    deadline = time.monotonic() + _GRACE_SECONDS
    asked: set[int] = set()
    while left := set(_started_with(folder)):
        for process in left:
            with suppress(ProcessLookupError, PermissionError):
                if time.monotonic() > deadline:
                    os.kill(process, signal.SIGKILL)
                elif process not in asked:
                    os.kill(process, signal.SIGTERM)
        asked |= left
        time.sleep(_POLL_SECONDS)


def _started_with(folder: Path) -> Iterator[int]:
    """The processes whose temporary folder this is."""
    ours = os.fsencode(f"TMPDIR={folder}")
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # It has ended, or is somebody else's.
            if ours in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name)


if __name__ == "__main__":
    sys.stdin.read()
    _end_what_is_left(Path(sys.argv[1]))
    shutil.rmtree(sys.argv[1], ignore_errors=True)
