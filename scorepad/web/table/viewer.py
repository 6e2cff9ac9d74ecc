"""This browser's view of the table: which player uses it, and which seat is at the bottom.

Both are stored in the browser's own cookie, the seat for the last few games and the player for the
last few pads, so that the next game of the same people is turned the right way from the start.
"""

from __future__ import annotations

from typing import Any, Final

from flask import session

from scorepad.store.snapshot import GameSnapshot
from scorepad.web.http import access

_MOST_ENTRIES: Final = 10
# Letters of a pad's address: enough to tell those of one browser apart.
_LETTERS: Final = 8


def seat_at_bottom(game: GameSnapshot) -> int:
    """The seat at the bottom of the picture: a chosen one, or else the user's."""
    seat = _entries("turned").get(_game_key(game))
    if isinstance(seat, int) and 0 <= seat < len(game.seats):
        return seat
    return seat_of_user(game) or 0


def turn(game: GameSnapshot, seat: int) -> None:
    """Remember which seat to put at the bottom in this game."""
    if 0 <= seat < len(game.seats):
        _remember("turned", _game_key(game), seat)


def seat_of_user(game: GameSnapshot) -> int | None:
    """The seat of this browser's user, if it is known and they play in this game."""
    player = _entries("players").get(_pad_key())
    return next((seat.seat for seat in game.seats if seat.player_id == player), None)


def sit(game: GameSnapshot, seat: int | None) -> None:
    """Remember who uses this browser, ``None`` for nobody who plays; the table turns to them."""
    if seat is not None and not 0 <= seat < len(game.seats):
        return
    _remember("turned", _game_key(game), None)
    _remember("players", _pad_key(), None if seat is None else game.seats[seat].player_id)


def _pad_key() -> str:
    # Not the row's id, which another pad may get once this one is deleted.
    return access.this_pad().address[:_LETTERS]


def _game_key(game: GameSnapshot) -> str:
    return f"{_pad_key()}/{game.number}"


def _entries(kind: str) -> dict[str, Any]:
    entries = session.get(kind)
    return entries if isinstance(entries, dict) else {}


def _remember(kind: str, key: str, value: int | None) -> None:
    others = [(other, entry) for other, entry in _entries(kind).items() if other != key]
    newest = [] if value is None else [(key, value)]
    session[kind] = dict([*others, *newest][-_MOST_ENTRIES:])
