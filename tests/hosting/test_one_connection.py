"""Behind gunicorn, a phone that follows a game polls over one connection.

waitress closes each connection after a 204, because that has no length.
"""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Final

from tests.faults.running import gunicorn
from tests.hosting.table import start
from tests.support.hosting import Client
from tests.support.patience import PATIENCE

POLLS: Final = 20


def test_polls_and_pages_go_over_one_connection(tmp_path: Path) -> None:
    # Of gunicorn's workers those with threads keep connections; the others close each.
    with gunicorn(folder=tmp_path, workers=1, options=["--threads", "2"]) as server:
        table = start(Client(server))
        poll = f"{table.path}?seen={table.form()['revision']}"
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
            connection.connect()
            kept = connection.sock
            for path in (*[poll] * POLLS, "/new", poll):
                connection.request("GET", path)
                answer = connection.getresponse()
                # A body where none is allowed would be taken for the next answer.
                assert answer.read() == b"" or path == "/new"
                assert answer.status == (200 if path == "/new" else 204)
                if path == poll:
                    # Neither is allowed in a 204, and they could confuse a proxy.
                    assert not {"Content-Length", "Transfer-Encoding"} & {*answer.headers}
                assert connection.sock is kept
            connection.request("GET", poll, headers={"Connection": "close"})
            answer = connection.getresponse()
            assert (answer.status, answer.headers["Connection"]) == (204, "close")
