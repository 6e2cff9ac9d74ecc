"""The page that all lookers-on share: it shows nothing that one of them sent."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.test import create_environ
from werkzeug.wrappers import Response

from scorepad.store.models import Game
from tests.web.apps import writing
from tests.web.cast import Phone, Table
from tests.web.table.polls import following, rendered, revision


def test_lookers_on_share_one_page_a_revision(app: Flask, table: Table) -> None:
    """Hundreds of them fetch it after a save, which must not wait for hundreds of pages."""
    for heading in ("hand 1", "hand 2"):
        with rendered(app) as pages:
            answers = [Phone(app).client.get(table.address) for _ in range(3)]
            answers += [Phone(app).client.get(f"{table.address}?seen=0") for _ in range(3)]
        assert len({answer.text for answer in answers}) == len(pages) == 1
        # What is added to an answer is the same for a page that is kept.
        (headers,) = {tuple(sorted(answer.headers.keys())) for answer in answers}
        assert {answer.headers["Scorepad-Access"] for answer in answers} == {"look"}
        assert "Set-Cookie" not in headers
        assert heading in answers[0].text.lower()
        table.recorded(6, 4, 2, 1, QS=1)


def test_holder_who_polls_gets_the_entry(app: Flask, played: Table) -> None:
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


EVIL = "evil.example"
ODD: dict[str, dict[str, str]] = {
    name: {name: f"//{EVIL}"}
    for name in (
        *("SCRIPT_NAME", "SERVER_NAME", "SERVER_PORT", "REMOTE_ADDR", "SERVER_PROTOCOL"),
        *("REQUEST_URI", "RAW_URI", "CONTENT_TYPE", "HTTP_X_FORWARDED_PROTO"),
        *("HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PREFIX", "HTTP_HX_REQUEST"),
        *("HTTP_SCRIPT_NAME", "HTTP_REFERER", "HTTP_ORIGIN", "HTTP_HX_CURRENT_URL"),
        *("HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE", "HTTP_USER_AGENT", "HTTP_COOKIE", "HTTP_X"),
    )
} | {
    "a host": {"HTTP_HOST": EVIL},
    "a scheme": {"wsgi.url_scheme": "https"},
    "a cookie": {"HTTP_COOKIE": f"theme={EVIL}; language={EVIL}; zone=Europe/Berlin"},
    "a seat": {"QUERY_STRING": "me=1"},
    "a part of the page": {"QUERY_STRING": "seen=0", "HTTP_HX_REQUEST": "true"},
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_nothing_that_one_sends_is_shown_to_another(
    app: Flask, played: Table, odd: dict[str, str]
) -> None:
    def ask(environ: dict[str, str]) -> Response:
        return Response.from_app(app.wsgi_app, create_environ(played.address) | environ)

    assert ask(odd).status_code < 500
    kept = ask({}).get_data(as_text=True)
    assert EVIL not in kept
    # Nor is it another page than where no odd request came first.
    assert kept == Phone(app).client.get(f"{played.address}?next=1").text


def test_pages_are_kept_by_theme_and_mount_point(app: Flask, played: Table) -> None:
    def ask(cookie: str, mount: str) -> str:
        overrides = {"SCRIPT_NAME": mount}
        headers = {"Cookie": cookie}
        client = app.test_client(use_cookies=False)
        return client.get(played.address, headers=headers, environ_overrides=overrides).text

    with rendered(app) as pages:
        for _ in range(2):
            for theme in ("black", "dark", EVIL):
                for mount in ("", "/cards"):
                    page = ask(f"theme={theme}; x=1", mount)
                    assert (f'data-theme="{theme}"' in page) == (theme != EVIL)
                    assert f'"{mount}{played.pad}"' in page
    assert len(pages) == 6


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
