"""Correct or remove a hand on a sheet; ``recording`` records one."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, update
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.base import now
from scorepad.store.errors import StaleError
from scorepad.store.game.hands import as_stored, columns_of, was_written
from scorepad.store.game.snapshot import GameSnapshot, game_with_id
from scorepad.store.log.changes import HandCorrected, HandRemoved
from scorepad.store.models import Hand
from scorepad.store.verbs.writing import check_revision, finish_change

OF_HAND: Final = update(Hand).where(Hand.id == bindparam("hand_id"))


def correct_hand(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    line: int,
    hand: rules.Hand,
    *,
    revision: int,
) -> rules.Sheet | None:
    """Replace the cards of the hand on a line. Raises :class:`~scorepad.rules.RulesError` too."""
    if (index := game.index_of(line)) is None:
        raise StaleError
    rules.sheet(game.game.with_hand(index, hand))
    row, hand = game.hands[index], as_stored(hand, game.ruleset)
    if row.hand == hand:
        # A repeated request, or nothing to correct: either way the row already has these cards.
        return None
    check_revision(game, revision)
    corrected = OF_HAND.values(corrected=now(), **columns_of(hand))
    session.connection().execute(corrected, {"hand_id": row.id})
    game = game_with_id(session.connection(), game.id)
    return finish_change(session, game, device_id, HandCorrected(row.hand, hand), hand_id=row.id)


def remove_hand(
    session: Session, game: GameSnapshot, device_id: int, line: int, *, revision: int
) -> rules.Sheet | None:
    """Remove the hand on a line from the sheet: it is struck out, not deleted."""
    if (index := game.index_of(line)) is None:
        if was_written(session.connection(), game.id, line):
            # A repeated request: the hand is removed already.
            return None
        raise StaleError
    check_revision(game, revision)
    row = game.hands[index]
    session.connection().execute(OF_HAND.values(struck=now()), {"hand_id": row.id})
    game = game_with_id(session.connection(), game.id)
    return finish_change(session, game, device_id, HandRemoved(row.hand), hand_id=row.id)
