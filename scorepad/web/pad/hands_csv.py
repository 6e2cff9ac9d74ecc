"""Hands as CSV, streamed: tidy or as on paper, with commas or semicolons (product.md, "CSV")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Protocol

from flask import Blueprint, Response, current_app, request
from flask.typing import ResponseReturnValue

from scorepad.store.database import Database
from scorepad.store.games_page import all_games, everybody
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.database import database_of
from scorepad.web.http import access
from scorepad.web.http.errors import UnknownFileError
from scorepad.web.pad.csv_cells import Cells
from scorepad.web.pad.csv_sheet import AsOnPaper
from scorepad.web.pad.csv_tidy import Tidy

blueprint = Blueprint("hands_csv", __name__, url_prefix="/pad/<address>")

_BYTE_ORDER_MARK: Final = "\ufeff"
_SEPARATORS: Final[Mapping[str, str]] = {"": ",", "comma": ",", "semicolon": ";"}


class _Layout(Protocol):
    """The layout of a file: its first row, and the rows of each game."""

    def heading(self) -> str: ...

    def rows(self, game: GameSnapshot) -> Iterator[str]: ...


# The names of the players by id, for a layout that needs them in advance.
_Players = Callable[[], Mapping[int, str]]


@blueprint.get("/hands.csv")
def of_pad() -> ResponseReturnValue:
    """Every hand of every game of the pad that is not in the bin, oldest game first."""
    layout = _layout()
    return _download("scorepad", _of_pad(database_of(current_app), access.this_pad().id, layout))


@blueprint.get("/table/<count:number>/hands.csv")
def of_game() -> ResponseReturnValue:
    """The game's hands."""
    game = access.this_game()
    layout = _layout()(lambda: game.everybody)
    return _download(f"scorepad-{game.number}", _chunks(layout, [game]))


def _layout() -> Callable[[_Players], _Layout]:
    """The layout that the query names."""
    pad_name = access.this_pad().name
    separator = _SEPARATORS.get(request.args.get("separator", ""))
    if separator is None:
        raise UnknownFileError
    cells = Cells(separator)
    match request.args.get("layout", ""):
        case "" | "tidy":
            return lambda _: Tidy(cells, pad_name)
        case "sheet":
            return lambda players: AsOnPaper(cells, players())
        case _:
            raise UnknownFileError


def _download(name: str, chunks: Iterable[str]) -> Response:
    """A streamed file."""
    headers = {"Content-Disposition": f"attachment; filename={name}.csv"}
    return Response(chunks, mimetype="text/csv", headers=headers)


def _of_pad(
    database: Database, pad_id: int, layout: Callable[[_Players], _Layout]
) -> Iterator[str]:
    # The request's own session is closed before the last line is sent.
    with database.reading() as session:
        rows = layout(lambda: everybody(session, pad_id))
        yield from _chunks(rows, all_games(session, pad_id))


def _chunks(layout: _Layout, games: Iterable[GameSnapshot]) -> Iterator[str]:
    """The file, a game at a time."""
    yield _BYTE_ORDER_MARK + layout.heading()
    for game in games:
        yield "".join(layout.rows(game))
