"""A computer in a home on which Scorepad is started, stopped, and given an older database."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.cli.command import scorepad
from tests.support.server import Server, running_scorepad


@dataclass
class Home:
    """A computer on which Scorepad runs or not, always with the same address and the same pads."""

    folder: Path
    server: Server = field(init=False)
    _running: ExitStack = field(default_factory=ExitStack)

    def start(self, *options: str, working_folder: Path | None = None) -> None:
        """Start Scorepad, where it was before if it ran before."""
        again = ["--port", str(self.server.port)] if hasattr(self, "server") else []
        self.server = self._running.enter_context(
            running_scorepad(self.folder, options=[*again, *options], working_folder=working_folder)
        )

    def stop(self) -> None:
        """End the process."""
        self._running.close()

    def back_up(self, copy: Path) -> None:
        """Have Scorepad copy its database while it runs."""
        ended = scorepad(self.folder, "backup", str(copy))
        assert ended.exit_code == 0, ended.output

    def put_back(self, copy: Path, *, by_hand: bool) -> None:
        """Stop Scorepad, and start it with the database of a copy, by its command or by hand."""
        self.stop()
        if by_hand:
            for part in ("", "-wal", "-shm"):
                (self.folder / f"scorepad.sqlite{part}").unlink(missing_ok=True)
            shutil.copyfile(copy, self.folder / "scorepad.sqlite")
        else:
            ended = scorepad(self.folder, "restore", str(copy))
            assert ended.exit_code == 0, ended.output
        self.start()


@contextmanager
def running_home(folder: Path) -> Iterator[Home]:
    """A computer on which Scorepad runs, with its data in a folder."""
    home = Home(folder)
    home.start()
    try:
        yield home
    finally:
        home.stop()
