"""The end of a game: the result, what was notable, the next game, the last hand to correct."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from scorepad.rules.notable import from_behind, notable
from scorepad.store.game.lists import next_running
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web import database
from scorepad.web.drawings import images
from scorepad.web.drawings.result_picture import size_of
from scorepad.web.table.next_hand import last_moments
from scorepad.web.words import game as words


@dataclass(frozen=True)
class EndPart:
    """The end of a game that is over.

    ``moments``: what the last hand brought. ``places``: best first, each with its seat; none of a
    game that was not played. ``following``: the number of the pad's game that runs now, if one
    does. ``picture``: the type of the one to share, ``None`` if there was no hand; as a PNG so
    large, in pixels. ``last_hand``: the number and the line of the last one that counts.
    """

    moments: Sequence[str]
    result: Markup
    places: list[tuple[int, int]]
    following: int | None
    notable: list[Markup]
    picture: str | None
    picture_size: tuple[int, int]
    last_hand: tuple[int, int] | None


def end_part(game: GameSnapshot) -> EndPart | None:
    """The end of this game, ``None`` while it runs or is in the bin."""
    if game.sheet.next is not None or game.binned:
        return None
    width, height = size_of(game)
    counted = [
        (line.number, hand.line)
        for line, hand in zip(game.sheet.lines, game.hands, strict=True)
        if line.counts
    ]
    return EndPart(
        moments=last_moments(game),
        result=words.verdict(game.sheet, game.names),
        places=sorted((place, seat) for seat, place in enumerate(game.sheet.places))
        if game.sheet.played
        else [],
        following=next_running(database.connection(), game.id),
        notable=list(_notable(game)),
        picture=("png" if images.available() else "svg") if game.hands else None,
        picture_size=(width * images.ZOOM, height * images.ZOOM),
        last_hand=counted[-1] if counted else None,
    )


def _notable(game: GameSnapshot) -> Iterator[Markup]:
    """What was notable, each hand that counts with those who played it."""
    both = zip(game.sheet.lines, game.hands, strict=True)
    played = [game.names_at(hand.line) for line, hand in both if line.counts]
    names = list(dict.fromkeys([*game.names, *(name for each in played for name in each)]))
    players = [[names.index(name) for name in each] for each in played]
    found = notable(game.game, game.sheet, players)
    if found.comeback and not from_behind(game.sheet, found.comeback):
        found = replace(found, comeback=None)
    return words.notable(found, names, game.ruleset.target)
