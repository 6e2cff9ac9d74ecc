"""Recording a hand: what every save at a table does, by rows and statements built once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import bindparam, case, func, insert, select, update
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store import caps
from scorepad.store.as_rules import as_hand, as_stored
from scorepad.store.base import now
from scorepad.store.changes import Decision, HandRecorded, change_of
from scorepad.store.errors import BinnedError, CapError, GameOverError, StaleError
from scorepad.store.figures.settle import settle_game
from scorepad.store.models import Change, Hand
from scorepad.store.snapshot import GAMES, GameSnapshot, table

_HANDS: Final = table(Hand)
_CHANGES: Final = table(Change)

# The last line that a hand was ever written on, struck out or not, and the hand of an entry id.
_LINES: Final = select(
    func.max(_HANDS.c.line), func.max(case((_HANDS.c.entry == bindparam("entry_id"), _HANDS.c.id)))
).where(_HANDS.c.game_id == bindparam("game_id"))
_INSERT_HAND: Final = insert(_HANDS)
_INSERT_CHANGE: Final = insert(_CHANGES)
_UPDATE_GAME: Final = (
    update(GAMES)
    .where(GAMES.c.id == bindparam("game_id"))
    .values(
        revision=bindparam("new_revision"),
        finished=bindparam("ended"),
        next_passed=None,
        next_dealer=None,
    )
)


def record_hand(
    session: Session,
    pad_id: int,
    game: GameSnapshot,
    device_id: int,
    hand: rules.Hand,
    *,
    entry_id: str,
    revision: int,
) -> int:
    """Record the next hand, once for every ``entry_id`` however often it is sent: its row's id.

    ``game``: read and locked in this transaction. ``revision`` is the one that the writer saw.
    Raises :class:`StaleError` if the game went on since, or the entry was sent before with other
    cards, :class:`BinnedError`, :class:`GameOverError`, :class:`CapError`, or
    :class:`~scorepad.rules.RulesError` with a place in the game.

    What the table decided for the hand to come goes into the hand, unless it says otherwise.
    """
    connection = session.connection()
    parameters = {"game_id": game.id, "entry_id": entry_id}
    last_line, repeated = connection.execute(_LINES, parameters).one()
    if repeated is not None:
        row = session.get_one(Hand, repeated)
        if not _is_repetition(session, row, hand, game.ruleset):
            raise StaleError
        return row.id
    _expect(game, revision)
    decision = Decision(game.next_passed, game.next_dealer)
    if decision != Decision():
        hand = _completed(hand, decision.passed, decision.dealer)
    sheet = rules.sheet(replace(game.game, hands=(*game.game.hands, hand)))
    hand = as_stored(hand, game.ruleset)
    line = (last_line or 0) + 1
    if line > caps.HANDS:
        raise CapError("hands")
    if game.revision >= caps.CHANGES:
        raise CapError("changes")
    at = now()
    values = {
        "game_id": game.id,
        "line": line,
        "entry": entry_id,
        "recorded": at,
        **columns_of(hand),
    }
    (hand_id,) = connection.execute(_INSERT_HAND, values).inserted_primary_key or (0,)
    ended = at if sheet.over else None
    settled = {"game_id": game.id, "new_revision": game.revision + 1, "ended": ended}
    connection.execute(_UPDATE_GAME, settled)
    change = HandRecorded(hand, None if decision == Decision() else decision)
    before, after = change.to_json()
    connection.execute(
        _INSERT_CHANGE,
        {
            "pad_id": pad_id,
            "game_id": game.id,
            "hand_id": hand_id,
            "device_id": device_id,
            "at": at,
            "what": change.what,
            "before": before,
            "after": after,
        },
    )
    if sheet.over:
        settle_game(connection, pad_id, game.id, sheet)
    return hand_id


def _expect(game: GameSnapshot, revision: int) -> None:
    """Go on only with a running game that the writer saw as it is."""
    if game.revision != revision:
        raise StaleError
    if game.binned is not None:
        raise BinnedError
    if game.finished is not None:
        raise GameOverError


def columns_of(hand: rules.Hand) -> dict[str, Any]:
    """The columns of a hand's row that hold its cards."""
    return {
        "hearts": list(hand.hearts),
        "cards": dict(hand.cards),
        "moon": hand.moon_choice,
        "sun": hand.sun,
        "passed": hand.passed,
        "dealer": hand.dealer,
    }


def _completed(hand: rules.Hand, passed: int | None, dealer: int | None) -> rules.Hand:
    """The hand, with this pass and dealer where it has none of its own."""
    return replace(
        hand,
        passed=passed if hand.passed is None else hand.passed,
        dealer=dealer if hand.dealer is None else hand.dealer,
    )


def _is_repetition(session: Session, row: Hand, hand: rules.Hand, ruleset: rules.Ruleset) -> bool:
    """Whether a submitted hand is the one in the row, as it is now or was recorded at first."""
    stored = as_stored(hand, ruleset)
    return any(
        _completed(stored, known.passed, known.dealer) == known
        for known in (as_hand(row), _first_recorded(session, row))
    )


def _first_recorded(session: Session, hand: Hand) -> rules.Hand:
    """The hand as it was recorded, before any correction."""
    row = session.scalar(
        select(Change).where(Change.hand_id == hand.id, Change.what == HandRecorded.what)
    )
    change = None if row is None else change_of(row)
    return change.hand if isinstance(change, HandRecorded) else as_hand(hand)
