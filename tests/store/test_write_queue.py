"""Writers wait in line: first come, first served, and nobody takes all of it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Event

import pytest

from scorepad.store.database.write_queue import BUSY_SECONDS, MOST_PLACES, WriteQueue
from scorepad.store.trouble import BusyError
from tests.support.hosting import until
from tests.support.patience import PATIENCE


@contextmanager
def written(line: WriteQueue, who: str | None = None) -> Iterator[tuple[Event, Future[float]]]:
    """A writer in a thread of its own: lets it end, and the seconds that it was given."""
    end = Event()

    def write() -> float:
        with line.turn(who) as seconds:
            assert end.wait(PATIENCE)
        return seconds

    with ThreadPoolExecutor(1) as threads:
        try:
            yield end, threads.submit(write)
        finally:
            end.set()


def until_waiting(line: WriteQueue, count: int) -> None:
    until(lambda: len(line._waiting) == count, "so many in line")


@dataclass
class Clock:
    now: float = 100.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    ours = Clock()
    monkeypatch.setattr("scorepad.store.database.write_queue.monotonic", lambda: ours.now)
    return ours


def test_who_came_first_writes_first() -> None:
    line, order = WriteQueue(1), list[int]()

    def write(number: int) -> None:
        with line.turn():
            order.append(number)

    with ThreadPoolExecutor(8) as threads, line.turn():
        for number in range(8):
            threads.submit(write, number)
            until_waiting(line, number + 1)
    assert order == list(range(8))


def test_one_who_wants_more_than_his_places_is_refused_and_nobody_else() -> None:
    line = WriteQueue(1)
    with ExitStack() as writers:
        ends = [writers.enter_context(written(line, "one"))[0] for _ in range(MOST_PLACES)]
        until_waiting(line, MOST_PLACES - 1)
        with pytest.raises(BusyError), line.turn("one"):
            pass
        for number, who in enumerate(("another", None, None, None), start=MOST_PLACES):
            ends.append(writers.enter_context(written(line, who))[0])
            until_waiting(line, number)
        for end in ends:
            end.set()


@pytest.mark.parametrize("error", [BusyError, RuntimeError])
def test_a_place_is_free_again_whatever_goes_wrong(error: type[Exception]) -> None:
    line = WriteQueue(1)
    for _ in range(MOST_PLACES + 1):
        with pytest.raises(error), line.turn("one"):
            raise error
    with line.turn("one"):
        pass


def test_whoever_waits_for_ever_gives_up_and_the_line_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorepad.store.database.write_queue._MOST_SECONDS", 0.01)
    line = WriteQueue(1)
    with line.turn(), pytest.raises(BusyError), line.turn():
        pass
    with line.turn():
        pass


def test_as_many_write_at_once_as_may() -> None:
    line, first = WriteQueue(2), ExitStack()
    first.enter_context(line.turn())
    with written(line) as (end, second), written(line) as (soon, third):
        until_waiting(line, 1)
        assert not second.done()
        assert not third.done()
        first.close()
        until_waiting(line, 0)
        end.set()
        soon.set()


def test_who_waited_for_others_of_the_line_has_all_its_patience_left(clock: Clock) -> None:
    line, first = WriteQueue(1), ExitStack()
    first.enter_context(line.turn())
    with written(line) as (end, late):
        until_waiting(line, 1)
        clock.now += 10 * BUSY_SECONDS
        first.close()
        end.set()
        assert late.result(PATIENCE) == BUSY_SECONDS


def test_all_who_wait_for_a_stuck_process_give_up_together(clock: Clock) -> None:
    line, first = WriteQueue(1), ExitStack()
    first.enter_context(line.turn())
    with written(line) as (end, late):
        until_waiting(line, 1)
        clock.now += BUSY_SECONDS
        first.__exit__(BusyError, BusyError(), None)
        end.set()
        assert late.result(PATIENCE) == 0
    with line.turn() as seconds:
        assert seconds == BUSY_SECONDS
