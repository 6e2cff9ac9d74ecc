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
        table.recorded(6, 4, 2, 1, QS=1)


def test_a_looker_on_is_given_no_cookie(app: Flask, table: Table) -> None:
    answer = Phone(app).client.get(table.address)
    assert "Set-Cookie" not in answer.headers


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
ODD: dict[str, dict[str, str]] = {
    **{
        name: {name: EVIL}
        for name in (
            *("SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT", "REMOTE_ADDR", "SERVER_PROTOCOL"),
            *("REQUEST_URI", "RAW_URI", "CONTENT_TYPE", "wsgi.url_scheme", "HTTP_HOST"),
            *("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PREFIX", "HTTP_X_FORWARDED_PROTO"),
            *("HTTP_SCRIPT_NAME", "HTTP_REFERER", "HTTP_ORIGIN", "HTTP_HX_CURRENT_URL"),
            *("HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_USER_AGENT", "HTTP_COOKIE", "HTTP_X"),
        )
    },
    "a query": {"QUERY_STRING": "seen=0"},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_nothing_that_one_sends_is_shown_to_another(
    app: Flask, played: Table, odd: dict[str, str]
) -> None:
    """Whatever the page may be made from one day: here it shows all that there is."""
    bodies: list[str] = []

    def show(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        bodies.append(repr(sorted((name, value) for name, value in environ.items())))
        return Response(bodies[-1])(environ, start_response)

    shared = PollMiddleware(app, show, ())
    plain = create_environ(played.address)

    def ask(environ: WSGIEnvironment) -> str:
        return Response.from_app(shared, environ).get_data(as_text=True)

    ask({**plain, **odd})
    assert EVIL not in ask(dict(plain))
    assert "seen=0" not in bodies[-1]
    # Nor is the shared page shown to clients that may have to see another one.
    pages = len(bodies)
    again = ask({**plain, **odd})
    if set(odd) & {"SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT", "wsgi.url_scheme", "HTTP_HOST"}:
        assert EVIL in again
    else:
        assert EVIL not in again
        assert len(bodies) == pages == 1


def test_of_all_cookies_the_shared_page_knows_the_theme_alone(app: Flask, played: Table) -> None:
    seen: list[str | None] = []

    def show(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        seen.append(environ.get("HTTP_COOKIE"))
        return Response(f"page {len(seen)}")(environ, start_response)

    shared = PollMiddleware(app, show, ())

    def ask(cookie: str) -> str:
        environ = create_environ(played.address, headers={"Cookie": cookie})
        return Response.from_app(shared, environ).get_data(as_text=True)

    pages = [
        ask(cookie)
        for cookie in (
            f"theme=black; x={EVIL}",
            f"x={EVIL}; theme=dark",
            f"theme={EVIL}",
            "x=2; theme=black",
            f"theme=darker{EVIL}; x=theme=light",
            "y=3; theme=dark; z=4",
        )
    ]
    assert pages == [f"page {number}" for number in (1, 2, 3, 1, 3, 2)]
    assert seen == ["theme=black", "theme=dark", None]


def test_links_lead_where_each_came_from(app: Flask, played: Table) -> None:
    for prefix in ("/cards", "", EVIL, "/cards", "/scorepad", EVIL, ""):
        overrides = {"SCRIPT_NAME": prefix}
        page = Phone(app).client.get(played.address, environ_overrides=overrides)
        # What is no plain path is none.
        assert f'"{"" if prefix == EVIL else prefix}{played.pad}"' in page.text
        assert EVIL not in page.text
        assert ("/cards/" in page.text) == (prefix == "/cards")
    # Everybody may learn whether there is something new.
    address = f"{played.address}?seen={revision(played)}"
    overrides = {"SCRIPT_NAME": "/scorepad"}
    assert Phone(app).client.get(address, environ_overrides=overrides).status_code == 204


def test_below_a_path_lookers_on_share_a_page_too(app: Flask, played: Table) -> None:
    made: list[str] = []

    def show(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        made.append(environ["SCRIPT_NAME"])
        return Response(f"page {len(made)}")(environ, start_response)

    shared = PollMiddleware(app, show, ())
    for mount in ("/cards", "/cards", "", "/scores", "/cards", ""):
        Response.from_app(shared, {**create_environ(played.address), "SCRIPT_NAME": mount})
    assert made == ["/cards", "", "/scores"]


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
    """Neither the holder nor who sits somewhere sees it, nor do they leave theirs for others."""
    looker_on, seated = Phone(app), Phone(app)
    before = looker_on.client.get(table.address).data
    seated.open(f"{table.address}?me=2")
    assert "You pass to" in seated.open(table.address).main.text
    assert table.page().form(table.address)
    assert looker_on.client.get(table.address).data == before
