"""Correct or remove a hand on a sheet; ``recording`` records one."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.as_rules import as_game, as_hand, as_stored, sheet_of, write_cards
from scorepad.store.base import now
from scorepad.store.changes import HandCorrected, HandRemoved
from scorepad.store.errors import StaleError
from scorepad.store.log import log_change
from scorepad.store.models import Device, Game, Hand
from scorepad.store.writing import expect, finish_change, lock


def correct_hand(
    session: Session, game: Game, device: Device, line: int, hand: rules.Hand, *, revision: int
) -> rules.Sheet | None:
    """Replace the cards of the hand on a line.

    Returns the sheet afterwards, or ``None`` if there was nothing to correct. Raises as
    :func:`~scorepad.store.recording.record_hand` does.
    """
    lock(session, game)
    row = _on_line(game, line)
    played, index = as_game(game), game.hands.index(row)
    sheet = rules.sheet(played.with_hand(index, hand))
    before = played.hands[index]
    if before == as_stored(hand, played.rules):
        # A repeated request, or nothing to correct: either way the row already has these cards.
        return None
    expect(game, revision)
    write_cards(row, hand, played.rules)
    row.corrected = now()
    finish_change(session, game, sheet)
    log_change(session, HandCorrected(before, as_hand(row)), game, device, hand=row)
    return sheet


def remove_hand(
    session: Session, game: Game, device: Device, line: int, *, revision: int
) -> rules.Sheet | None:
    """Remove the hand on a line from the sheet: it is struck out, not deleted.

    Returns the sheet afterwards, or ``None`` if the hand was removed already.
    """
    lock(session, game)
    if any(row.line == line and row.struck for row in game.lines):
        # A repeated request: the hand is removed already.
        return None
    expect(game, revision)
    row = _on_line(game, line)
    row.struck = now()
    sheet = sheet_of(game)
    finish_change(session, game, sheet)
    log_change(session, HandRemoved(as_hand(row)), game, device, hand=row)
    return sheet


def hand_on_line(game: Game, line: int) -> Hand | None:
    """The hand on a line of the game's sheet, unless it was struck out."""
    return next((hand for hand in game.hands if hand.line == line), None)


def last_line_of(game: Game) -> int:
    """The last line that ever held a hand, struck out or not; 0 if there is none."""
    return max((hand.line for hand in game.lines), default=0)


def _on_line(game: Game, line: int) -> Hand:
    hand = hand_on_line(game, line)
    if hand is None:
        raise StaleError
    return hand
