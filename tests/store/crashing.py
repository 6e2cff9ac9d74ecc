"""Restores that are killed: ``python -m tests.store.crashing FOLDER COPY SCRATCH``.

For every step that can be seen from outside (a file opened, linked, renamed, removed, …) one
process restores COPY into a copy of FOLDER, SCRATCH/<number of the step>, and is killed right
before that step. Prints how many of them did not come to the end.
"""

from __future__ import annotations

import os
import shutil
import sys
from itertools import count
from pathlib import Path

from scorepad.store.database.copies import restore

_KILLED = 9
_SEEN = ("open", "os.", "shutil.", "sqlite3.", "fcntl.", "tempfile.")


def die_before(step: int) -> None:
    steps = count(1)

    def watch(event: str, _arguments: object) -> None:
        if event.startswith(_SEEN) and next(steps) == step:
            os._exit(_KILLED)

    sys.addaudithook(watch)


def main(folder: str, copy: str, scratch: str) -> None:
    for step in count(1):
        place = Path(scratch) / str(step)
        shutil.copytree(folder, place)
        if (child := os.fork()) == 0:
            die_before(step)
            restore(Path(copy), place / "scorepad.sqlite")
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            print(step - 1)
            return
        assert status == _KILLED


if __name__ == "__main__":
    main(*sys.argv[1:])
