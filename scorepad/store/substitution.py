"""Somebody leaves the table, and somebody else goes on in the seat.

``revision`` is the one that the writer saw. Returns the sheet afterwards, or ``None`` for a game
already in that state, which is left alone.
Raises :class:`~scorepad.store.errors.StaleError` if the game went on since, and
:class:`~scorepad.store.errors.BinnedError` for a game in the bin.
"""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.names import name_faults, name_key, same_name
from scorepad.rules import checks
from scorepad.store.as_rules import sheet_of
from scorepad.store.changes import PlayerReplaced
from scorepad.store.errors import GameOverError
from scorepad.store.hands import last_line_of
from scorepad.store.log import log_change
from scorepad.store.models import Device, Game, Player, Substitution
from scorepad.store.pads import get_or_create_player
from scorepad.store.writing import expect, finish_change, lock


def replace_player(
    session: Session, game: Game, device: Device, seat: int, name: str, *, revision: int
) -> rules.Sheet | None:
    """Let the pad's player of this name, new if there is none, go on in a seat.

    The hands so far stay with whoever played them. Raises :class:`GameOverError`, or
    :class:`~scorepad.rules.RulesError` (``seat``, ``players[…]``).
    """
    lock(session, game)
    place = game.seats[checks.whole("seat", seat, 0, len(game.seats) - 1)]
    if name_key(place.player.name) == name_key(name):
        return None
    expect(game, revision)
    if game.finished is not None:
        raise GameOverError
    _check_name(seat, name)
    # As for the start of a game: two phones may bring the same new player at once.
    session.refresh(game.pad, with_for_update=True)
    former, successor = place.player, get_or_create_player(session, game.pad, name)
    if successor.id == former.id:
        return None
    _check_seat(game, seat, successor)
    last_line = last_line_of(game)
    game.substitutions.append(Substitution(seat=seat, last_line=last_line, player_id=former.id))
    place.player = successor
    sheet = sheet_of(game)
    finish_change(session, game, sheet)
    change = PlayerReplaced(seat, former.name, former.id, successor.name, successor.id, last_line)
    log_change(session, change, game, device)
    return sheet


def _check_name(seat: int, name: str) -> None:
    place = f"players[{seat}]"
    for _, fault in name_faults([name]):
        raise rules.RulesError(place, fault.text, **fault.values)


def _check_seat(game: Game, seat: int, successor: Player) -> None:
    """Let nobody sit in two seats; names may differ from those of the players that they mean."""
    for other in game.seats:
        if other.player_id == successor.id:
            fault = same_name(other.seat)
            raise rules.RulesError(f"players[{seat}]", fault.text, **fault.values)
