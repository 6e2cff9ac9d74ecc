"""The table at which something goes wrong."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, seat_four, start
from tests.web.scenes import Scenes


def _with_a_hand(phone: Phone) -> Table:
    return seat_four(phone).recorded(6, 4, 2, 1, QS=1)


@pytest.fixture
def played(phone: Phone, scenes: Scenes) -> Table:
    """One hand: 6, 17, 2, 1; Ben deals the next one, which is passed to the right."""
    return scenes.table(phone, _with_a_hand)


@pytest.fixture
def finished(phone: Phone, scenes: Scenes) -> Table:
    """Two hands, and the game is over; Anna, who shot the moon in the first one, wins with 0."""
    return scenes.table(phone, _to_the_end)


def _to_the_end(phone: Phone) -> Table:
    table = start(phone, target="40")
    table.saved(phone.submit(table.entry(), {"shooter": "0"}))
    return table.recorded(0, 10, 2, 1, QS=1)
