"""Recording a hand: what every save at a table does, by rows and statements built once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import bindparam, case, func, insert, select, update
from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store import caps
from scorepad.store.as_rules import as_stored
from scorepad.store.base import now
from scorepad.store.changes import Decision, HandRecorded
from scorepad.store.errors import BinnedError, CapError, GameOverError, StaleError
from scorepad.store.figures.settle import settle_game
from scorepad.store.hands import completed, is_repetition
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
        if not is_repetition(session, row, hand, game.ruleset):
            raise StaleError
        return row.id
    _expect(game, revision)
    decision = Decision(game.next_passed, game.next_dealer)
    if decision != Decision():
        hand = completed(hand, decision.passed, decision.dealer)
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
        settle_game(connection, pad_id, game.id)
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
