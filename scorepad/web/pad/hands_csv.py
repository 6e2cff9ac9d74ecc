"""Hands as CSV: tidy, one row per hand and seat, streamed (product.md, "CSV")."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, TextIO

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorepad.rules import Hand, Line
from scorepad.store.games_page import all_games
from scorepad.store.snapshot import GameSnapshot
from scorepad.web.database import db
from scorepad.web.http import access

blueprint = Blueprint("hands_csv", __name__, url_prefix="/pad/<address>")

COLUMNS: Final = (
    "pad",
    "game",
    "started",
    "finished",
    "rules",
    "hand",
    "dealer",
    "pass",
    "seat",
    "player",
    "hearts",
    "cards",
    "moon",
    "sun",
    "points",
    "adjusted",
    "total",
    "place",
)
# A spreadsheet takes text that begins with these for a formula; the last four are full-width.
_FORMULA: Final = re.compile("[=+@\t\r\uff1d\uff0b\uff0d\uff20-]")
# A cell may begin after these as well: with another separator, or where quotes are ignored.
_BREAKS: Final = frozenset(",;\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029")
_BYTE_ORDER_MARK: Final = "\ufeff"
_SEPARATORS: Final = {"semicolon": ";"}


@blueprint.get("/hands.csv")
def of_pad() -> ResponseReturnValue:
    """Every hand of every game of the pad that is not in the bin, oldest game first."""
    return _download("scorepad.csv", _all_games(db.engine, access.this_pad().id))


@blueprint.get("/table/<count:number>/hands.csv")
def of_game() -> ResponseReturnValue:
    """The game's hands."""
    game = access.this_game()
    return _download(f"scorepad-{game.number}.csv", [game])


def rows(pad_name: str | None, game: GameSnapshot) -> Iterator[tuple[str | int, ...]]:
    """A row for each hand and seat of a game, in the order of ``COLUMNS``.

    Seats and dealers are counted from 0, as in a game file. ``moon`` (how it counted) and ``sun``
    stand in the shooter's row; ``place`` is the seat's place after this hand.
    """
    start = (
        pad_name or "",
        game.number,
        _moment(game.started),
        _moment(game.finished),
        _rules(game.options),
    )
    for line, hand in zip(game.sheet.lines, game.hands, strict=True):
        places = line.places
        for seat, name in enumerate(game.names_at(hand.line)):
            yield (
                *start,
                line.number,
                line.dealer,
                line.passed,
                seat,
                name,
                hand.cards.hearts[seat],
                _cards(hand.cards, seat),
                *_moon(line, seat),
                line.points[seat],
                line.adjusted[seat],
                line.totals[seat],
                places[seat],
            )


def write(file: TextIO, separator: str, rows: Iterable[Iterable[str | int]]) -> None:
    """Write rows so that no text in them becomes a formula, whichever separator a reader uses."""
    writer = csv.writer(file, delimiter=separator)  # RFC 4180: CRLF, quotes where needed
    writer.writerows([_safe(cell) for cell in row] for row in rows)


def _download(file: str, games: Iterable[GameSnapshot]) -> Response:
    """The hands of these games as a streamed file."""
    separator = _SEPARATORS.get(request.args.get("separator", ""), ",")
    return Response(
        _chunks(access.this_pad().name, games, separator),
        mimetype="text/csv",
        headers={"Content-Disposition": f"attachment; filename={file}"},
    )


def _chunks(pad_name: str | None, games: Iterable[GameSnapshot], separator: str) -> Iterator[str]:
    """The file, a game at a time."""
    buffer = io.StringIO()
    buffer.write(_BYTE_ORDER_MARK)
    write(buffer, separator, [COLUMNS])
    for game in games:
        write(buffer, separator, rows(pad_name, game))
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _all_games(engine: Engine, pad_id: int) -> Iterator[GameSnapshot]:
    # The request's own session is closed before the last line is sent.
    with Session(engine) as session:
        yield from all_games(session, pad_id)


def _cards(hand: Hand, seat: int) -> str:
    return " ".join(card for card, taker in hand.cards.items() if taker == seat)


def _moon(line: Line, seat: int) -> tuple[str, str]:
    if line.shooter != seat:
        return "", ""
    return line.moon_counted or "", "true" if line.sun else ""


def _rules(options: Mapping[str, Any]) -> str:
    """The options of the game: its key alone where nothing was changed."""
    if set(options) <= {"preset"}:
        return str(options.get("preset", ""))
    return json.dumps(dict(options), ensure_ascii=False)


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat().replace("+00:00", "Z")


def _safe(cell: str | int) -> str | int:
    """The cell, with an apostrophe before everything that a spreadsheet would take for a formula.

    The apostrophe stands right where a cell may begin in the text, before blanks and quotes: with
    another separator the quotes may be read as delimiters.
    """
    if isinstance(cell, int):
        return cell
    starts = {_start(cell, match.start()) for match in _FORMULA.finditer(cell)} - {None}
    if not starts:
        return cell
    return "".join(f"'{each}" if at in starts else each for at, each in enumerate(cell))


def _start(text: str, at: int) -> int | None:
    """The start of the cell whose first character this is, blanks, invisible ones and quotes aside.

    ``None``: no cell does.
    """
    while at and text[at - 1] not in _BREAKS:
        at -= 1
        if text[at] != '"' and unicodedata.category(text[at])[0] not in "ZC":
            return None
    return at
