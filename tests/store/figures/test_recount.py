"""Pads whose figures an older Scorepad made are counted at the next start, whoever starts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Final

import pytest
from sqlalchemy import update

from scorepad.store.database.database import open_database
from scorepad.store.models import FIGURES, Pad
from tests.store.figures.by_hand import counted_by_hand, stored
from tests.store.figures.evenings import empty_pad, played
from tests.store.table import Database
from tests.support.patience import PATIENCE

FOUR: Final = "Anna Ben Cara Dora"
LOST: Final = ((9, 2, 1, 1), 0)
AT_ONCE: Final = 4


@pytest.mark.usefixtures("clock")
def test_many_that_start_at_once_count_each_pad_once(database: Database) -> None:
    pads = [empty_pad(database) for _ in range(3)]
    for pad in pads:
        for hour in range(4):
            played(pad, FOUR, LOST, hours=hour)
    with database.writing() as session:
        session.execute(update(Pad).values(counted=0))
    barrier = Barrier(AT_ONCE)

    def start(_: int) -> None:
        barrier.wait(PATIENCE)
        open_database(database.uri, lock=database.lock).close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(start, range(AT_ONCE)))
    with database.reading() as session:
        for pad in pads:
            assert session.get_one(Pad, pad.pad).counted == FIGURES
            assert stored(session, pad.pad) == counted_by_hand(session, pad.pad)
