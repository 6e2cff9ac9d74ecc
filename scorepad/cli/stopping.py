"""Stopping on a signal: Ctrl-C, or SIGTERM from whatever started the process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import click

from scorepad.settings import SetupError

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class _StoppedError(KeyboardInterrupt):
    """A stop signal while the process starts.

    Python ends a process by SIGINT, though it was caught, if a plain interrupt came within
    ``exec()``, by which dataclasses make their methods.
    """


def _interrupt() -> None:
    raise _StoppedError


@contextmanager
def serving() -> Iterator[Stop]:
    """The block serves until it is stopped; what keeps it from starting is one line, status 1."""
    try:
        yield Stop()
    except SetupError as error:
        click.echo(f"scorepad: {error}", err=True)
        raise click.exceptions.Exit(1) from error
    except _StoppedError:
        # A stop signal before it served: there is nothing to finish.
        pass


class Stop:
    """Whether a signal has asked this process to stop since this object was made.

    While the process starts there is nothing to finish: a signal raises a
    :class:`KeyboardInterrupt`. A second signal ends the process at once.
    """

    def __init__(self) -> None:
        self.asked = False
        self._react: Callable[[], None] = _interrupt
        for number in _SIGNALS:
            # A shell makes background processes ignore Ctrl-C, which is meant for others.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._ask)

    def call(self, wake: Callable[[], None]) -> None:
        """From now on, a signal calls this instead of interrupting; between any two steps."""
        self._react = wake

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """While the process starts: a signal interrupts after the block, not within it."""
        self._react = lambda: None
        try:
            yield
        finally:
            self._react = _interrupt
        if self.asked:
            _interrupt()

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True
        for number in _SIGNALS:
            if signal.getsignal(number) == self._ask:
                signal.signal(number, signal.SIG_DFL)
        self._react()
