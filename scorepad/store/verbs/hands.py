"""Correct or remove a hand on a sheet; ``recording`` records one.

A correction page names a hand by its line and the revision of the sheet that it showed. A phone's
outbox names its own hands by their entries: what it sends may have waited, and come twice.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import update
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.base import now
from scorepad.store.errors import BinnedError, GoneError, StaleError
from scorepad.store.game.hands import as_stored, columns_of, was_written
from scorepad.store.game.snapshot import GameSnapshot, HandSnapshot, game_with_id
from scorepad.store.log.changes import HandCorrected, HandRemoved
from scorepad.store.models import Hand
from scorepad.store.verbs.recording import completed
from scorepad.store.verbs.seen import Seen, was_done
from scorepad.store.verbs.writing import check_revision, finish_change


def correct_hand(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    line: int,
    hand: rules.Hand,
    *,
    revision: int,
    act: str | None = None,
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
    corrected = {"corrected": now(), **columns_of(hand)}
    session.connection().execute(update(Hand).where(Hand.id == row.id).values(corrected))
    game = game_with_id(session.connection(), game.id)
    change = HandCorrected(row.hand, hand)
    return finish_change(session, game, device_id, change, hand_id=row.id, act=act)


def remove_hand(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    line: int,
    *,
    revision: int,
    act: str | None = None,
) -> rules.Sheet | None:
    """Remove the hand on a line from the sheet: it is struck out, not deleted."""
    if (index := game.index_of(line)) is None:
        if was_written(session.connection(), game.id, line):
            # A repeated request: the hand is removed already.
            return None
        raise StaleError
    check_revision(game, revision)
    row = game.hands[index]
    struck = update(Hand).where(Hand.id == row.id).values(struck=now())
    session.connection().execute(struck)
    game = game_with_id(session.connection(), game.id)
    change = HandRemoved(row.hand)
    return finish_change(session, game, device_id, change, hand_id=row.id, act=act)


def correct_entry(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    entry_id: str,
    hand: rules.Hand,
    *,
    act: str,
    seen: Seen,
) -> rules.Sheet | None:
    """Replace the cards of the hand of an entry, once for every ``act``.

    Its pass and its dealer stay, unless the new one has others. Raises :class:`GoneError` if it is
    not on the sheet, :class:`StaleError` if somebody else changed it since the writer's page,
    :class:`BinnedError`, or :class:`~scorepad.rules.RulesError`.
    """
    if was_done(session.connection(), game, act):
        return None
    row = _hand_of_entry(session, game, entry_id, seen)
    if row is None:
        raise GoneError
    hand = completed(hand, row.hand.passed, row.hand.dealer)
    revision = game.revision
    return correct_hand(session, game, device_id, row.line, hand, revision=revision, act=act)


def remove_entry(
    session: Session, game: GameSnapshot, device_id: int, entry_id: str, *, act: str, seen: Seen
) -> rules.Sheet | None:
    """Remove the hand of an entry, if it is on the sheet, once for every ``act``.

    Raises :class:`StaleError` if somebody else changed it since the writer's page, or
    :class:`BinnedError`.
    """
    if was_done(session.connection(), game, act):
        return None
    row = _hand_of_entry(session, game, entry_id, seen)
    if row is None:
        return None
    return remove_hand(session, game, device_id, row.line, revision=game.revision, act=act)


def _hand_of_entry(
    session: Session, game: GameSnapshot, entry_id: str, seen: Seen
) -> HandSnapshot | None:
    if game.binned is not None:
        raise BinnedError
    row = next((each for each in game.hands if each.entry_id == entry_id), None)
    own = replace(seen, hands=seen.hands | {entry_id})
    others = own.changed_by_others(session.connection(), game)
    if row is not None and any(change.hand_id == row.id for change in others):
        raise StaleError
    return row
