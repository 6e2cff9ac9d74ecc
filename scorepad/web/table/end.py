"""The end of a game: what was notable, the result as a picture, the last hand to correct."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from scorepad.rules.notable import notable
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.drawings import png
from scorepad.web.drawings.result_picture import size_of
from scorepad.web.words import game as words


@dataclass(frozen=True)
class EndPart:
    """The end of a game that is over.

    ``places``: best first, each with its seat. ``picture``: the type of the one to share, ``None``
    if there was no hand; as a PNG so large, in pixels. ``last_hand``: the number and the line of
    the last one that counts.
    """

    result: Markup
    places: list[tuple[int, int]]
    notable: list[Markup]
    picture: str | None
    picture_size: tuple[int, int]
    last_hand: tuple[int, int] | None


def end_part(game: GameSnapshot) -> EndPart:
    """The end of this game."""
    width, height = size_of(game)
    counted = [
        (line.number, hand.line)
        for line, hand in zip(game.sheet.lines, game.hands, strict=True)
        if line.counts
    ]
    return EndPart(
        result=words.result(game.sheet, game.names),
        places=sorted((place, seat) for seat, place in enumerate(game.sheet.places)),
        notable=list(_notable(game)),
        picture=("png" if png.available() else "svg") if game.hands else None,
        picture_size=(width * png.ZOOM, height * png.ZOOM),
        last_hand=counted[-1] if counted else None,
    )


def _notable(game: GameSnapshot) -> Iterator[Markup]:
    """What was notable, each hand that counts with those who played it."""
    both = zip(game.sheet.lines, game.hands, strict=True)
    played = [game.names_at(hand.line) for line, hand in both if line.counts]
    names = list(dict.fromkeys([*game.names, *(name for each in played for name in each)]))
    players = [[names.index(name) for name in each] for each in played]
    found = notable(game.game, game.sheet, players)
    return words.notable(found, names, game.ruleset.target)
