"""What changes in a game's own row: its next hand, its end, its notes, and the bin."""

from __future__ import annotations

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from scorepad import caps, rules
from scorepad.names import name_faults, name_key, note_fault, same_name
from scorepad.rules import RulesError, Sheet, checks
from scorepad.store.base import now
from scorepad.store.errors import CapError, GameOverError
from scorepad.store.game.snapshot import GameSnapshot, game_with_id, last_line_of
from scorepad.store.game.writing import check_revision, check_running, finish_change
from scorepad.store.log.changes import (
    Decision,
    EveningNoted,
    GameBinned,
    GameNoted,
    GameReopened,
    GameStopped,
    GameUnbinned,
    NextHandDecided,
    PlayerReplaced,
)
from scorepad.store.models import Pad, Player, Seat, Substitution
from scorepad.store.pad.players import get_or_create_player


def set_next(
    session: Session,
    game: GameSnapshot,
    device_id: int,
    *,
    passed: int | None,
    dealer: int | None,
    revision: int,
) -> Sheet | None:
    """Decide what the hand to come passes and who deals it; ``None``: as the rules have it.

    For a misdeal, or a wrong pass. Raises :class:`GameOverError`, or
    :class:`~scorepad.rules.RulesError` (``next_passed``, ``next_dealer``).
    """
    change = NextHandDecided(Decision(game.next_passed, game.next_dealer), Decision(passed, dealer))
    if change.before == change.after:
        return None
    check_running(game, revision)
    return finish_change(session, game, device_id, change, next_passed=passed, next_dealer=dealer)


def stop_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Stop a game by agreement. Raises :class:`GameOverError` if its target was reached."""
    if game.stopped is not None:
        return None
    check_running(game, revision)
    at = now()
    return finish_change(session, game, device_id, GameStopped(at), stopped=at)


def reopen_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Go on with a game that was stopped. Raises :class:`GameOverError` if its target was reached.

    That can be so for a stopped game too, after a correction.
    """
    if game.finished is None:
        return None
    check_revision(game, revision)
    if game.stopped is None:
        raise GameOverError
    sheet = finish_change(session, game, device_id, GameReopened(game.stopped), stopped=None)
    if sheet.over:
        raise GameOverError
    return sheet


def note_game(
    session: Session, game: GameSnapshot, device_id: int, note: str | None, *, revision: int
) -> Sheet | None:
    """Write a note on a game, as :func:`scorepad.names.as_note` has it; ``None`` for none.

    Raises :class:`~scorepad.rules.RulesError` (``note``) for a text that is no note.
    """
    if game.note == note:
        return None
    _check_note(game, note, revision)
    return finish_change(session, game, device_id, GameNoted(game.note, note), note=note)


def note_evening(
    session: Session, game: GameSnapshot, device_id: int, note: str | None, *, revision: int
) -> Sheet | None:
    """Write a note on the evening that a game began, as :func:`note_game` does."""
    if game.evening_note == note:
        return None
    _check_note(game, note, revision)
    change = EveningNoted(game.evening_note, note)
    return finish_change(session, game, device_id, change, evening_note=note)


def _check_note(game: GameSnapshot, note: str | None, revision: int) -> None:
    if note is not None and (fault := note_fault(note)):
        raise RulesError("note", fault.text, **fault.values)
    check_revision(game, revision)


def bin_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Put a game into the bin, whatever its state: it is on no list then, but all of it is kept.

    The cap on changes does not apply: once there, it can be deleted.
    """
    if game.binned is not None:
        return None
    check_revision(game, revision)
    at = now()
    return finish_change(session, game, device_id, GameBinned(at), binned=at, last=True)


def unbin_game(
    session: Session, game: GameSnapshot, device_id: int, *, revision: int
) -> Sheet | None:
    """Take a game out of the bin."""
    if game.binned is None:
        return None
    check_revision(game, revision, binned=True)
    return finish_change(session, game, device_id, GameUnbinned(game.binned), binned=None)


def replace_player(
    session: Session, game: GameSnapshot, device_id: int, seat: int, name: str, *, revision: int
) -> rules.Sheet | None:
    """Let the pad's player of this name, new if there is none, go on in a seat.

    The hands so far stay with whoever played them. Raises :class:`GameOverError`, or
    :class:`~scorepad.rules.RulesError` (``seat``, ``players[…]``).
    """
    former = game.seats[checks.whole("seat", seat, 0, len(game.seats) - 1)]
    if name_key(former.name) == name_key(name):
        return None
    check_running(game, revision)
    for _, fault in name_faults([name]):
        raise rules.RulesError(f"players[{seat}]", fault.text, **fault.values)
    if len(game.substitutions) >= caps.LEFT:
        raise CapError("left")
    successor = get_or_create_player(session, session.get_one(Pad, game.pad_id), name)
    if successor.id == former.player_id:
        return None
    sit_down(session, game, seat, successor)
    last_line = last_line_of(session.connection(), game.id)
    leave(session, game, seat, former.player_id, last_line)
    change = PlayerReplaced(
        seat, former.name, former.player_id, successor.name, successor.id, last_line
    )
    return finish_change(session, game_with_id(session.connection(), game.id), device_id, change)


def sit_down(session: Session, game: GameSnapshot, seat: int, player: Player) -> None:
    """Give a seat to a player. Raises :class:`~scorepad.rules.RulesError` if they have another."""
    for other in game.seats:
        if other.player_id == player.id and other.seat != seat:
            fault = same_name(other.seat)
            raise rules.RulesError(f"players[{seat}]", fault.text, **fault.values)
    place = Seat.game_id == game.id, Seat.seat == seat
    session.connection().execute(update(Seat).where(*place).values(player_id=player.id))


def leave(session: Session, game: GameSnapshot, seat: int, player_id: int, last_line: int) -> None:
    """Note that a player left a seat after this line."""
    left = {"game_id": game.id, "seat": seat, "player_id": player_id, "last_line": last_line}
    session.connection().execute(insert(Substitution), left)
