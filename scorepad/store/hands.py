"""Correct or remove a hand on a sheet; ``recording`` records one."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.as_rules import as_game, as_hand, as_stored, sheet_of, write_cards
from scorepad.store.base import now
from scorepad.store.changes import HandCorrected, HandRecorded, HandRemoved, change_of
from scorepad.store.errors import StaleError
from scorepad.store.log import note
from scorepad.store.models import Change, Device, Game, Hand
from scorepad.store.writing import expect, lock, settle


def correct_hand(
    session: Session, game: Game, device: Device, line: int, hand: rules.Hand, *, revision: int
) -> None:
    """Replace the cards of the hand on a line.

    Raises as :func:`~scorepad.store.recording.record_hand` does.
    """
    lock(session, game)
    row = _on_line(game, line)
    played, index = as_game(game), game.hands.index(row)
    sheet = rules.sheet(played.with_hand(index, hand))
    before = played.hands[index]
    if before == as_stored(hand, played.rules):
        # A repeated request, or nothing to correct: either way the row already has these cards.
        return
    expect(game, revision)
    write_cards(row, hand, played.rules)
    row.corrected = now()
    settle(session, game, sheet)
    note(session, HandCorrected(before, as_hand(row)), game, device, hand=row)


def remove_hand(session: Session, game: Game, device: Device, line: int, *, revision: int) -> None:
    """Remove the hand on a line from the sheet: it is struck out, not deleted."""
    lock(session, game)
    if any(row.line == line and row.struck for row in game.lines):
        # A repeated request: the hand is removed already.
        return
    expect(game, revision)
    row = _on_line(game, line)
    row.struck = now()
    settle(session, game, sheet_of(game))
    note(session, HandRemoved(as_hand(row)), game, device, hand=row)


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


def completed(hand: rules.Hand, passed: int | None, dealer: int | None) -> rules.Hand:
    """The hand, with this pass and dealer where it has none of its own."""
    return replace(
        hand,
        passed=passed if hand.passed is None else hand.passed,
        dealer=dealer if hand.dealer is None else hand.dealer,
    )


def is_repetition(session: Session, row: Hand, hand: rules.Hand, ruleset: rules.Ruleset) -> bool:
    """Whether a submitted hand is the one in the row, as it is now or was recorded at first."""
    stored = as_stored(hand, ruleset)
    return any(
        completed(stored, known.passed, known.dealer) == known
        for known in (as_hand(row), _first_recorded(session, row))
    )


def _first_recorded(session: Session, hand: Hand) -> rules.Hand:
    """The hand as it was recorded, before any correction."""
    row = session.scalar(
        select(Change).where(Change.hand_id == hand.id, Change.what == HandRecorded.what)
    )
    change = None if row is None else change_of(row)
    return change.hand if isinstance(change, HandRecorded) else as_hand(hand)
