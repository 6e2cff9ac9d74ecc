"""Which player uses this browser: their seat is at the bottom of the picture.

The player is stored in the browser's own cookie, for the last few pads, so that the next game of
the same people is turned the right way from the start.
"""

from __future__ import annotations

from typing import Any, Final

from flask import session

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.http import access

_KEY: Final = "players"
_MOST_PADS: Final = 10
# Letters of a pad's address: enough to tell those of one browser apart.
_LETTERS: Final = 8


def seat_of_user(game: GameSnapshot) -> int | None:
    """The seat of this browser's user, if it is known and they play in this game."""
    player = player_here(access.this_pad().address)
    return next((seat.seat for seat in game.seats if seat.player_id == player), None)


def player_here(address: str) -> int | None:
    """The id of the player who uses this browser in the pad of this address, if it is known."""
    player: int | None = _players().get(address[:_LETTERS])
    return player


def remember_viewer(game: GameSnapshot, seat: int | None) -> None:
    """Remember the seat of this browser's user, ``None`` for a looker-on; the table turns to it."""
    if seat is not None and not 0 <= seat < len(game.seats):
        return
    player = None if seat is None else game.seats[seat].player_id
    others = [(pad, other) for pad, other in _players().items() if pad != _pad_key()]
    newest = [] if player is None else [(_pad_key(), player)]
    session[_KEY] = dict([*others, *newest][-_MOST_PADS:])


def _pad_key() -> str:
    # Not the row's id, which another pad may get once this one is deleted.
    return access.this_pad().address[:_LETTERS]


def _players() -> dict[str, Any]:
    """The players who use this browser, by the pad."""
    entries = session.get(_KEY)
    return entries if isinstance(entries, dict) else {}
