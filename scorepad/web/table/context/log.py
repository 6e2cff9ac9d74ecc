"""The log of a game, as its page shows it, and a line of it in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from scorepad.store.log_rows import LogRow
from scorepad.store.snapshot import GameSnapshot
from scorepad.web import urls
from scorepad.web.words.log import sentence
from scorepad.web.words.numbers import moment
from scorepad.web.words.translation import gettext


@dataclass(frozen=True)
class LogLine:
    """A line of the log. ``at``: in HTML's format; ``device``: empty if only one ever wrote."""

    at: str
    moment: str
    sentence: Markup
    device: str
    undone: bool


@dataclass(frozen=True)
class LogPage:
    """The log of a game."""

    number: int
    table_url: str
    lines: tuple[LogLine, ...]


def log_page(
    game: GameSnapshot, rows: Sequence[LogRow], device_names: Mapping[int | None, str]
) -> LogPage:
    """The log of a game. ``device_names``: of those devices that have a name, by id."""
    by_id = {row.id: row for row in rows}
    devices = _labels(dict.fromkeys(row.device_id for row in rows), device_names)
    return LogPage(
        number=game.number,
        table_url=urls.game_url("table.table"),
        lines=tuple(
            LogLine(
                row.at.isoformat(),
                moment(row.at),
                sentence_in(game, row, by_id),
                devices[row.device_id],
                row.undone is not None,
            )
            for row in reversed(rows)
        ),
    )


def sentence_in(
    game: GameSnapshot, row: LogRow, others: Mapping[int, LogRow] | None = None
) -> Markup:
    """A line of the log as a sentence. ``others``: the lines that an undo is about, by id."""
    # With the names of those who played the hand.
    names = game.names if row.line is None else game.names_at(row.line)
    return sentence(row, names, game.numbers, others)


def _labels(
    devices: Collection[int | None], names: Mapping[int | None, str]
) -> dict[int | None, str]:
    """What tells devices apart: nothing for a single one; equal names are numbered."""
    if len(devices) < 2:
        return dict.fromkeys(devices, "")
    labels: dict[int | None, str] = {}
    for device in devices:
        name = names.get(device) or gettext("phone")
        alike = sum(other.partition(" #")[0] == name for other in labels.values())
        labels[device] = f"{name} #{alike + 1}" if alike else name
    return labels
