"""The secret in a link is on the page that shows the link, and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text
from werkzeug.test import TestResponse

from scorepad.web.database import db
from tests.web.apps import app_in
from tests.web.cast import Client, Phone, Table, hand_over, pens, start, take_pen, withdraw
from tests.web.pages import page_of


class Keeping(Client):
    """A client that keeps all answers, redirects too."""

    def __init__(self, app: Flask, answers: list[TestResponse]) -> None:
        super().__init__(app, app.response_class)
        self.answers = answers

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        self.answers += [*response.history, response]
        return response


@pytest.fixture
def own_app(tmp_path: Path) -> Iterator[Flask]:
    """An app that may be broken."""
    with app_in(tmp_path / "data") as made:
        yield made


@pytest.fixture
def everything_logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    return caplog


def hashed(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def the_story(app: Flask) -> tuple[list[TestResponse], Table, list[str]]:
    """All answers about pens but the pages of the links, the table, and the links' secrets."""
    phones = [Phone(app) for _ in range(4)]
    answers: list[TestResponse] = []
    for phone in phones:
        phone.client = Keeping(app, answers)
    holder, taker, late, again = phones
    table = start(holder)
    links = [hand_over(table) for _ in range(3)]
    link_pages = [answer for answer in answers if answer.request.path.endswith("/pens/link")]
    assert len(link_pages) == 3
    assert {answer.headers["Cache-Control"] for answer in link_pages} == {"no-store"}
    answers[:] = [answer for answer in answers if answer not in link_pages]
    form = late.open(links[0]).form("/pen")
    too_long = taker.open(links[0]).form("/pen")
    assert taker.force(too_long, {"name": "x" * 31}).status_code == 422
    take_pen(taker, links[0], "Ben’s phone")
    assert late.submit(form).status_code == 404
    for link in (links[0], links[1] + "x"):
        assert late.client.get(link).status_code == 404
    again.client.get(links[1])
    assert again.client.post("/pen").status_code == 400
    again.open("/new")
    taker.client.get(links[1], follow_redirects=True)
    last = pens(table)[0][1]
    withdraw(table, "Ben’s phone")
    assert table.phone.client.get(last).status_code == 302
    token = table.phone.token()
    assert table.phone.client.post(last, data={"csrf_token": token}).status_code == 409
    assert taker.client.get(f"{table.pad}pens").status_code == 403
    for address in (table.pad, f"{table.address}/log", "/"):
        table.phone.client.get(address)
    return answers, table, [link.rpartition("/")[2] for link in links]


def test_a_secret_is_in_no_other_answer_nor_in_a_log_and_no_answer_is_kept(
    own_app: Flask, everything_logged: pytest.LogCaptureFixture
) -> None:
    answers, table, secrets = the_story(own_app)
    statuses = {answer.status_code for answer in answers}
    assert statuses >= {200, 302, 303, 400, 403, 404, 409, 422}
    for answer in answers:
        what = (answer.request.method, answer.request.path, answer.status)
        content = f"{answer.headers}\n{answer.text}"
        for secret in secrets:
            assert secret not in content, what
            assert hashed(secret) not in content, what
        assert answer.headers["Cache-Control"] == "no-store", what
        assert answer.headers["Referrer-Policy"] == "same-origin", what
        assert "ETag" not in answer.headers, what
    own_app.logger.error("something is logged at all")
    assert "something is logged at all" in everything_logged.text
    for secret in (*secrets, *map(hashed, secrets), table.key):
        assert secret not in everything_logged.text


def test_no_log_has_a_secret_when_its_page_breaks(
    own_app: Flask, everything_logged: pytest.LogCaptureFixture
) -> None:
    phone = Phone(own_app)
    link = hand_over(start(Phone(own_app)))
    secret = link.rpartition("/")[2]
    form = phone.open(link).form("/pen")
    with own_app.app_context(), db.engine.begin() as connection:
        connection.execute(text("DROP TABLE pen_links"))
    answers = (
        *(phone.client.get(address) for address in (link, "/pen")),
        phone.submit(form, {"name": "Ben’s phone"}),
    )
    for response in answers:
        assert response.status_code == 500
        assert page_of(response).title == "Something broke"
        assert response.headers["Cache-Control"] == "no-store"
        assert secret not in f"{response.headers}{response.text}"
    logged = everything_logged.text
    # What broke, and where, is in it.
    assert "/pen/<address> [GET]" in logged
    assert "no such table: pen_links" in logged
    for word in (secret, hashed(secret), "Ben’s phone"):
        assert word not in logged


def test_a_link_that_was_used_is_forgotten(own_app: Flask) -> None:
    phone = Phone(own_app)
    link = hand_over(start(Phone(own_app)))
    take_pen(phone, link)
    with phone.client.session_transaction() as session:
        assert link.rpartition("/")[2] not in repr(dict(session))
        # The session is there, with the token at least.
        assert session
