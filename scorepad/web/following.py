"""Tables that are looked at: hundreds of phones may follow a game, and none may delay a save.

A page that follows a game asks every other second whether it went on. Nearly always it did not, and
that is answered before the app is asked, from one look-up. When it did, the page is made once for
all who have no cookie of ours, hold no pen and sit nowhere: it shows the same to each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from threading import Lock
from typing import TYPE_CHECKING, Final

from flask import Flask
from sqlalchemy import bindparam, select
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.sansio.utils import host_is_trusted
from werkzeug.wrappers import Response

from scorepad.store.models import Game, Pad
from scorepad.web.database import db
from scorepad.web.headers import HEADERS

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_TABLE: Final = re.compile(r"/pad/([A-Za-z0-9_-]{1,43})/table/([0-9]{1,6})", re.ASCII)
_QUERY: Final = re.compile(r"(?:seen=([0-9]{1,9}))?", re.ASCII)
_REVISION: Final = (
    select(Game.revision)
    .join(Pad, Game.pad_id == Pad.id)
    .where(Pad.address == bindparam("address"), Game.number == bindparam("number"))
)
_OUR_COOKIES: Final = "scorepad_"
_UNCHANGED: Final = [*HEADERS.items(), ("Cache-Control", "no-store")]
# Tables whose page is kept, about 30 kB each.
_MOST_KEPT: Final = 100


class Following:
    """Answers ``GET table?seen=<revision>`` with 204 while that is the game's revision.

    What a table shows must change with the revision only. Whatever else is asked, and whatever is
    odd about a request, goes on to the app.
    """

    def __init__(self, app: Flask, wsgi_app: WSGIApplication, hosts: Iterable[str]) -> None:
        with app.app_context():
            self._engine = db.engine
        self._app = wsgi_app
        self._hosts = list(hosts)
        # By table: the revision at which the page was made, and the page.
        self._kept: dict[str, tuple[int, Response]] = {}
        self._lock = Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, or let the app answer."""
        table = _TABLE.fullmatch(environ.get("PATH_INFO", ""))
        query = _QUERY.fullmatch(environ.get("QUERY_STRING", ""))
        known = _OUR_COOKIES in environ.get("HTTP_COOKIE", "")
        if not table or not query or environ["REQUEST_METHOD"] != "GET" or (known and not query[1]):
            return self._app(environ, start_response)
        if self._hosts and not host_is_trusted(environ.get("HTTP_HOST"), self._hosts):
            return self._app(environ, start_response)
        revision = self._revision(table[1], int(table[2]))
        if revision is not None and query[1] and int(query[1]) == revision:
            start_response("204 No Content", list(_UNCHANGED))
            return []
        if revision is None or known:
            return self._app(environ, start_response)
        return self._page(table[0], revision, environ)(environ, start_response)

    def _revision(self, address: str, number: int) -> int | None:
        try:
            with self._engine.connect() as connection:
                named = {"address": address, "number": number}
                return connection.execute(_REVISION, named).scalar()
        except SQLAlchemyError:
            return None  # The app has a page for it.

    def _page(self, table: str, revision: int, environ: WSGIEnvironment) -> Response:
        """The page of a table as it is now: it may be newer than the revision, never older."""
        kept, page = self._kept.get(table, (None, None))
        if page is None or kept != revision:
            page = Response.from_app(self._app, environ, buffered=True)
            if page.status_code == HTTPStatus.OK and "Set-Cookie" not in page.headers:
                with self._lock:
                    self._kept.pop(table, None)
                    if len(self._kept) >= _MOST_KEPT:
                        self._kept.pop(next(iter(self._kept)))
                    self._kept[table] = revision, page
        return page
