"""How this browser looks at the table: who of the players uses it, and which seat is at the bottom.

Both are kept in the browser's own cookie: the seat of the last few games, the player of the last
few pads, so that the next game of the same people is turned the right way by itself.
"""

from __future__ import annotations

from typing import Any, Final

from flask import session

from scorepad.store.models import Game

_MOST_KEPT: Final = 10
# Of a pad's address: enough to tell those of one browser apart.
_LETTERS_KEPT: Final = 8


def turned(game: Game) -> int:
    """The seat to put at the bottom of the picture: a chosen one, or else that of the user."""
    seat = _kept("turned").get(_game_key(game))
    if isinstance(seat, int) and 0 <= seat < len(game.seats):
        return seat
    return seat_of_user(game) or 0


def turn(game: Game, seat: int) -> None:
    """Remember which seat to put at the bottom in this game."""
    if 0 <= seat < len(game.seats):
        _keep("turned", _game_key(game), seat)


def seat_of_user(game: Game) -> int | None:
    """The seat of whoever uses this browser, if they said so and play in this game."""
    player = _kept("players").get(_pad_key(game))
    return next((seat.seat for seat in game.seats if seat.player_id == player), None)


def sit(game: Game, seat: int | None) -> None:
    """Remember who uses this browser, ``None`` for nobody who plays; the table turns to them."""
    if seat is not None and not 0 <= seat < len(game.seats):
        return
    _keep("turned", _game_key(game), None)
    _keep("players", _pad_key(game), None if seat is None else game.seats[seat].player_id)


def _pad_key(game: Game) -> str:
    # Not its row's number, which another pad may get once this one is deleted.
    return game.pad.address[:_LETTERS_KEPT]


def _game_key(game: Game) -> str:
    return f"{_pad_key(game)}/{game.number}"


def _kept(what: str) -> dict[str, Any]:
    kept = session.get(what)
    return kept if isinstance(kept, dict) else {}


def _keep(what: str, key: str, value: int | None) -> None:
    others = [(other, kept) for other, kept in _kept(what).items() if other != key]
    session[what] = dict([*others, *([] if value is None else [(key, value)])][-_MOST_KEPT:])
