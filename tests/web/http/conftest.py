"""A pad with two games, and everybody who may come to it."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.cast import Cast, Phone, Table, finished_beside, gather, seat_four
from tests.web.scenes import Scenes


@pytest.fixture
def played(phone: Phone, scenes: Scenes) -> Table:
    """A game with two hands, and beside it one that is over, an evening of its own."""
    return scenes.table(phone, _played)


@pytest.fixture
def cast(app: Flask, scenes: Scenes) -> Cast:
    """Everybody who may come to these games."""
    return scenes.cast(_with_everybody)


def _played(phone: Phone) -> Table:
    table = seat_four(phone)
    finished_beside(table)
    return table.recorded(6, 4, 2, 1, QS=1).recorded(1, 2, 4, 6, QS=2)


def _with_everybody(phone: Phone) -> Cast:
    return gather(_played(phone))
