"""One client that writes without pause: it waits for others as they wait for it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from tests.faults.running import command, gunicorn
from tests.hosting.table import NAMES, Table, fields_of, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Client, Listening, until
from tests.support.torture import short_and_long

CONNECTIONS = 8
# Whoever is in a thread already, and a few for a machine that has other things to do.
A_FEW = 3 * CONNECTIONS


class Restless:
    """Connections of one client; each bins and restores a game of its own again and again."""

    def __init__(self, first: Table) -> None:
        self.written = 0
        self._tables = [first, *(another_game(first) for _ in range(1, CONNECTIONS))]
        self._over = Event()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        with ThreadPoolExecutor(CONNECTIONS) as threads:
            works = [threads.submit(self._work, table) for table in self._tables]
            try:
                until(lambda: self.written > CONNECTIONS, "its writes")
                yield
            finally:
                self._over.set()
        for work in works:
            work.result()

    def _work(self, table: Table) -> None:
        client = Client(table.client.server, dict(table.client.cookies))
        form, act = table.form(), 0
        revision = int(form["revision"])
        while not self._over.is_set():
            fields = {**form, "revision": str(revision)}
            answer = client.post(f"{table.path}/{('bin', 'unbin')[act % 2]}", fields)
            # Refused are only those who have their places already.
            assert answer.status in (303, 503), answer.text
            if answer.status == 303:
                act, revision, self.written = act + 1, revision + 1, self.written + 1


def another_game(table: Table) -> Table:
    new = f"{table.path.partition('table/')[0]}new"
    fields = {
        **table.client.get(new).form(new),
        **{f"name_{row}": name for row, name in enumerate(NAMES)},
        "dealer": "0",
    }
    answer = table.client.post(new, fields)
    assert answer.status == 303, answer.text
    return Table(table.client, str(answer.headers["Location"]))


@pytest.mark.parametrize("saves", short_and_long(14, 40))
def test_others_save_meanwhile(tmp_path: Path, saves: int) -> None:
    with command(folder=tmp_path / "data") as server:
        waited = saved_meanwhile(server, saves)
    # The same for each save: it waits for a few others, and not until nobody else writes.
    assert max(waited) <= A_FEW, waited


def test_others_save_meanwhile_in_other_processes(tmp_path: Path) -> None:
    """SQLite lets one of several processes in by chance; each gets its turn before it gives up."""
    with gunicorn(folder=tmp_path / "data") as server:
        assert len(saved_meanwhile(server, 14)) == 14


def saved_meanwhile(server: Listening, saves: int) -> list[int]:
    """How many writes of a restless client each of so many saves waited for; none is refused."""
    restless = Restless(start(Client(server)))
    others = [start(Client(server)) for _ in range(3)]
    waited = []
    with restless.at_work():
        for number in range(saves):
            table = others[number % len(others)]
            form, before = table.form(), restless.written
            hand = fields_of(PLAIN_HANDS[number % len(PLAIN_HANDS)])
            answer = table.client.post(table.path, {**form, **hand})
            assert answer.status == 303, answer.text
            waited.append(restless.written - before)
    return waited
