"""The link preview of a finished game in chat programs: result and picture (Open Graph)."""

from __future__ import annotations

from dataclasses import dataclass

from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.table import png
from scorepad.web.table.result_picture import size_of
from scorepad.web.words import game as words
from scorepad.web.words.names import isolated_text
from scorepad.web.words.numbers import number, ordinal
from scorepad.web.words.translation import language


@dataclass(frozen=True)
class Preview:
    """The result in a sentence, the places, and the picture with its size in pixels."""

    title: str
    description: str
    image: str
    image_type: str
    image_size: tuple[int, int]


def preview_of(game: GameSnapshot) -> Preview | None:
    """The preview of a game that is over; ``None`` if this server makes no picture for it."""
    if not game.hands or not png.available():
        return None
    sheet = game.sheet
    width, height = size_of(game)
    standing = sorted((place, seat) for seat, place in enumerate(sheet.places))
    return Preview(
        title=words.result(sheet, game.names).striptags(),
        description=" · ".join(
            f"{ordinal(place)} {isolated_text(game.names[seat])} {number(sheet.totals[seat])}"
            for place, seat in standing
        ),
        # Absolute: a chat program does not know the page's host.
        image=urls.absolute_url(urls.game_url("result.png", v=game.revision, lang=language())),
        image_type=png.TYPE,
        image_size=(width * png.ZOOM, height * png.ZOOM),
    )
