"""Record a hand: what every save at a table does."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection, insert, select
from sqlalchemy.orm import Session

from scorepad import caps, rules
from scorepad.store.base import now
from scorepad.store.errors import CapError, StaleError
from scorepad.store.game.hands import CARDS, as_stored, columns_of, hand_of, last_line_of
from scorepad.store.game.snapshot import GameSnapshot, HandSnapshot
from scorepad.store.log.changes import Decision, HandRecorded
from scorepad.store.log.sides import LogRow
from scorepad.store.models import Change, Hand
from scorepad.store.verbs.seen import Seen
from scorepad.store.verbs.writing import check_running, finish_change


def record_hand(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    hand: rules.Hand,
    *,
    entry_id: str,
    seen: Seen,
) -> rules.Sheet | None:
    """Record the next hand, once for every ``entry_id`` however often it is sent.

    Raises :class:`StaleError` if somebody else changed the game since the writer's page, or has
    recorded these cards, or the entry was sent before with other cards, :class:`BinnedError`,
    :class:`GameOverError`, :class:`CapError`, or :class:`~scorepad.rules.RulesError` with a place
    in the game.

    What the table decided for the hand to come goes into the hand, unless it says otherwise.
    """
    connection = session.connection()
    entered = select(Hand.id, *CARDS).where(Hand.game_id == game.id, Hand.entry_id == entry_id)
    same_entry = connection.execute(entered).one_or_none()
    if same_entry is not None:
        _check_repetition(connection, game, hand, same_entry[0], hand_of(*same_entry[1:]))
        return None
    seen.check(connection, game)
    others = recorded_by_others(connection, game, seen.before_deciding)
    if any(is_identical(game, index, hand) for index, _ in others):
        raise StaleError
    check_running(game, game.revision)
    decision = Decision(game.next_passed, game.next_dealer)
    hand = completed(hand, decision.passed, decision.dealer)
    rules.sheet(replace(game.game, hands=(*game.game.hands, hand)))
    hand = as_stored(hand, game.ruleset)
    line = last_line_of(connection, game.id) + 1
    if len(game.hands) >= caps.HANDS:
        raise CapError("hands")
    at = now()
    row = {"game_id": game.id, "line": line, "entry": entry_id, "recorded": at}
    made = connection.execute(insert(Hand), row | columns_of(hand)).inserted_primary_key
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


def completed(hand: rules.Hand, passed: int | None, dealer: int | None) -> rules.Hand:
    """The hand, with this pass and dealer where it has none of its own."""
    return replace(
        hand,
        passed=passed if hand.passed is None else hand.passed,
        dealer=dealer if hand.dealer is None else hand.dealer,
    )


def _check_repetition(
    connection: Connection,
    game: GameSnapshot,
    hand: rules.Hand,
    entered_id: int,
    now_there: rules.Hand,
) -> None:
    """Go on only if the entry was recorded before as this hand: as it is now, or was at first.

    Raises :class:`StaleError` if it was another hand.
    """
    recorded = select(Change.after).where(
        # Found among the few of its game, which have an index.
        Change.game_id == game.id,
        Change.hand_id == entered_id,
        Change.what == HandRecorded.what,
    )
    first = connection.scalars(recorded).one_or_none()
    known = [now_there]
    if first is not None:
        known.append(HandRecorded.from_json(None, first).hand)
    hand = as_stored(hand, game.ruleset)
    if not any(completed(hand, each.passed, each.dealer) == each for each in known):
        raise StaleError


def recorded_by_others(
    connection: Connection, game: GameSnapshot, seen: Seen
) -> list[tuple[int, LogRow]]:
    """The hands on the sheet that others recorded since: the index of each, and its row."""
    found = []
    for row in seen.changed_by_others(connection, game):
        if row.what == HandRecorded.what and row.line is not None:
            # None if it was undone or removed meanwhile.
            index = game.index_of(row.line)
            if index is not None:
                found.append((index, row))
    return found


def is_identical(game: GameSnapshot, index: int, own: rules.Hand) -> bool:
    """Whether a hand of the game has the cards of a new one, which has no pass and no dealer."""
    saved, own = game.hands[index].hand, as_stored(own, game.ruleset)
    return (saved.hearts, saved.cards, saved.moon_choice, saved.sun) == (
        own.hearts,
        own.cards,
        own.moon_choice,
        own.sun,
    )
