"""Every statement of a request finds its rows by an index, however many games a pad has.

By SQLite's plans: PostgreSQL has the same indexes, and plans by what is in the tables.

Figures are added up from all finished games: their statements need an index and may read all of it.

The statements are those that the requests below send to a database; a new address belongs into
their list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any, Final
from uuid import uuid4

import pytest
from flask import Flask
from sqlalchemy import Connection, event, func, select
from werkzeug.test import TestResponse

from scorepad.store.game.access import game_state
from scorepad.store.models import Game
from scorepad.web.database import database_of
from tests.support.many_games import PLAYERS, FilledPad, Size, fill
from tests.support.played_games import SEATS
from tests.web.apps import app_in, reading, writing
from tests.web.cast import (
    COOKIE,
    Phone,
    Table,
    hand,
    players,
    start,
)

SIZE: Final = Size(games=400, binned=200, pens=300, held=45)

Parameters = Any


# The databases are large ones.
pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Bench:
    """An app with a pad of many games, and who asks it; ``old``: the first one that was stopped."""

    app: Flask
    pad: FilledPad
    old: int
    table: Table
    looker_on: Phone
    token: str

    @property
    def holder(self) -> Phone:
        """Who holds the pen."""
        return self.table.phone


Request = Callable[[Bench], TestResponse]


def page(path: str, *, pen: bool = True) -> Request:
    """Asks for a page below the pad: {running}, {middle} and {old} are numbers of games."""

    def ask(bench: Bench) -> TestResponse:
        return (bench.holder if pen else bench.looker_on).client.get(filled(bench, path))

    return ask


def sent(path: str, **fields: str) -> Request:
    """Sends a form to an address below the pad, about the game that it names as that is then."""

    def send(bench: Bench) -> TestResponse:
        number = bench.old if "{old}" in path else bench.pad.running
        with reading(bench.app) as session:
            game = select(Game.revision).where(Game.pad_id == bench.pad.id, Game.number == number)
            revision = session.scalar(game)
        own = {"csrf_token": bench.token, "entry_id": uuid4().hex, "revision": str(revision)}
        return bench.holder.client.post(filled(bench, path), data={**own, **fields})

    return send


def surely(ask: Request) -> Request:
    """Does what is asked for: a refusal would not say what it takes."""

    def done(bench: Bench) -> TestResponse:
        response = ask(bench)
        assert response.status_code == 303, response.text
        return response

    return done


def correct_old(bench: Bench) -> TestResponse:
    """Gives the hearts of the old game's first hand to the next seats."""
    form = Table(bench.holder, filled(bench, "table/{old}")).correction(1)
    hearts = [form[f"hearts_{seat}"] for seat in range(SEATS)]
    last, *others = hearts[::-1]
    moved = [last, *others[::-1]]
    return bench.holder.submit(form, {f"hearts_{seat}": each for seat, each in enumerate(moved)})


def undo_merge(bench: Bench) -> TestResponse:
    """Undoes what was done last to the players."""
    history = bench.holder.open(filled(bench, "players/history"))
    return bench.holder.submit(history.form("/players/undo"))


def filled(bench: Bench, path: str) -> str:
    """The address, with the numbers in it."""
    pad = bench.pad
    numbers = {
        "running": pad.running,
        "old": bench.old,
        "middle": pad.running // 2,
        "player": pad.player,
        "twin": pad.twin,
        "rules": pad.agreement,
        "evening": pad.evening,
    }
    return f"/pad/{bench.pad.address}/{path.format_map(numbers)}"


REQUESTS: Final[Mapping[str, Request]] = {
    "front page": page(""),
    "front page, looked at": page("", pen=False),
    "older games": page("?before={middle}"),
    "newer games": page("?after={middle}"),
    "oldest games": page("?oldest"),
    "more running games": page("?running={running}"),
    "bin": page("bin"),
    "bin, older": page("bin?before={middle}"),
    "pens": page("pens"),
    "more pens": page("pens?after=30"),
    "table": page("table/{running}"),
    "table, looked at": page("table/{running}", pen=False),
    "table of an old game": page("table/{old}"),
    "hand": page("table/{running}/hand/1"),
    "log": page("table/{running}/log"),
    "log of an old game": page("table/{old}/log"),
    "chart": page("table/{running}/chart.svg"),
    "show": page("table/{running}/show"),
    "in the middle": page("table/{running}/middle", pen=False),
    "an old game in the middle": page("table/{old}/middle", pen=False),
    "new game": page("new"),
    "all finished games": page("games"),
    "games of a player": page("games?player={player}"),
    "games by rules": page("games?rules={rules}&before={middle}"),
    "games of a year": page("games?year=2018"),
    "games by all of these": page("games?player={player}&rules={rules}&year=2018"),
    "players": page("players"),
    "player": page("player/{player}"),
    "player, looked at": page("player/{player}?rules=all", pen=False),
    "form": page("player/{player}/form.svg"),
    "records": page("records"),
    "records of all rules": page("records?rules=all"),
    "players of a season": page("players?season=2020"),
    "players of a season, all rules": page("players?from=2020-03-01&to=2020-03-31&rules=all"),
    "player in a season": page("player/{player}?from=2019-12-01&to=2020-02-03"),
    "player in a season, all rules": page(
        "player/{player}?from=2020-03-01&to=2020-03-31&rules=all"
    ),
    "records of a season": page("records?season=2020"),
    "records of a season, all rules": page("records?season=2020&rules=all"),
    "evenings of a season": page("evenings?season=2020"),
    "evenings": page("evenings"),
    "older evenings": page("evenings?before={evening}"),
    "evening": page("evening/{evening}"),
    "story of an evening": page("evening/{evening}/story"),
    "note": page("table/{old}/note"),
    "note on an evening": page("table/{evening}/evening-note"),
    "write a note": surely(sent("table/{old}/note", note="Wine")),
    "write a note on an evening": surely(sent("table/{old}/evening-note", note="Late")),
    "card": page("card"),
    "history of names": page("players/history"),
    "rename": sent("player/{player}/name", name="Annabella"),
    "merge": sent("player/{player}/merge", same="Nobody"),
    "merge two": surely(sent("player/{twin}/merge", same=PLAYERS[-1])),
    "undo it": surely(undo_merge),
    "result": page("table/{old}/result.svg"),
    "the first page": lambda bench: bench.holder.client.get("/"),
    "the icon": lambda bench: bench.holder.client.get("/play"),
    "save": sent("table/{running}", **{k: str(v) for k, v in hand(6, 4, 2, 1, QS=1).items()}),
    "undo": sent("table/{running}/undo"),
    "table after undo": page("table/{running}"),
    "redo": sent("table/{running}/redo"),
    "correct": sent(
        "table/{running}/hand/1", **{k: str(v) for k, v in hand(6, 4, 2, 1, QS=2).items()}
    ),
    "stop": sent("table/{running}/stop"),
    "reopen": sent("table/{running}/reopen"),
    "decide": sent("table/{running}/next", passed="0"),
    "replace": sent("table/{running}/replace", seat="1", name="Somebody"),
    "to the bin": sent("table/{running}/bin"),
    "from the bin": sent("table/{running}/unbin"),
    # The oldest game that was stopped, with all that was played since.
    "correct an old game": surely(correct_old),
    "an old game to the bin": surely(sent("table/{old}/bin")),
    "an old game from the bin": surely(sent("table/{old}/unbin")),
    "reopen an old game": surely(sent("table/{old}/reopen")),
    "stop an old game": surely(sent("table/{old}/stop")),
    "name": sent("name", name="Friday"),
    "link for a pen": sent("pens/link"),
    "withdraw": sent("pens/100"),
    "start": lambda bench: bench.holder.submit(
        bench.holder.open(filled(bench, "new")).form(),
        {**players("Anna", "Ben", "New"), "dealer": "0"},
    ),
}


def bench_in(app: Flask) -> Bench:
    with writing(app) as session:
        # Somebody else's, so that a pad is not all there is.
        fill(session, Size(games=40, binned=5, pens=3, held=3), seed=2)
        pad = fill(session, SIZE)
        stopped = select(func.min(Game.number)).where(
            Game.pad_id == pad.id, Game.stopped.is_not(None), Game.binned.is_(None)
        )
        old = session.scalars(stopped).one()
    phone = Phone(app)
    phone.client.set_cookie(COOKIE, pad.secret)
    table = Table(phone, f"/pad/{pad.address}/table/{pad.running}")
    # What is cleared away once a day, along with the first write, belongs to no request.
    start(Phone(app))
    return Bench(app, pad, old, table, Phone(app), phone.token())


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with app_in(tmp_path_factory.mktemp("data") / "data") as app:
        yield bench_in(app)


@contextmanager
def statements_of(app: Flask) -> Iterator[list[tuple[str, Parameters]]]:
    """What is sent to the database meanwhile; a poll has its own way there."""
    sent_there: list[tuple[str, Parameters]] = []

    def note(
        _connection: object, _cursor: object, statement: str, parameters: Parameters, *_: object
    ) -> None:
        if statement != "BEGIN":
            sent_there.append((statement, parameters))

    engine = database_of(app).engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent_there
    finally:
        event.remove(engine, "before_cursor_execute", note)


def faults(connection: Connection, statement: str, parameters: Parameters) -> list[str]:
    """What is wrong with the way in which a statement finds its rows."""
    kind = statement.split()[0].upper()
    exempt = _STARTED_TODAY in statement or statement.startswith(_ALL_OF_A_PLAYER)
    if kind not in ("SELECT", "INSERT", "UPDATE", "DELETE") or exempt:
        return []
    if isinstance(parameters, list):
        # The same for many rows.
        parameters = parameters[0]
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
    return [*slow_lines([row[3] for row in rows], statement)]


# These tables grow with every game.
_GROWING: Final = ("games", "seats", "hands", "changes", "outcomes", "results")
# The indexes that hold only what is on a list: to begin at one end of the list is cheap.
_LISTS: Final = re.compile("ix_games_(kept|running|finished|binned)|ix_pens_held")
# Sorted are the names of players, the changes of names, the notes of one evening, and the phones
# in the log of one game.
_FEW: Final = re.compile(
    r"SELECT (results\.game_id|players\.(name|id)|games\.number, games\.note,)"
    r"|SELECT changes\.(device_id, pens|.*changes\.what IN)",
    re.DOTALL,
)
_OF_FIGURES: Final = re.compile(r"FROM (outcomes|results JOIN outcomes)\b")
# A change of a player's name is one of all their games, and a merge adds up with whom they played.
_ALL_OF_A_PLAYER: Final = (
    "UPDATE games SET revision=(games.revision",
    "SELECT games.id \nFROM games \nWHERE games.number BETWEEN",
)
# Looks at two hundred games, however many there are.
_STARTED_TODAY: Final = "SELECT games.started"
# What one browser holds is little, and can be sorted: the pads and pens of its secrets.
_OF_A_BROWSER: Final = (
    "SELECT pads.id, pads.address",
    "SELECT pads.id AS pad, pads.address",
    "SELECT pads.address, games.number",
)
# A constant, or a part of the statement, is no table.
_SCANNED: Final = re.compile(r"SCAN (?!CONSTANT ROW|\(|\d|anon_)")
_SEARCHED: Final = re.compile(r"SEARCH (\w+).* INDEX (\w+) \((.*)\)")


def slow_lines(lines: Sequence[str], statement: str) -> Iterator[str]:
    """Where SQLite reads a whole table or all of a pad, or sorts what it has found."""
    figures = _OF_FIGURES.search(statement)
    few = figures or statement.startswith(_OF_A_BROWSER) or _FEW.match(statement)
    for line in lines:
        sorts = "TEMP B-TREE" in line and not few
        search = _SEARCHED.match(line)
        whole_pad = (
            not figures
            and search
            and search[3] == "pad_id=?"
            and is_whole_pad(search[1], search[2], statement)
        )
        if sorts or whole_pad or _SCANNED.match(line):
            yield line


def is_whole_pad(table: str, index: str, statement: str) -> bool:
    """Whether all that a pad has of something may be looked through, by an index for the pad."""
    if table not in (*_GROWING, "pens"):
        return False
    # Most of the games that are kept are over: those that run have a list of their own.
    kept = index == "ix_games_kept" and "finished IS" in statement
    return kept or not _LISTS.fullmatch(index)


def test_every_statement_of_a_request_has_an_index(bench: Bench) -> None:
    found = {}
    # In their order: some take back what others have done.
    for name, ask in REQUESTS.items():
        with statements_of(bench.app) as statements:
            response = ask(bench)
        assert response.status_code in (200, 302, 303, 422), (name, response.status)
        assert statements, name
        if slow := check(bench, statements):
            found[name] = slow
    assert found == {}


def test_so_does_a_poll(bench: Bench) -> None:
    with statements_of(bench.app) as statements, reading(bench.app) as session:
        for number, pen in product((bench.pad.running, bench.old), (None, 1)):
            game_state(session.connection(), bench.pad.address, number, pen)
    assert len(statements) == 4
    assert check(bench, statements) == {}


def check(bench: Bench, statements: Sequence[tuple[str, Parameters]]) -> dict[str, list[str]]:
    """Statements of which something is wrong, and what."""
    with database_of(bench.app).reading() as connection:
        return {
            statement: wrong
            for statement, parameters in statements
            if (wrong := faults(connection, statement, parameters))
        }
