"""Tidy CSV: one row per hand and seat, every row complete in itself (product.md, "CSV")."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from scorepad.rules import Hand, Line
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.pad.csv_cells import Cells

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
# After these, in a file with a game that has one: a sheet without notes has the columns above only.
NOTES: Final = ("note", "evening_note")


def tidy(
    cells: Cells, pad_name: str | None, games: Iterable[GameSnapshot], *, noted: bool = False
) -> Iterator[str]:
    """The file, a game at a time, in the order of ``COLUMNS``; ``noted``: and of ``NOTES``.

    Seats and dealers are counted from 0, as in a game file. ``moon`` (how it counted) and ``sun``
    stand in the shooter's row; ``place`` is the seat's place after this hand.
    """
    columns = (*COLUMNS, *NOTES) if noted else COLUMNS
    yield cells.row(*columns)
    # One format string, because there can be half a million rows.
    row = cells.row(*["%s"] * len(columns))
    pad = cells.text(pad_name or "")
    for game in games:
        # In one line, as each row is.
        notes = [
            cells.text((note or "").replace("\n", " "))
            for note in (game.note, game.evening_note)
            if noted
        ]
        yield "".join(row % (pad, *each, *notes) for each in _rows(game, cells.text))


def _rows(game: GameSnapshot, text: Callable[[str], str]) -> Iterator[tuple[object, ...]]:
    """The cells for each hand and seat, between the pad and the notes."""
    of_game = (
        game.number,
        moment(game.started),
        moment(game.finished),
        text(_rules(game.options)),
    )
    names = {name: text(name) for name in game.everybody.values()}
    for line, hand in zip(game.sheet.lines, game.hands, strict=True):
        before = (*of_game, line.number, line.dealer, line.passed)
        columns = zip(
            map(names.__getitem__, game.names_at(hand.line)),
            hand.hand.hearts,
            _cards_by_seat(hand.hand),
            *_moons(line),
            line.points,
            line.adjusted,
            line.totals,
            line.places,
            strict=True,
        )
        for seat, cells in enumerate(columns):
            yield *before, seat, *cells


def moment(moment: datetime | None) -> str:
    """A time in UTC, or nothing (ISO 8601)."""
    return "" if moment is None else moment.isoformat().replace("+00:00", "Z")


def _cards_by_seat(hand: Hand) -> list[str]:
    cards = ["" for _ in hand.hearts]
    for card, taker in hand.cards.items():
        cards[taker] = f"{cards[taker]} {card}".lstrip()
    return cards


def _moons(line: Line) -> tuple[list[str], list[str]]:
    """For each seat how its moon counted, and whether it was a sun."""
    moons, suns = ([""] * len(line.points) for _ in range(2))
    if line.shooter is not None:
        moons[line.shooter] = line.moon_counted or ""
        suns[line.shooter] = "true" if line.sun else ""
    return moons, suns


def _rules(options: Mapping[str, Any]) -> str:
    """The options of the game; the key of the preset alone if nothing else was chosen."""
    if set(options) <= {"preset"}:
        return str(options.get("preset", ""))
    return json.dumps(dict(options), ensure_ascii=False)
