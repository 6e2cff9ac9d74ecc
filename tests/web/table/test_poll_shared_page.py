"""The page that all lookers-on share: it shows nothing that one of them sent."""

from __future__ import annotations

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.test import create_environ
from werkzeug.wrappers import Response

from scorepad.store.models import Game
from scorepad.web.table.poll import PollMiddleware
from tests.web.apps import writing
from tests.web.cast import Phone, Table
from tests.web.table.polls import following, rendered, revision


def test_lookers_on_share_one_page_a_revision(app: Flask, table: Table) -> None:
    """Hundreds of them fetch it after a save, which must not wait for hundreds of pages."""
    for heading in ("hand 1", "hand 2"):
        with rendered(app) as pages:
            bodies = {Phone(app).client.get(table.address).get_data(as_text=True) for _ in range(5)}
        assert len(bodies) == len(pages) == 1
        assert heading in bodies.pop().lower()
        assert "Set-Cookie" not in Phone(app).client.get(table.address).headers
        table.recorded(6, 4, 2, 1, QS=1)


def test_a_holder_who_asks_for_what_is_new_has_the_entry(app: Flask, played: Table) -> None:
    address = following(played, played.phone)
    played.do("stop")
    played.do("reopen")
    # The page of lookers-on is there by now.
    assert not Phone(app).open(address).all("form", class_="entry")
    assert played.phone.open(address).all("form", class_="entry")


def test_another_game_of_the_same_number_is_another_page(app: Flask, played: Table) -> None:
    """Once its game is deleted for good, a number can be given again."""
    assert "ends at 100" in Phone(app).open(played.address).main.text
    before = revision(played)
    with writing(app) as session:
        values = {"entry_id": "another", "rules": {"target": 150}}
        session.execute(update(Game).where(Game.number == played.number).values(**values))
    assert revision(played) == before
    assert "ends at 150" in Phone(app).open(played.address).main.text


EVIL = "//evil.example"
# What changes the addresses on a page: the page is another one.
OF_THE_ADDRESS = ("SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT", "wsgi.url_scheme", "HTTP_HOST")
OTHERS = (
    *("REMOTE_ADDR", "SERVER_PROTOCOL", "REQUEST_URI", "RAW_URI", "CONTENT_TYPE"),
    *("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PREFIX", "HTTP_X_FORWARDED_PROTO"),
    *("HTTP_SCRIPT_NAME", "HTTP_REFERER", "HTTP_ORIGIN", "HTTP_HX_CURRENT_URL"),
    *("HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_USER_AGENT", "HTTP_COOKIE", "HTTP_X"),
)


class Shown:
    """Shared pages that show all that they are made from; ``made``: of which requests."""

    def __init__(self, app: Flask, address: str) -> None:
        self.made: list[WSGIEnvironment] = []
        self._plain = create_environ(address)
        self._shared = PollMiddleware(app, self._show, ())

    def ask(self, **environ: str) -> str:
        answer = Response.from_app(self._shared, {**self._plain, **environ})
        return answer.get_data(as_text=True)

    def _show(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.made.append(environ)
        return Response(repr(sorted(environ.items(), key=str)))(environ, start_response)


@pytest.mark.parametrize("name", [*OF_THE_ADDRESS, *OTHERS])
def test_nothing_that_one_sends_is_shown_to_another(app: Flask, played: Table, name: str) -> None:
    shown = Shown(app, played.address)
    shown.ask(**{name: EVIL})
    assert EVIL not in shown.ask()
    # Nor is the shared page shown to clients that may have to see another one.
    assert (EVIL in shown.ask(**{name: EVIL})) == (name in OF_THE_ADDRESS)
    assert len(shown.made) == (2 if name in OF_THE_ADDRESS else 1)
    assert "seen=0" not in shown.ask(QUERY_STRING="seen=0")


def test_of_all_cookies_the_shared_page_knows_the_theme_alone(app: Flask, played: Table) -> None:
    shown = Shown(app, played.address)
    for cookie in (
        *(f"theme=black; x={EVIL}", f"x={EVIL}; theme=dark", f"theme={EVIL}"),
        *("x=2; theme=black", f"theme=darker{EVIL}; x=theme=light", "y=3; theme=dark; z=4"),
    ):
        shown.ask(HTTP_COOKIE=cookie)
    seen = [environ.get("HTTP_COOKIE") for environ in shown.made]
    assert seen == ["theme=black", "theme=dark", None]


def test_links_lead_where_each_came_from(app: Flask, played: Table) -> None:
    for prefix in ("/cards", "", EVIL, "/cards", "/scorepad", EVIL, ""):
        overrides = {"SCRIPT_NAME": prefix}
        page = Phone(app).client.get(played.address, environ_overrides=overrides)
        # What is no plain path is none.
        assert f'"{"" if prefix == EVIL else prefix}{played.pad}"' in page.text
        assert EVIL not in page.text
        assert ("/cards/" in page.text) == (prefix == "/cards")
        # All may learn whether there is something new.
        address = f"{played.address}?seen={revision(played)}"
        answer = Phone(app).client.get(address, environ_overrides=overrides)
        assert answer.status_code == 204


@pytest.mark.parametrize("number", ["01", "001", "0", "١", "１", "+1", "1.0", "%31%20"])
def test_a_number_has_one_spelling(app: Flask, played: Table, number: str) -> None:
    assert Phone(app).client.get(f"{played.pad}table/1").status_code == 200
    for query in ("", "?seen=0", f"?seen={revision(played)}"):
        for phone in (played.phone, Phone(app)):
            response = phone.client.get(f"{played.pad}table/{number}{query}")
            assert response.status_code == 404
    for rest in (f"table/1/hand/{number}", f"pens/{number}", f"table/{number}/log"):
        assert played.phone.client.get(f"{played.pad}{rest}").status_code == 404, rest


def test_the_page_of_lookers_on_is_nobody_elses(app: Flask, table: Table) -> None:
    """Neither the holder nor a seated phone sees it, nor do they leave theirs for others."""
    looker_on, seated = Phone(app), Phone(app)
    before = looker_on.client.get(table.address).data
    seated.open(f"{table.address}?me=2")
    assert "You pass to" in seated.open(table.address).main.text
    assert table.page().form(table.address)
    assert looker_on.client.get(table.address).data == before
