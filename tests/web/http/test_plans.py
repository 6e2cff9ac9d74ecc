"""No statement of a request reads a whole table: what a pad costs depends on no other pad.

By SQLite's plans: PostgreSQL has the same indexes, and plans by what is in the tables. How much is
read of the pad itself is bounded by its caps; ``make bench`` measures that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pytest
from flask import Flask

from scorepad.store.game.access import game_state
from scorepad.web.database import database_of
from tests.web.apps import reading
from tests.web.cast import Cast, Table, players, start
from tests.web.figures.night import agreement_ids, player_id
from tests.web.figures.test_player_names import rename
from tests.web.http.addresses import SAFE, address_of, rules_of, values_for, written
from tests.web.scenes import Scenes
from tests.web.table.polls import statements

_SEASONS: Final = ("season=2020", "rules=all", "rules={rules}&from=2020-03-01&to=2020-03-31")
# What pages can be asked for besides their addresses.
QUERIES: Final[Mapping[str, Sequence[str]]] = {
    "pad.front": ("before=2", "after=1", "oldest", "running=1"),
    "pad.bin_of_pad": ("before=2",),
    "pad.list_of_pens": ("after=1",),
    "pad.find": ("player={player}&rules={rules}&year=2020", "before=2"),
    "figures.list_of_players": (*_SEASONS, "sort=wins"),
    "figures.player": _SEASONS,
    "figures.records": _SEASONS,
    "figures.list_of_evenings": (*_SEASONS, "before=2"),
    "table.table": ("seen=0", "me=1"),
    "table.log": ("before=9",),
    "pad.hands_csv": ("layout=sheet", "after=1"),
}
# Acts on other games than the first one, which runs: the second is over, the third in the bin.
NUMBERS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("table.rematch", "table.evening_note", "table.save_evening_note"), 2),
    **dict.fromkeys(("table.delete_game", "table.take_out_of_bin"), 3),
}
# A constant, or a part of the statement, is no table.
_SCANNED: Final = re.compile(r"SCAN (?!CONSTANT ROW|\(|\d|anon_)")


def scans(app: Flask, sent: Sequence[tuple[str, Any]]) -> Iterator[str]:
    """The statements that read a whole table."""
    with database_of(app).reading() as connection:
        for statement, parameters in sent:
            if statement.split()[0] not in ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH"):
                continue
            row = parameters[0] if isinstance(parameters, list) else parameters
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", row)
            yield from (statement for step in plan if _SCANNED.match(step[3]))


@pytest.mark.slow
def test_no_statement_reads_a_whole_table(app: Flask, cast: Cast, scenes: Scenes) -> None:
    played = cast.table
    rename(played, "Dora", "Dorothea")
    start(played.phone, "Eva", "Finn", "Gus", at=f"{played.pad}new").do("bin")
    kept, token = scenes.keep(), played.phone.token()
    player, (rules, *_) = player_id(played, "Anna"), agreement_ids(played)
    fields: dict[str, Mapping[str, Any]] = {
        "pad.start_game": {**players("Anna", "Ben", "New"), "dealer": "0"},
        "pad.delete": {"typed": played.key},
        "figures.merge": {"same": "Eva"},
        "figures.undo": dict(played.phone.open(f"{played.pad}players/history").form("/undo").sent),
    }
    assert {*QUERIES, *NUMBERS, *fields} <= {rule.endpoint for rule in rules_of(app)}
    found, done = {}, set()
    for rule in rules_of(app):
        game = Table(played.phone, f"{played.pad}table/{NUMBERS.get(rule.endpoint, 1)}")
        values = values_for(rule, game, player=player, first=2)
        address = address_of(app, rule, values)
        asked = [(method, address) for method in {"GET", "POST"} & (rule.methods or set())]
        for query in QUERIES.get(rule.endpoint, ()):
            asked += [("GET", f"{address}?{query.format(player=player, rules=rules)}")]
        scenes.put_back(kept)
        for method, where in asked:
            data = None
            if method not in SAFE:
                data = {**written(app, game, token), **fields.get(rule.endpoint, {})}
            with statements(app) as sent:
                response = played.phone.client.open(where, method=method, data=data)
            if response.status_code in (200, 302, 303):
                done.add(rule.endpoint)
            if slow := [*scans(app, sent)]:
                found[method, where] = slow
    assert found == {}
    # What is refused would not say what it takes.
    refused = {rule.endpoint for rule in rules_of(app)} - done
    assert refused == {"pad.take_file", "figures.redo", "table.correct_own_hand"}


@pytest.mark.parametrize("pen", [None, 1])
def test_nor_does_a_poll(app: Flask, played: Table, pen: int | None) -> None:
    with statements(app) as sent, reading(app) as session:
        for number in (1, 2):
            game_state(session.connection(), played.key, number, pen)
    assert len(sent) == 2
    assert [*scans(app, sent)] == []
    assert [*scans(app, [("SELECT id FROM games WHERE dealer = 1", ())])]
