"""The rows of CSV files, tidy and as on paper (docs/files.md, "CSV"); no cell is a formula."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from io import BytesIO, TextIOWrapper
from typing import Any, Final

from scorepad.rules import Hand
from scorepad.store.game.snapshot import GameSnapshot
from scorepad.web.words.rules import english_direction

ON_PAPER: Final = ("game", "started", "hand", "dealer")
TIDY: Final = (
    *("pad", "game", "started", "finished", "rules", "hand", "dealer", "pass", "seat", "player"),
    *("hearts", "cards", "moon", "sun", "points", "adjusted", "total", "place"),
)
# After these, in a file with a game that has one.
NOTES: Final = ("note", "evening_note")
# At the end: times that a spreadsheet reads, and as people say it what a program reads above.
FOR_PEOPLE: Final = ("started_at", "finished_at", "dealt_by", "passed")

Row = Sequence[object]


def as_csv(rows: Iterable[Row], separator: str) -> bytes:
    """A file with these rows, in UTF-8 with a byte order mark, quoted where needed (RFC 4180)."""
    file = BytesIO()
    text = TextIOWrapper(file, "utf-8-sig", newline="")
    # Rows repeat their texts: each is looked at once.
    safe = _Safe()
    csv.writer(text, delimiter=separator).writerows(
        [safe[cell] if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    text.flush()
    return file.getvalue()


class _Safe(dict[str, str]):
    """The safe cells of a file, by their texts."""

    def __missing__(self, text: str) -> str:
        self[text] = safe = without_formula(text)
        return safe


# A spreadsheet takes text that begins with these for a formula; the last four are full-width.
_FORMULA: Final = re.compile("[=+@\t\r\uff1d\uff0b\uff0d\uff20-]")
# A cell may also begin after these, with another separator or where quotes are ignored.
_BREAKS: Final = frozenset(",;\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029")


def without_formula(text: str) -> str:
    """The text, with an apostrophe before everything that a spreadsheet would take for a formula.

    The apostrophe stands right where a cell may begin in the text, before blanks and quotes: with
    another separator the quotes may be read as delimiters.
    """
    starts = {_start(text, match.start()) for match in _FORMULA.finditer(text)} - {None}
    if not starts:
        return text
    return "".join(f"'{each}" if at in starts else each for at, each in enumerate(text))


def _start(text: str, at: int) -> int | None:
    """Where the cell starts whose first visible character other than a quote this is.

    ``None``: it is not the first one of a cell.
    """
    while at and text[at - 1] not in _BREAKS:
        at -= 1
        if text[at] != '"' and unicodedata.category(text[at])[0] not in "ZC":
            return None
    return at


def on_paper(players: Mapping[int, str], games: Iterable[GameSnapshot]) -> Iterator[Row]:
    """A row a hand: ``ON_PAPER``, then the total of each player after the hand.

    ``players``: the names of all players of these games, by their ids, in the order of their
    columns. The cell of somebody who does not play is empty.
    """
    yield *ON_PAPER, *players.values()
    for game in games:
        for line, hand in zip(game.sheet.lines, game.hands, strict=True):
            seated = [each.player_id for each in game.seated_at(hand.line)]
            totals = dict(zip(seated, line.totals, strict=True))
            dealer = players[seated[line.dealer]]
            yield (
                *(game.number, _in_utc(game.started), line.number, dealer),
                *(totals.get(player) for player in players),
            )


def tidy(
    pad_name: str | None, games: Iterable[GameSnapshot], zone: tzinfo, *, noted: bool
) -> Iterator[Row]:
    """A row for each hand and seat: ``TIDY``, ``NOTES`` if it is ``noted``, ``FOR_PEOPLE``.

    ``zone``: that of the times for people, which are alike in every language, as the pass is.

    Seats and dealers are counted from 0, as in a game file. ``moon`` (how it counted) and ``sun``
    stand in the shooter's row; ``place`` is the seat's place after this hand. Rules and notes can
    be longer than all else in a row: only the game's first row has them.
    """
    yield *TIDY, *(NOTES if noted else ()), *FOR_PEOPLE
    for game in games:
        # In one line, as each row is.
        notes = [
            (note or "").replace("\n", " ") for note in (game.note, game.evening_note) if noted
        ]
        rules = _rules(game.options)
        of_game = (pad_name, game.number, _in_utc(game.started), _in_utc(game.finished))
        times = [
            at and f"{at.astimezone(zone):%Y-%m-%d %H:%M:%S}"
            for at in (game.started, game.finished)
        ]
        for line, hand in zip(game.sheet.lines, game.hands, strict=True):
            names = game.names_at(hand.line)
            cards = _cards_by_seat(hand.hand)
            for seat, name in enumerate(names):
                shot = seat == line.shooter
                yield (
                    *(*of_game, rules, line.number, line.dealer, line.passed, seat, name),
                    *(hand.hand.hearts[seat], cards[seat]),
                    line.moon_counted if shot else None,
                    "true" if shot and line.sun else None,
                    *(line.points[seat], line.adjusted[seat]),
                    *(line.totals[seat], line.places[seat], *notes, *times),
                    *(names[line.dealer], english_direction(line.passed, len(names))),
                )
                rules, notes = "", [""] * len(notes)


def _in_utc(moment: datetime | None) -> str | None:
    """A time in ISO 8601."""
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def _cards_by_seat(hand: Hand) -> list[str]:
    cards = [""] * len(hand.hearts)
    for card, taker in hand.cards.items():
        cards[taker] = f"{cards[taker]} {card}".lstrip()
    return cards


def _rules(options: Mapping[str, Any]) -> str:
    """The options of the game; the key of the preset alone if nothing else was chosen."""
    if set(options) <= {"preset"}:
        return str(options.get("preset", ""))
    return json.dumps(dict(options), ensure_ascii=False)
