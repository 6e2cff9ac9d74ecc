"""Record a hand: what every save at a table does."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from sqlalchemy import bindparam, insert, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.base import now
from scorepad.store.errors import CapError, StaleError
from scorepad.store.game.hands import CARDS, as_stored, columns_of, hand_of, last_line_of
from scorepad.store.game.snapshot import GameSnapshot, HandSnapshot
from scorepad.store.log.changes import Decision, HandRecorded
from scorepad.store.models import Change, Hand
from scorepad.store.verbs import caps
from scorepad.store.verbs.recorded_since import is_identical, recorded_since
from scorepad.store.verbs.writing import check_running, finish_change

_ENTERED: Final = select(Hand.id, *CARDS).where(
    Hand.game_id == bindparam("game_id"), Hand.entry_id == bindparam("entry_id")
)
_FIRST: Final = select(Change.after).where(
    Change.hand_id == bindparam("hand_id"), Change.what == HandRecorded.what
)
_INSERT: Final = insert(Hand)


def record_hand(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    hand: rules.Hand,
    *,
    entry_id: str,
    revision: int,
    shown: int | None = None,
    known: Collection[str] = (),
) -> rules.Sheet | None:
    """Record the next hand, once for every ``entry_id`` however often it is sent.

    ``revision``: the one that the hand follows. ``shown``: the one that the writer saw, if that was
    an earlier one; ``known``: the entries of hands recorded since which are not this one.
    Raises :class:`StaleError` if the game went on since, a hand recorded since has the same cards,
    or the entry was sent before with other cards, :class:`BinnedError`, :class:`GameOverError`,
    :class:`CapError`, or :class:`~scorepad.rules.RulesError` with a place in the game.

    What the table decided for the hand to come goes into the hand, unless it says otherwise.
    """
    if _is_repetition(session, game, hand, entry_id):
        return None
    check_running(game, revision)
    if shown is not None and shown < revision:
        others = recorded_since(session, game, shown, known)
        if any(is_identical(game, index, hand) for index, _ in others):
            raise StaleError
    decision = Decision(game.next_passed, game.next_dealer)
    hand = _completed(hand, decision.passed, decision.dealer)
    rules.sheet(replace(game.game, hands=(*game.game.hands, hand)))
    hand = as_stored(hand, game.ruleset)
    line = last_line_of(session, game.id) + 1
    if line > caps.HANDS:
        raise CapError("hands")
    at = now()
    row = {"game_id": game.id, "line": line, "entry": entry_id, "recorded": at}
    made = session.connection().execute(_INSERT, row | columns_of(hand)).inserted_primary_key
    (hand_id,) = made or (0,)
    written = HandSnapshot(hand_id, line, hand, False, entry_id, at)
    return finish_change(
        session,
        replace(game, hands=(*game.hands, written)),
        device_id,
        HandRecorded(hand, None if decision == Decision() else decision),
        hand_id=hand_id,
        next_passed=None,
        next_dealer=None,
    )


def _completed(hand: rules.Hand, passed: int | None, dealer: int | None) -> rules.Hand:
    """The hand, with this pass and dealer where it has none of its own."""
    return replace(
        hand,
        passed=passed if hand.passed is None else hand.passed,
        dealer=dealer if hand.dealer is None else hand.dealer,
    )


def _is_repetition(session: Session, game: GameSnapshot, hand: rules.Hand, entry_id: str) -> bool:
    """Whether the entry was recorded before: with the hand as it is now, or was at first.

    Raises :class:`StaleError` if it was another hand.
    """
    connection = session.connection()
    entered = {"game_id": game.id, "entry_id": entry_id}
    row = connection.execute(_ENTERED, entered).one_or_none()
    if row is None:
        return False
    first = connection.scalars(_FIRST, {"hand_id": row.id}).one_or_none()
    known = [hand_of(*row[1:])]
    if first is not None:
        known.append(HandRecorded.from_json(None, first).hand)
    hand = as_stored(hand, game.ruleset)
    if any(_completed(hand, each.passed, each.dealer) == each for each in known):
        return True
    raise StaleError
