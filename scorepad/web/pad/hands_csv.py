"""Hands as CSV: tidy or as on paper, with commas or semicolons (product.md, "CSV")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC
from itertools import chain
from typing import Final

from flask import request
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from scorepad.store.game.snapshot import GameSnapshot
from scorepad.store.transfer.exporting import everybody, noted
from scorepad.web.http import access
from scorepad.web.http.errors import UnknownFileError
from scorepad.web.pad.blueprint import blueprint
from scorepad.web.pad.csv_cells import Cells
from scorepad.web.pad.csv_sheet import on_paper
from scorepad.web.pad.csv_tidy import tidy
from scorepad.web.pad.download import attachment, download
from scorepad.web.preferences import zone_of_reader

_TYPE: Final = "text/csv"
_BYTE_ORDER_MARK: Final = "\ufeff"
_SEPARATORS: Final[Mapping[str, str]] = {"": ",", "comma": ",", "semicolon": ";"}


@blueprint.get("/hands.csv")
def hands_csv() -> ResponseReturnValue:
    """Every hand of the games of the pad that are not in the bin, oldest game first."""
    pad, (cells, as_on_paper), zone = access.this_pad(), _asked(), zone_of_reader() or UTC

    def pieces_of(connection: Connection, games: Iterable[GameSnapshot]) -> Iterator[bytes]:
        if as_on_paper:
            pieces = on_paper(cells, everybody(connection, pad.id), games)
        else:
            pieces = tidy(cells, pad.name, games, zone, noted=noted(connection, pad.id))
        return map(str.encode, chain([_BYTE_ORDER_MARK], pieces))

    return download(pad.id, pieces_of, _TYPE, "scorepad.csv")


@blueprint.get("/table/<count:number>/hands.csv")
def hands_csv_of_game() -> ResponseReturnValue:
    """The game's hands."""
    game, (cells, as_on_paper) = access.this_game(), _asked()
    has_note = game.note is not None or game.evening_note is not None
    if as_on_paper:
        pieces = on_paper(cells, game.everybody, [game])
    else:
        pieces = tidy(
            cells, access.this_pad().name, [game], zone_of_reader() or UTC, noted=has_note
        )
    file = "".join([_BYTE_ORDER_MARK, *pieces])
    return attachment(file, _TYPE, f"scorepad-{game.number}.csv")


def _asked() -> tuple[Cells, bool]:
    """The cells with the separator of the query, and whether they are laid out as on paper."""
    separator = _SEPARATORS.get(request.args.get("separator", ""))
    layout = request.args.get("layout", "")
    if separator is None or layout not in ("", "tidy", "sheet"):
        raise UnknownFileError
    return Cells(separator), layout == "sheet"
