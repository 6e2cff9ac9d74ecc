"""The pads that tests and benchmarks fill in bulk are such as the verbs leave behind."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from scorepad.store.models import Pen
from scorepad.store.pad.pens import pens_held
from tests.store.table import Database
from tests.support.many_games import FilledPad, Size, fill

SIZE = Size(games=100, binned=20, pens=8, held=3)


@pytest.fixture(scope="module")
def pad(kept_database: Database) -> FilledPad:
    with kept_database.writing() as session:
        fill(session, Size(games=3), seed=2)
        return fill(session, SIZE)


def test_its_pens_are_given_and_withdrawn(kept_database: Database, pad: FilledPad) -> None:
    with kept_database.reading() as session:
        pens = select(func.count()).select_from(Pen).where(Pen.pad_id == pad.id)
        assert session.scalar(pens) == SIZE.pens
        held = pens_held(session.connection(), pad.id)
        assert len(held) == SIZE.held
        assert all(pen.last_used for pen in held)
