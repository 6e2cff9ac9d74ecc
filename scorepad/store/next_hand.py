"""A misdeal, or a wrong pass: what the players decide for the next hand.

``revision`` is the one that the writer saw. Returns the sheet afterwards, or ``None`` for a game
already in that state, which is left alone.
Raises :class:`~scorepad.store.errors.StaleError` if the game went on since, and
:class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.as_rules import as_game
from scorepad.store.changes import Decision, NextHandDecided
from scorepad.store.errors import GameOverError
from scorepad.store.log import log_change
from scorepad.store.models import Device, Game
from scorepad.store.writing import expect, finish_change, lock


def set_next(
    session: Session,
    game: Game,
    device: Device,
    *,
    passed: int | None,
    dealer: int | None,
    revision: int,
) -> rules.Sheet | None:
    """Decide what the hand to come passes and who deals it; ``None``: as the rules have it.

    Raises :class:`GameOverError`, or :class:`~scorepad.rules.RulesError` (``next_passed``,
    ``next_dealer``).
    """
    lock(session, game)
    change = NextHandDecided(Decision(game.next_passed, game.next_dealer), Decision(passed, dealer))
    if change.before == change.after:
        return None
    expect(game, revision)
    sheet = rules.sheet(replace(as_game(game), next_passed=passed, next_dealer=dealer))
    if sheet.over:
        raise GameOverError
    game.next_passed, game.next_dealer = passed, dealer
    finish_change(session, game, sheet)
    log_change(session, change, game, device)
    return sheet
