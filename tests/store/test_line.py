"""Writers wait in line: first come, first served."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from scorepad.store.database.line import Line
from scorepad.store.trouble import BusyError
from tests.support.hosting import until


def test_first_come_first_served() -> None:
    line, order = Line(), list[int]()

    def waiting(many: int) -> bool:
        return len(line._line) == many

    def write(number: int) -> None:
        with line.turn():
            order.append(number)

    with ThreadPoolExecutor(8) as threads, line.turn():
        for number in range(8):
            threads.submit(write, number)
            until(partial(waiting, number + 2), "so many in line")
    assert order == list(range(8))


@pytest.mark.parametrize("error", [BusyError, RuntimeError])
def test_an_error_ends_the_turn(error: type[Exception]) -> None:
    line = Line()
    for _ in range(3):
        with pytest.raises(error), line.turn():
            raise error
    with line.turn():
        pass


def test_waiting_too_long_raises_and_the_line_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorepad.store.database.line._SECONDS_IN_LINE", 0.01)
    line = Line()
    with line.turn(), pytest.raises(BusyError), line.turn():
        pass
    with line.turn():
        pass


def test_time_in_line_counts_for_the_lock_too(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 104.0, 100.0, 109.0])
    monkeypatch.setattr("scorepad.store.database.line.monotonic", lambda: next(times))
    line = Line()
    with line.turn() as seconds:
        assert seconds == 1
    with line.turn() as seconds:
        assert seconds == 0.5
