"""The end of a game: places, winners, what was notable, and the next game."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from scorepad.rules.notable import notable
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.table.context.acts import Act, rematch_acts
from scorepad.web.words import game as words
from scorepad.web.words import names
from scorepad.web.words.numbers import number, ordinal


@dataclass(frozen=True)
class EndPart:
    """The end. ``places``: place, name and total of each, best first. ``rematch``: for the pen."""

    result: Markup
    stopped: bool
    places: tuple[tuple[str, Markup, str], ...]
    notable: tuple[Markup, ...]
    rematch: tuple[Act, ...]
    new_game: str


def end_part(game: GameSnapshot, *, writes: bool) -> EndPart:
    """The end of a game that is over."""
    sheet = game.sheet
    standing = sorted((place, seat) for seat, place in enumerate(sheet.places))
    return EndPart(
        result=words.result(sheet, game.names),
        stopped=sheet.ended_by == "stopped",
        places=tuple(
            (ordinal(place), names.tag(game.names[seat]), number(sheet.totals[seat]))
            for place, seat in standing
        ),
        notable=tuple(words.notable(notable(game.game, sheet), game.names)),
        rematch=rematch_acts(game) if writes else (),
        new_game=urls.pad_url("new_game.ask"),
    )
