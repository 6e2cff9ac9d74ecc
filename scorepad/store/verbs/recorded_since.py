"""Hands that were recorded since a revision: a new one may be one of them, from another phone."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy.orm import Session

from scorepad import rules
from scorepad.store.game.hands import as_stored
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.log.changes import HandRecorded
from scorepad.store.log.rows import LogRow, rows_since


def recorded_since(
    session: Session,
    game: GameSnapshot,
    revision: int,
    known: Collection[str] = (),
) -> list[tuple[int, LogRow]]:
    """The hands on the sheet that were recorded since a revision: the index of each, and its row.

    ``known``: entry ids of hands to leave out.
    """
    found = []
    for row in rows_since(session, game, revision, game.revision):
        if row.what == HandRecorded.what and row.line is not None:
            # None if it was undone or removed meanwhile.
            index = game.index_of(row.line)
            if index is not None and game.hands[index].entry_id not in known:
                found.append((index, row))
    return found


def is_identical(game: GameSnapshot, index: int, own: rules.Hand) -> bool:
    """Whether a hand of the game has the cards of a new one, which has no pass and no dealer."""
    saved, own = game.hands[index].hand, as_stored(own, game.ruleset)
    return (saved.hearts, saved.cards, saved.moon_choice, saved.sun) == (
        own.hearts,
        own.cards,
        own.moon_choice,
        own.sun,
    )
