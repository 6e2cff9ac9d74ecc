"""What PostgreSQL costs beside SQLite: the same pages, polls and saves, on both in turn.

CPU time of this process and of the database server's processes. Each round asks both databases;
the median of the ratios is judged.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from bench.asking import Clock, cost, request
from bench.figures import Figure
from bench.growth import costs, filled, server_clock
from bench.hello import hello_app
from scorepad.settings import make_settings
from scorepad.web import create_app
from tests.support.many_games import Size
from tests.support.postgres import is_installed, throwaway_cluster

_SIZE: Final = Size(games=1_000, binned=50, pens=50, held=10)
_BOUND: Final = 2.5
# In hellos.
_POLL_BOUND: Final = 5
_POLL: Final = "unchanged poll"
_ROUNDS: Final = 13


def databases() -> list[Figure]:
    """A figure for every page and for a save, in times of SQLite's, and one for a poll."""
    if not is_installed():
        return [Figure("PostgreSQL is not here", 0, unit="")]
    with ExitStack() as stack:
        here = stack.enter_context(_costs(None))
        there = stack.enter_context(_costs(stack.enter_context(throwaway_cluster())))
        hello = partial(cost, request(hello_app(), "/"))
        rounds = [
            (hello(), {name: (here[name](), there[name]()) for name in here})
            for _ in range(_ROUNDS)
        ]
    return [
        Figure(
            name,
            statistics.median(each[name][1] / each[name][0] for _, each in rounds),
            _BOUND,
            "times, {:.1f} and {:.1f} hellos".format(
                *(
                    statistics.median(each[name][at] / yardstick for yardstick, each in rounds)
                    for at in range(2)
                )
            ),
        )
        for name in here
        if name != _POLL
    ] + [
        Figure(
            _POLL,
            statistics.median(each[_POLL][1] / yardstick for yardstick, each in rounds),
            _POLL_BOUND,
            "hellos on PostgreSQL",
        )
    ]


@contextmanager
def _costs(uri: str | None) -> Iterator[Mapping[str, Callable[[], float]]]:
    """What each page, a save and a poll cost on a database, SQLite if none is given."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder), uri))
        with filled(app, [_SIZE]) as ((table, pad),):
            server: Clock = server_clock(app) if uri else lambda: 0
            clock: Clock = lambda: time.thread_time() + server()  # noqa: E731 (a clock of both)
            follow = request(app, table.page().only(id="follow").attributes["hx-get"])
            measures: dict[str, Callable[[], float]] = {
                **dict(costs(table, pad, clock)),
                _POLL: partial(cost, follow, clock),
            }
            for measure in measures.values():
                # Statements are prepared by then.
                measure()
            yield measures
