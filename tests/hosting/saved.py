"""Hands that were answered as saved, compared with the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from scorepad.rules import Hand
from scorepad.store import models
from tests.hosting.table import Table


class Saved(NamedTuple):
    """A hand that was answered as saved, and the revision that its writer saw."""

    hand: Hand
    revision: int


def assert_each_is_there_once(uri: str, table: Table, saved: Mapping[str, Saved]) -> None:
    """Check that the game has exactly the saved hands, once each, and that the log agrees."""
    engine = create_engine(uri)
    with Session(engine) as session:
        pad = session.scalars(
            select(models.Pad).where(models.Pad.address == table.path.split("/")[2])
        ).one()
        game = session.scalars(select(models.Game).where(models.Game.pad_id == pad.id)).one()
        rows = session.scalars(
            select(models.Hand).where(models.Hand.game_id == game.id).order_by(models.Hand.line)
        ).all()
        changes = session.scalars(
            select(models.Change.what).where(models.Change.game_id == game.id)
        ).all()
        revision = game.revision
    engine.dispose()
    assert Counter(row.entry_id for row in rows) == Counter(saved.keys())
    for line, row in enumerate(rows, start=1):
        hand, seen = saved[row.entry_id]
        assert (tuple(row.hearts), dict(row.cards)) == (hand.hearts, dict(hand.cards))
        # Revision 1 is the game without a hand: every writer saw all the hands before.
        assert row.line == line == seen
        assert row.struck is None
    assert revision == 1 + len(saved)
    assert Counter(changes) == {"game": 1, "hand": len(saved)}
