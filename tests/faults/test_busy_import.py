"""Somebody imports a thousand games: others save in their own pads meanwhile."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from scorepad.settings import make_settings
from scorepad.store.database.database import open_database
from scorepad.store.transfer.exporting import all_games, game_lines
from tests.faults.running import Serving, command, gunicorn
from tests.hosting.table import Table, start
from tests.store.table import PLAIN_HANDS
from tests.support.hosting import Answer, Client
from tests.support.many_games import Size, fill
from tests.web.pad.importing import form_with_file

GAMES = 1_000
OTHERS = 3


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A thousand games of a dozen hands each, as Scorepad writes them."""
    settings = make_settings(tmp_path_factory.mktemp("exported"))
    with open_database(settings.database) as database:
        with database.writing() as session:
            pad = fill(session, Size(games=GAMES)).id
        with database.reading() as connection:
            return b"".join(game_lines("Fridays", all_games(connection, pad)))


def bring_in(table: Table, file: bytes) -> Answer:
    address = f"{table.path.partition('table/')[0]}import"
    form = table.client.get(address).form(address)
    return table.client.upload(address, *form_with_file(form["csrf_token"], file))


@pytest.mark.parametrize("serving", [command, gunicorn])
def test_others_save_while_a_large_file_is_imported(
    tmp_path: Path, file: bytes, serving: Serving
) -> None:
    with serving(folder=tmp_path / "data") as server:
        importing = start(Client(server))
        others = [start(Client(server)) for _ in range(OTHERS)]
        with ThreadPoolExecutor(1) as threads:
            work = threads.submit(bring_in, importing, file)
            for saved in count():
                if work.done():
                    break
                table = others[saved % OTHERS]
                table.record(PLAIN_HANDS[saved % len(PLAIN_HANDS)])
        front = importing.path.partition("table/")[0]
        assert (work.result().status, work.result().headers["Location"]) == (303, front)
        assert f"{GAMES} games imported" in importing.client.get(front).text
    # None was refused, nor kept waiting until the end.
    assert saved >= OTHERS
