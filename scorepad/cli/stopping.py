"""Stopping on a signal: Ctrl-C, a terminal that is closed, or SIGTERM from a service manager."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

import click

from scorepad.cli.terminal import say
from scorepad.settings import SetupError

_SIGNALS: Final = (
    signal.SIGINT,
    signal.SIGTERM,
    # Windows has none, and closes a terminal in its own way.
    *((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()),
)


class _StoppedError(KeyboardInterrupt):
    """A stop signal; the server's loop takes it as the request to end.

    Python ends a process by SIGINT, though it was caught, if a plain interrupt came within
    ``exec()``, by which dataclasses make their methods.
    """


@contextmanager
def serving() -> Iterator[None]:
    """Serve in the block until a stop signal; a failed start is one line, with status 1.

    A second signal ends the process at once.
    """
    for number in _SIGNALS:
        # A shell makes background processes ignore Ctrl-C, which is meant for others; nohup the
        # end of the terminal.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _stop)
    try:
        yield
    except SetupError as error:
        say(f"scorepad: {error}", err=True)
        raise click.exceptions.Exit(1) from error
    except _StoppedError:
        # It came before the server ran: there is nothing to finish.
        pass


def _stop(_number: int, _frame: FrameType | None) -> None:
    for number in _SIGNALS:
        if signal.getsignal(number) is _stop:
            signal.signal(number, signal.SIG_DFL)
    raise _StoppedError
