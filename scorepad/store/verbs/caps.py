"""Caps on what one pad may hold: far above any real use, so that nobody can fill a disk."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from scorepad.gamefile import MOST_LEFT
from scorepad.store.base import count, now
from scorepad.store.errors import CapError
from scorepad.store.log.changes import PLAYERS_KINDS, GamesImported
from scorepad.store.models import NO_RECORDED_HAND, Change, Game, Pad, Player

# Hands recorded in a game, including those that were struck out.
HANDS: Final = 1_000
# How often somebody left the table of a game, undone or not.
LEFT: Final = MOST_LEFT
# Changes of a game; after that it can only be put into the bin.
CHANGES: Final = 5_000
# Games of a pad, including those in the bin, and how many may be started within a day.
GAMES: Final = 50_000
GAMES_A_DAY: Final = 200
# Numbers that a file may leave out, as its pad deleted games: the others are for games to come.
NUMBERS_LEFT_OUT: Final = 10_000
# Everybody who ever played in a pad.
PLAYERS: Final = 2_000
# How often a pad is given a name, and how often its pens are.
NAMES: Final = 200
# Changes of a pad's players: renamed, merged, undone, redone.
PLAYERS_CHANGES: Final = 1_000
# Pens that are held at once, pens that were ever given, and links for a pen that nobody used yet.
PENS: Final = 50
PENS_EVER: Final = 500
OPEN_LINKS: Final = 20


def expect_room_for_game(session: Session, pad: Pad) -> None:
    """Raise :class:`CapError` if no more games may be started in the pad, or not so soon."""
    if pad.last_number >= GAMES:
        raise CapError("games")
    # A game from a file was not started here: its time may be to come, or that of its import.
    imports = select(Change.at).where(*_of_kinds(pad, GamesImported.what))
    here = (Game.pad_id == pad.id, Game.started <= now(), Game.started.not_in(imports))
    newest = select(Game.started).where(*here).order_by(Game.number.desc())
    started = session.scalar(newest.offset(GAMES_A_DAY - 1).limit(1))
    if started is not None and started > now() - timedelta(days=1):
        raise CapError("games_a_day")


def expect_room_for_player(session: Session, pad: Pad) -> None:
    """Raise :class:`CapError` if nobody new may play in the pad."""
    if count(session, Player, Player.pad_id == pad.id) >= PLAYERS:
        raise CapError("players")


def expect_room_for_name(session: Session, pad: Pad, what: str, cap: str = "names") -> None:
    """Raise :class:`CapError` (``cap``) if the pad, or its pens, may not have one more name.

    ``what``: the kind of the log's rows of which there is one for each name.
    """
    if count(session, Change, *_of_kinds(pad, what)) >= NAMES:
        raise CapError(cap)


def expect_room_for_players_change(session: Session, pad: Pad) -> None:
    """Raise :class:`CapError` if the pad's players were changed as often as they may be."""
    new = _of_kinds(pad, *PLAYERS_KINDS)
    steps = Change.undoes.in_(select(Change.id).where(*new))
    if count(session, Change, *new) + count(session, Change, steps) >= PLAYERS_CHANGES:
        raise CapError("players_changes")


def _of_kinds(pad: Pad, *kinds: str) -> tuple[ColumnElement[bool], ...]:
    return (Change.pad_id == pad.id, NO_RECORDED_HAND, Change.what.in_(kinds))
