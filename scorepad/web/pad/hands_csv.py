"""Hands as CSV: tidy or as on paper, with commas or semicolons (product.md, "CSV")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from flask import request
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import Session

from scorepad.store.game.all_games import all_games, everybody, noted
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.http import access
from scorepad.web.http.errors import UnknownFileError
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.pad.csv_cells import Cells
from scorepad.web.pad.csv_sheet import AsOnPaper
from scorepad.web.pad.csv_tidy import Tidy
from scorepad.web.pad.download import attachment, download

_TYPE: Final = "text/csv"
_BYTE_ORDER_MARK: Final = "\ufeff"
_SEPARATORS: Final[Mapping[str, str]] = {"": ",", "comma": ",", "semicolon": ";"}


class _Games(NamedTuple):
    """What a layout needs to know of its games in advance, if it does.

    ``players``: their names by id; ``noted``: whether a game has a note.
    """

    players: Callable[[], Mapping[int, str]]
    noted: Callable[[], bool]


@blueprint.get("/hands.csv")
def hands_csv() -> ResponseReturnValue:
    """Every hand of every game of the pad that is not in the bin, oldest game first."""
    pad_id, layout = access.this_pad().id, _layout()

    def pieces(session: Session) -> Iterator[bytes]:
        rows = layout(_Games(lambda: everybody(session, pad_id), lambda: noted(session, pad_id)))
        return map(str.encode, _chunks(rows, all_games(session, pad_id)))

    return download(pieces, _TYPE, "scorepad.csv")


@blueprint.get("/table/<count:number>/hands.csv")
def hands_csv_of_game() -> ResponseReturnValue:
    """The game's hands."""
    game = access.this_game()
    has_note = game.note is not None or game.evening_note is not None
    layout = _layout()(_Games(lambda: game.everybody, lambda: has_note))
    return attachment("".join(_chunks(layout, [game])), _TYPE, f"scorepad-{game.number}.csv")


def _layout() -> Callable[[_Games], Tidy | AsOnPaper]:
    pad_name = access.this_pad().name
    separator = _SEPARATORS.get(request.args.get("separator", ""))
    if separator is None:
        raise UnknownFileError
    cells = Cells(separator)
    match request.args.get("layout", ""):
        case "" | "tidy":
            return lambda games: Tidy(cells, pad_name, noted=games.noted())
        case "sheet":
            return lambda games: AsOnPaper(cells, games.players())
        case _:
            raise UnknownFileError


def _chunks(layout: Tidy | AsOnPaper, games: Iterable[GameSnapshot]) -> Iterator[str]:
    """The file, a game at a time."""
    yield _BYTE_ORDER_MARK + layout.heading()
    for game in games:
        yield "".join(layout.rows(game))
