"""What each cache of decision 0054 earns: how many times as long something takes without it.

With and without in turn, so that both share the machine's mood; the median of the ratios counts.
Without: what lives in one function is called past its cache, everything else is emptied before
each request.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from unittest import mock

from bench.asking import cookies_of, cost, request
from bench.figures import Figure
from bench.game import evening, longest, stored
from bench.growth import FEW, filled
from scorepad import assets
from scorepad.gamefile import read_game, reading
from scorepad.settings import make_settings
from scorepad.store.lists import listed
from scorepad.web import create_app, urls
from scorepad.web.drawings import png
from scorepad.web.pad import rules_part
from scorepad.web.table import entry, next_hand, share, sheet
from scorepad.web.words import log as log_words
from scorepad.web.words import times
from tests.web.cast import Table

_ROUNDS: Final = 9
_OWN_COOKIE: Final = "scorepad_x=1"

Do = Callable[[], Any]


@dataclass(frozen=True)
class _Cache:
    """A cache: what is done with it, and the same while it is off; ``cost`` in seconds of CPU."""

    name: str
    where: str
    cost: Callable[[], float]
    without: Callable[[], float]


def caches() -> list[Figure]:
    """A figure for each cache."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(make_settings(Path(folder)))
        table = stored(app, evening())
        return [
            Figure(
                each.name,
                statistics.median(each.without() / each.cost() for _ in range(_ROUNDS)),
                unit=f"times as long: {each.where}",
            )
            for each in chain(_whole_answers(table), _parts_of_pages(table), _of_files())
        ]


def _whole_answers(table: Table) -> Iterator[_Cache]:
    app, pen = table.app, cookies_of(table)
    page = request(app, table.address)
    shown = partial(cost, request(app, table.address, _OWN_COOKIE))
    yield _Cache("pages of lookers-on", "the table", partial(cost, page), shown)
    yield _emptied("QR codes", "show", share._code, request(app, f"{table.address}/show", pen))
    if png.available():
        svg = table.phone.client.get(f"{table.address}/result.svg").text
        picture = request(app, f"{table.address}/result.png", pen)
        drawn = partial(_after, partial(png.render_png, svg), picture)
        yield _Cache("pictures as PNG", "one", partial(cost, picture), partial(cost, drawn))
    style = request(app, _style_sheet(table))
    yield _emptied("static files", "the style sheet", assets.static_files, style)
    with filled(app, (FEW,)) as ((other, _),):
        records = request(app, f"{other.pad}records", cookies_of(other))
        yield _emptied("rulesets", "records", reading.ruleset_of, records)
    front = request(app, table.pad, pen)
    forgetting = partial(_after, listed._KEPT.clear, front)
    yield _Cache("running games", "front page", partial(cost, front), partial(cost, forgetting))


def _parts_of_pages(table: Table) -> Iterator[_Cache]:
    """What ``remembered`` keeps, function by function."""
    app, pen = table.app, cookies_of(table)
    at_table = partial(cost, request(app, table.address, pen))
    for name, module, function in (
        ("rows of the sheet", sheet, "_row"),
        ("pictures of the table", next_hand, "_picture"),
        ("hearts of the entry", entry, "_grid"),
        ("addresses", urls, "_url"),
    ):
        yield _Cache(name, "the table", at_table, partial(_past, module, function, at_table))
    start = partial(cost, request(app, "/new"))
    past = partial(_past, rules_part, "_remembered_blank", start)
    yield _Cache("texts of rules", "the start form", start, past)
    log = partial(cost, request(app, f"{table.address}/log", pen))
    past = partial(_past, log_words, "_in_full", log)
    yield _Cache("hands in words", "the log", log, past)
    yield _Cache("days", "the log", log, partial(_past, times, "_written", log))


def _of_files() -> Iterator[_Cache]:
    read = partial(read_game, {**longest(), "hands": []})
    yield _emptied("names of a file", "reading a game", reading._name_fault, read)
    yield _emptied("rulesets", "reading a game", reading.ruleset_of, read)


def _emptied(name: str, where: str, function: Any, do: Do) -> _Cache:
    forgetting = partial(_after, function.cache_clear, do)
    return _Cache(name, where, partial(cost, do), partial(cost, forgetting))


def _after(first: Do, do: Do) -> None:
    first()
    do()


def _past(module: ModuleType, function: str, measure: Callable[[], float]) -> float:
    """What something costs while a function is called past its cache."""
    with mock.patch.object(module, function, getattr(module, function).__wrapped__):
        return measure()


def _style_sheet(table: Table) -> str:
    return str(table.page().only("link", rel="stylesheet").attributes["href"])
