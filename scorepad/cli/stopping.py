"""Stopping when asked to: by Ctrl-C, or by SIGTERM from whatever has started the process."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType
from typing import Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def _interrupt() -> None:
    raise KeyboardInterrupt


class Stop:
    """Whether this process has been asked to stop, from the moment that this is made.

    Being asked raises :class:`KeyboardInterrupt` while the process starts, when there is nothing to
    finish. Who asks twice does not want to wait: the second signal ends the process at once.
    """

    def __init__(self) -> None:
        self.asked = False
        self._react: Callable[[], None] = _interrupt
        for number in _SIGNALS:
            # A shell lets what it starts in the background ignore Ctrl-C, which is for others.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._ask)

    def call(self, wake: Callable[[], None]) -> None:
        """Call this from now on instead of interrupting; it is called between any two steps."""
        self._react = wake

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True
        for number in _SIGNALS:
            if signal.getsignal(number) == self._ask:
                signal.signal(number, signal.SIG_DFL)
        self._react()
