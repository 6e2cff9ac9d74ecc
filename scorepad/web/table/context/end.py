"""The end of a game: places, winners, what was notable, and the next game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from scorepad.rules.notable import notable
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.table import png
from scorepad.web.table.context.form_parts import Act
from scorepad.web.table.context.rematch import rematch_acts
from scorepad.web.table.result_picture import SVG_TYPE
from scorepad.web.words import game as words
from scorepad.web.words import names
from scorepad.web.words.numbers import number, ordinal
from scorepad.web.words.translation import language


@dataclass(frozen=True)
class Place:
    """A player's place and total."""

    place: str
    name: Markup
    total: str
    won: bool


@dataclass(frozen=True)
class LastHand:
    """The last hand that counts: its number, and the address of its correction."""

    number: int
    address: str


@dataclass(frozen=True)
class NextGame:
    """The next game, which already runs: its number and its address."""

    number: int
    address: str


@dataclass(frozen=True)
class PictureLink:
    """The picture of the result: where it is, of which type, and what its file is called."""

    address: str
    mimetype: str
    file: str


@dataclass(frozen=True)
class EndPart:
    """The end. ``places``: best first. ``next_game``: the one that already runs.

    ``picture``: to share; ``None`` if there was no hand.

    ``rematch`` and what follows: for the pen.

    ``draw_seats``: a rematch whose seats are drawn anew.
    """

    result: Markup
    stopped: bool
    places: tuple[Place, ...]
    notable: tuple[Markup, ...]
    picture: PictureLink | None
    next_game: NextGame | None
    rematch: Act | None
    draw_seats: Act | None
    new_game: str
    last_hand: LastHand | None


def end_part(game: GameSnapshot, next_number: int | None, *, writes: bool) -> EndPart:
    """The end of a game that is over; ``next_number``: of the next game if it already runs."""
    sheet = game.sheet
    standing = sorted((place, seat) for seat, place in enumerate(sheet.places))
    rematch, draw_seats = rematch_acts(game) if writes else (None, None)
    return EndPart(
        result=words.result(sheet, game.names),
        stopped=sheet.ended_by == "stopped",
        places=tuple(
            Place(
                ordinal(place),
                names.tag(game.names[seat]),
                number(sheet.totals[seat]),
                seat in sheet.winners,
            )
            for place, seat in standing
        ),
        notable=tuple(_notable(game)),
        picture=_picture(game) if game.hands else None,
        next_game=None
        if next_number is None
        else NextGame(next_number, urls.game_url("table.table", next_number)),
        rematch=rematch,
        draw_seats=draw_seats,
        new_game=urls.pad_url("new_game.ask"),
        last_hand=_last_hand(game) if writes else None,
    )


def _picture(game: GameSnapshot) -> PictureLink:
    endpoint, ending, mimetype = (
        ("result.png", "png", png.TYPE) if png.available() else ("result.svg", "svg", SVG_TYPE)
    )
    return PictureLink(
        # What is shown in another state, or in another language, has another address.
        urls.game_url(endpoint, v=game.revision, lang=language()),
        mimetype,
        f"scorepad-{game.number}.{ending}",
    )


def _notable(game: GameSnapshot) -> Iterator[Markup]:
    """What was notable, each hand that counts with those who played it."""
    both = zip(game.sheet.lines, game.hands, strict=True)
    played = [game.names_at(hand.line) for line, hand in both if line.counts]
    names = list(dict.fromkeys([*game.names, *(name for each in played for name in each)]))
    players = [[names.index(name) for name in each] for each in played]
    return words.notable(notable(game.game, game.sheet, players), names)


def _last_hand(game: GameSnapshot) -> LastHand | None:
    hands = [
        (line.number, hand.line)
        for line, hand in zip(game.sheet.lines, game.hands, strict=True)
        if line.counts
    ]
    if not hands:
        return None
    last, line = hands[-1]
    return LastHand(last, urls.game_url("correction.hand", line=line))
