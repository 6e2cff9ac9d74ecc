"""What goes wrong at a table: a misdeal, a game stopped or binned, somebody who must leave.

Every verb says with ``revision`` which state of the game the writer saw, and what is already as
asked for is left alone. They raise :class:`~scorepad.store.errors.StaleError` if the game went on
since, and :class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.names import name_faults, name_key
from scorepad.rules import checks
from scorepad.store.base import now
from scorepad.store.changes import (
    Decision,
    GameBinned,
    GameReopened,
    GameStopped,
    GameUnbinned,
    NextHandDecided,
    PlayerReplaced,
)
from scorepad.store.errors import GameOverError
from scorepad.store.games import as_game, last_line_of, sheet_of
from scorepad.store.log import note
from scorepad.store.models import Device, Game, Substitution
from scorepad.store.pads import player_named
from scorepad.store.writing import expect, lock, settle


def set_next(
    session: Session,
    game: Game,
    device: Device,
    *,
    passed: int | None,
    dealer: int | None,
    revision: int,
) -> None:
    """Decide what the hand to come passes and who deals it; ``None``: as the rules have it.

    Raises :class:`GameOverError`, or :class:`~scorepad.rules.RulesError` (``next_passed``,
    ``next_dealer``).
    """
    lock(session, game)
    change = NextHandDecided(Decision(game.next_passed, game.next_dealer), Decision(passed, dealer))
    if change.before == change.after:
        return
    expect(game, revision)
    sheet = rules.sheet(replace(as_game(game), next_passed=passed, next_dealer=dealer))
    if sheet.over:
        raise GameOverError
    game.next_passed, game.next_dealer = passed, dealer
    settle(game, sheet)
    note(session, change, game, device)


def stop_game(session: Session, game: Game, device: Device, *, revision: int) -> None:
    """Stop a game by agreement. Raises :class:`GameOverError` if its target was reached."""
    lock(session, game)
    if game.stopped is not None:
        return
    expect(game, revision)
    if sheet_of(game).over:
        raise GameOverError
    game.stopped = now()
    settle(game, sheet_of(game))
    note(session, GameStopped(game.stopped), game, device)


def reopen_game(session: Session, game: Game, device: Device, *, revision: int) -> None:
    """Go on with a game that was stopped. Raises :class:`GameOverError` if its target was reached.

    That can be so for a stopped game too, after a correction.
    """
    lock(session, game)
    over_anyway = sheet_of(game).ended_by == "target"
    if game.stopped is None and not over_anyway:
        return
    expect(game, revision)
    if game.stopped is None or over_anyway:
        raise GameOverError
    change = GameReopened(game.stopped)
    game.stopped = None
    settle(game, sheet_of(game))
    note(session, change, game, device)


def bin_game(session: Session, game: Game, device: Device, *, revision: int) -> None:
    """Put a game into the bin, whatever its state; nothing of it is deleted.

    However often it was changed: once there, it can be deleted.
    """
    lock(session, game)
    if game.binned is not None:
        return
    expect(game, revision)
    game.binned = now()
    settle(game, sheet_of(game), last=True)
    note(session, GameBinned(game.binned), game, device)


def unbin_game(session: Session, game: Game, device: Device, *, revision: int) -> None:
    """Take a game out of the bin."""
    lock(session, game)
    if game.binned is None:
        return
    expect(game, revision, binned=True)
    change = GameUnbinned(game.binned)
    game.binned = None
    settle(game, sheet_of(game))
    note(session, change, game, device)


def replace_player(
    session: Session, game: Game, device: Device, seat: int, name: str, *, revision: int
) -> None:
    """Let the pad's player of this name, new if there is none, go on in a seat.

    The hands so far stay with whoever played them. Raises :class:`GameOverError`, or
    :class:`~scorepad.rules.RulesError` (``seat``, ``players[…]``).
    """
    lock(session, game)
    place = game.seats[checks.whole("seat", seat, 0, len(game.seats) - 1)]
    if name_key(place.player.name) == name_key(name):
        return
    expect(game, revision)
    sheet = sheet_of(game)
    if sheet.over:
        raise GameOverError
    _check_name(game, seat, name)
    # As for the start of a game: two phones may bring the same new player at once.
    session.refresh(game.pad, with_for_update=True)
    former, successor = place.player, player_named(session, game.pad, name)
    last_line = last_line_of(game)
    game.substitutions.append(Substitution(seat=seat, last_line=last_line, player_id=former.id))
    place.player = successor
    settle(game, sheet)
    change = PlayerReplaced(seat, former.name, former.id, successor.name, successor.id, last_line)
    note(session, change, game, device)


def _check_name(game: Game, seat: int, name: str) -> None:
    place = f"players[{seat}]"
    for _, fault in name_faults([name]):
        raise rules.RulesError(place, fault)
    for other in game.seats:
        if name_key(other.player.name) == name_key(name):
            raise rules.RulesError(place, f"is the name of number {other.seat + 1} too")
