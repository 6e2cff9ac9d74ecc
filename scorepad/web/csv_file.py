"""Hands as CSV: tidy, one row per hand and seat, streamed (product.md, "CSV")."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from flask import Response, request
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorepad.rules import Line
from scorepad.store.games import all_games, players_at, sheet_of
from scorepad.store.models import Game, Hand, Pad
from scorepad.web.database import db

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
# A spreadsheet takes a text that begins so for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_BYTE_ORDER_MARK: Final = "\ufeff"
_SEPARATORS: Final = {"semicolon": ";"}


def response(pad: Pad, file: str, number: int | None = None) -> Response:
    """The hands of the pad's games, or of one, as a download that is sent while it is made."""
    separator = _SEPARATORS.get(request.args.get("separator", ""), ",")
    return Response(
        _lines(db.engine, pad, number, separator),
        mimetype="text/csv",
        headers={"Content-Disposition": f"attachment; filename={file}"},
    )


def rows(pad: Pad, game: Game) -> Iterator[tuple[str | int, ...]]:
    """A row for each hand and seat of a game, in the order of ``COLUMNS``.

    Seats and dealers are counted from 0, as in a game file. ``moon`` (how it counted) and ``sun``
    stand in the shooter's row; ``place`` is the seat's place after this hand.
    """
    start = (
        pad.name or "",
        game.number,
        _moment(game.started),
        _moment(game.finished),
        _rules(game.rules),
    )
    for line, hand in zip(sheet_of(game).lines, game.hands, strict=True):
        places = line.places
        for seat, name in enumerate(players_at(game, hand.line)):
            yield tuple(
                _safe(cell)
                for cell in (
                    *start,
                    line.number,
                    line.dealer,
                    line.passed,
                    seat,
                    name,
                    hand.hearts[seat],
                    _cards(hand, seat),
                    *_moon(line, seat),
                    line.points[seat],
                    line.adjusted[seat],
                    line.totals[seat],
                    places[seat],
                )
            )


def _lines(engine: Engine, pad: Pad, number: int | None, separator: str) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=separator)  # RFC 4180: CRLF, quotes where needed
    buffer.write(_BYTE_ORDER_MARK)
    writer.writerow(COLUMNS)
    # The request's own session is gone before the last line is.
    with Session(engine) as session:
        for game in all_games(session, pad, number):
            writer.writerows(rows(pad, game))
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue()


def _cards(hand: Hand, seat: int) -> str:
    return " ".join(card for card, taker in hand.cards.items() if taker == seat)


def _moon(line: Line, seat: int) -> tuple[str, str]:
    if line.moon != seat:
        return "", ""
    return line.moon_counted or "", "true" if line.sun else ""


def _rules(options: Mapping[str, Any]) -> str:
    """The options of the game: its key alone where nothing was changed."""
    if set(options) <= {"preset"}:
        return str(options.get("preset", ""))
    return json.dumps(options, ensure_ascii=False)


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat().replace("+00:00", "Z")


def _safe(cell: str | int) -> str | int:
    """The cell, with an apostrophe before a text that a spreadsheet would work out."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
