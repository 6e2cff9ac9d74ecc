"""A misdeal, or a wrong pass: what the players decide for the next hand.

``revision`` is the one that the writer saw. Returns the sheet afterwards, or ``None`` for a game
already in that state, which is left alone.
Raises :class:`~scorepad.store.errors.StaleError` if the game went on since, and
:class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import Decision, NextHandDecided
from scorepad.store.verbs.writing import check_running, finish_change


def set_next(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    *,
    passed: int | None,
    dealer: int | None,
    revision: int,
) -> rules.Sheet | None:
    """Decide what the hand to come passes and who deals it; ``None``: as the rules have it.

    Raises :class:`~scorepad.store.errors.GameOverError`, or
    :class:`~scorepad.rules.RulesError` (``next_passed``, ``next_dealer``).
    """
    change = NextHandDecided(Decision(game.next_passed, game.next_dealer), Decision(passed, dealer))
    if change.before == change.after:
        return None
    check_running(game, revision)
    return finish_change(session, game, device_id, change, next_passed=passed, next_dealer=dealer)
