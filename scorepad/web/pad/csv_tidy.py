"""Tidy CSV: one row per hand and seat, complete in itself but for notes (docs/files.md, "CSV")."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, tzinfo
from typing import Any, Final

from scorepad.rules import Hand, Line
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.pad.csv_cells import Cells
from scorepad.web.words.rules import english_direction

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
# After these, in a file with a game that has one, and only in the first row of the game: a note is
# longer than all else in a row.
NOTES: Final = ("note", "evening_note")
# At the end: times that a spreadsheet reads, and as people say it what a program reads above.
FOR_PEOPLE: Final = ("started_at", "finished_at", "dealt_by", "passed")


def tidy(
    cells: Cells,
    pad_name: str | None,
    games: Iterable[GameSnapshot],
    zone: tzinfo,
    *,
    noted: bool = False,
) -> Iterator[str]:
    """The file, a game at a time: ``COLUMNS``, ``NOTES`` if it is ``noted``, ``FOR_PEOPLE``.

    ``zone``: that of the times for people, which are alike in every language, as the pass is.

    Seats and dealers are counted from 0, as in a game file. ``moon`` (how it counted) and ``sun``
    stand in the shooter's row; ``place`` is the seat's place after this hand.
    """
    columns = (*COLUMNS, *(NOTES if noted else ()), *FOR_PEOPLE)
    yield cells.row(*columns)
    # One format string, because there can be half a million rows.
    row = cells.row(*["%s"] * len(columns))
    pad = cells.text(pad_name or "")
    for game in games:
        rows = []
        # In one line, as each row is.
        notes = [
            cells.text((note or "").replace("\n", " "))
            for note in (game.note, game.evening_note)
            if noted
        ]
        for each, spoken in _rows(game, cells.text, zone):
            rows.append(row % (pad, *each, *notes, *spoken))
            notes = [""] * len(notes)
        yield "".join(rows)


def _rows(
    game: GameSnapshot, text: Callable[[str], str], zone: tzinfo
) -> Iterator[tuple[tuple[object, ...], tuple[object, ...]]]:
    """The cells for each hand and seat, between the pad and the notes, and those after these."""
    of_game = (
        game.number,
        moment(game.started),
        moment(game.finished),
        text(_rules(game.options)),
    )
    times = [_as_read(at, zone) for at in (game.started, game.finished)]
    names = {name: text(name) for name in game.everybody.values()}
    for line, hand in zip(game.sheet.lines, game.hands, strict=True):
        before = (*of_game, line.number, line.dealer, line.passed)
        seated = [names[name] for name in game.names_at(hand.line)]
        passed = english_direction(line.passed, len(seated))
        spoken = (*times, seated[line.dealer], passed)
        columns = zip(
            seated,
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
            yield (*before, seat, *cells), spoken


def moment(moment: datetime | None) -> str:
    """A time in UTC, or nothing (ISO 8601)."""
    return "" if moment is None else moment.isoformat().replace("+00:00", "Z")


def _as_read(moment: datetime | None, zone: tzinfo) -> str:
    """A time in a zone as spreadsheets read it, in any language: 2026-11-20 20:30:00."""
    if moment is None:
        return ""
    return moment.astimezone(zone).replace(tzinfo=None).isoformat(" ", "seconds")


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
