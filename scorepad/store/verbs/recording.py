"""Record a hand: what every save at a table does."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.base import now
from scorepad.store.errors import CapError, StaleError
from scorepad.store.game.hands import CARDS, LAST_LINE, as_stored, columns_of, hand_of
from scorepad.store.game.snapshot import GameSnapshot, HandSnapshot
from scorepad.store.log.changes import Decision, HandRecorded
from scorepad.store.log.rows import rows_since
from scorepad.store.log.sides import LogRow
from scorepad.store.models import Change, Game, Hand
from scorepad.store.verbs import caps
from scorepad.store.verbs.writing import check_running, finish_change

# Where the hand comes to stand, and the hand of the same entry, if there is one.
_BEFORE: Final = (
    select(LAST_LINE.correlate(None).scalar_subquery(), Hand.id, *CARDS)
    .select_from(Game)
    .outerjoin(Hand, (Hand.game_id == Game.id) & (Hand.entry_id == bindparam("entry_id")))
    .where(Game.id == bindparam("game_id"))
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
    connection = session.connection()
    entered = {"game_id": game.id, "entry_id": entry_id}
    last_line, entered_id, *cards = connection.execute(_BEFORE, entered).one()
    if entered_id is not None:
        _check_repetition(connection, game, hand, entered_id, hand_of(*cards))
        return None
    check_running(game, revision)
    if shown is not None and shown < revision:
        others = recorded_since(connection, game, shown, known)
        if any(is_identical(game, index, hand) for index, _ in others):
            raise StaleError
    decision = Decision(game.next_passed, game.next_dealer)
    hand = _completed(hand, decision.passed, decision.dealer)
    rules.sheet(replace(game.game, hands=(*game.game.hands, hand)))
    hand = as_stored(hand, game.ruleset)
    line = (last_line or 0) + 1
    if line > caps.HANDS:
        raise CapError("hands")
    at = now()
    row = {"game_id": game.id, "line": line, "entry": entry_id, "recorded": at}
    made = connection.execute(_INSERT, row | columns_of(hand)).inserted_primary_key
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


_FIRST: Final = select(Change.after).where(
    # Found among the few of its game, which have an index.
    Change.game_id == bindparam("game_id"),
    Change.hand_id == bindparam("hand_id"),
    Change.what == HandRecorded.what,
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
    of_hand = {"game_id": game.id, "hand_id": entered_id}
    first = connection.scalars(_FIRST, of_hand).one_or_none()
    known = [now_there]
    if first is not None:
        known.append(HandRecorded.from_json(None, first).hand)
    hand = as_stored(hand, game.ruleset)
    if not any(_completed(hand, each.passed, each.dealer) == each for each in known):
        raise StaleError


def recorded_since(
    connection: Connection,
    game: GameSnapshot,
    revision: int,
    known: Collection[str] = (),
) -> list[tuple[int, LogRow]]:
    """The hands on the sheet that were recorded since a revision: the index of each, and its row.

    ``known``: entry ids of hands to leave out.
    """
    found = []
    for row in rows_since(connection, game, revision, game.revision):
        if row.what == HandRecorded.what and row.line is not None:
            # None if it was undone or removed meanwhile.
            index = game.index_of(row.line)
            if index is not None and game.hands[index].entry_id not in known:
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
