"""Somebody leaves the table, and somebody else goes on in the seat."""

from __future__ import annotations

from sqlalchemy import insert, update
from sqlalchemy.orm import Session

from scorepad import caps, rules
from scorepad.names import name_faults, name_key, same_name
from scorepad.rules import checks
from scorepad.store.errors import CapError
from scorepad.store.game.hands import last_line_of
from scorepad.store.game.snapshot import GameSnapshot, game_with_id
from scorepad.store.log.changes import PlayerReplaced
from scorepad.store.models import Pad, Player, Seat, Substitution
from scorepad.store.verbs.pads import get_or_create_player
from scorepad.store.verbs.writing import check_running, finish_change


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
