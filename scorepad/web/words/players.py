"""Sentences about renamed and merged players."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from scorepad.store.changes import PlayerRenamed
from scorepad.store.players import PlayersChange
from scorepad.web.words.names import isolated, isolated_text
from scorepad.web.words.translation import N_, gettext, markup

CHANGED_MEANWHILE: Final = N_(
    "The players were changed meanwhile, so nothing was done. This is how they are now."
)


def sentence(change: PlayersChange) -> Markup:
    """A change of the players as a sentence of the log."""
    if isinstance(change, PlayerRenamed):
        return markup(
            "%(former)s is called %(name)s.",
            former=isolated(change.former),
            name=isolated(change.name),
        )
    return markup(
        "%(player)s is the same person as %(other)s.",
        player=isolated(change.player),
        other=isolated(change.into),
    )


def nobody_called(name: str) -> str:
    """Error: no other player has this name."""
    return gettext("Nobody else in this pad is called %(name)s.", name=isolated_text(name))


def both_played(player: str, other: str, number: int) -> str:
    """Error: both players played in the game of this number."""
    return gettext(
        "%(player)s and %(other)s both played in game %(number)s, so they are two people.",
        player=isolated_text(player),
        other=isolated_text(other),
        number=number,
    )
