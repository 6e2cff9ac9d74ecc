"""A clock for tests: stored times are whole seconds, and a test takes less."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from itertools import count

import pytest

from scorepad.store import base

START = datetime(2026, 11, 20, 19, 30)


@contextmanager
def ticking() -> Iterator[None]:
    """Let every look at the clock be a second later than the one before."""
    seconds = count()

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Clock:
            moment = START.replace(tzinfo=tz) + timedelta(seconds=next(seconds))
            return cls.fromtimestamp(moment.timestamp(), tz)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "datetime", Clock)
        yield
