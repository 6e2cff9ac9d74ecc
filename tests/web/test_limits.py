"""How much one address may do: so many pads, so many wrong links, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorepad.settings import Guard
from tests.web.cast import NAMES, Phone, app_in, everything, hand_over, players, start, take_pen
from tests.web.pages import Form, page_of

WRONG = "/pen/" + "A" * 22


@pytest.fixture
def tight(tmp_path: Path) -> Iterator[Flask]:
    """An app that lets nobody do much."""
    guard = Guard(links="3 per hour", pads="2 per hour")
    with app_in(tmp_path / "data", guard) as made:
        yield made


def start_form(phone: Phone) -> Form:
    return phone.open("/new").form()


def start_again(phone: Phone) -> TestResponse:
    return phone.submit(start_form(phone), {**players(*NAMES[:4]), "dealer": "0"})


def assert_too_often(response: TestResponse) -> None:
    assert response.status_code == 429
    page = page_of(response)
    assert page.title == "Too often"
    assert "try again later" in page.main.text
    assert response.headers["Cache-Control"] == "no-store"


def wear_out_links(app: Flask) -> None:
    """Use up all the wrong links that there are."""
    statuses = [Phone(app).client.get(f"{WRONG}{number}").status_code for number in range(4)]
    assert statuses == [404, 404, 404, 429]


def test_wrong_links_are_limited(tight: Flask) -> None:
    before = everything(tight)
    wear_out_links(tight)
    for method in ("GET", "HEAD"):
        response = Phone(tight).client.open(WRONG, method=method)
        assert response.status_code == 429
    # With other cookies, and with none.
    assert_too_often(Phone(tight).client.get(f"{WRONG}x"))
    assert everything(tight) == before


def test_wrong_links_count_with_any_method_that_tells_of_them(tight: Flask) -> None:
    statuses = [Phone(tight).client.head(WRONG).status_code for _ in range(4)]
    assert statuses == [404, 404, 404, 429]
    # What tells nothing: whether the link is good or not.
    assert Phone(tight).client.options(WRONG).status_code == 200


def test_right_links_do_not_count(tight: Flask) -> None:
    table = start(Phone(tight))
    link = hand_over(table)
    for _ in range(5):
        assert Phone(tight).client.get(link).status_code == 303
        assert Phone(tight).client.get("/pen").status_code == 404
    take_pen(Phone(tight), link)
    wear_out_links(tight)


def test_who_writes_is_not_bothered_by_who_guesses(tight: Flask) -> None:
    table = start(Phone(tight))
    opened = Phone(tight)
    form = opened.open(hand_over(table)).form("/pen")
    wear_out_links(tight)
    table.record(6, 4, 2, 1, QS=1)
    link = hand_over(table)
    # Who has opened a link can still confirm it; nobody finds out about another one.
    assert opened.submit(form).status_code == 303
    before = everything(tight)
    assert_too_often(Phone(tight).client.get(link))
    assert everything(tight) == before


def test_new_pads_are_limited(tight: Flask) -> None:
    assert [start_again(Phone(tight)).status_code for _ in range(2)] == [303, 303]
    before = everything(tight)
    for _ in range(2):
        phone = Phone(tight)
        assert_too_often(start_again(phone))
        assert phone.secret is None
    assert everything(tight) == before
    assert len(before["pads"]) == len(before["devices"]) == 2


def test_a_phone_that_has_a_pad_makes_no_more_than_others(tight: Flask) -> None:
    phone = Phone(tight)
    assert [start_again(phone).status_code for _ in range(3)] == [303, 303, 429]
    # It still can look at the form, and at what it has.
    assert phone.client.get("/new").status_code == 200
    assert phone.client.get("/").status_code == 200


def test_forms_that_were_refused_do_not_count(tight: Flask) -> None:
    phone = Phone(tight)
    for _ in range(5):
        assert phone.submit(start_form(phone), players("Anna")).status_code == 422
        assert phone.client.post("/new").status_code == 400
    assert [start_again(phone).status_code for _ in range(3)] == [303, 303, 429]


def test_games_of_a_pad_are_not_limited(tight: Flask) -> None:
    table = start(Phone(tight))
    for _ in range(4):
        start(table.phone, at=f"{table.pad}new")
    assert start_again(Phone(tight)).status_code == 303


def test_the_limits_are_counted_apart(tight: Flask) -> None:
    wear_out_links(tight)
    assert [start_again(Phone(tight)).status_code for _ in range(3)] == [303, 303, 429]


def test_each_address_has_its_own_count(tight: Flask) -> None:
    def ask(sender: str) -> int:
        overrides = {"REMOTE_ADDR": sender}
        return Phone(tight).client.get(WRONG, environ_overrides=overrides).status_code

    assert [ask("203.0.113.1") for _ in range(4)] == [404, 404, 404, 429]
    assert ask("203.0.113.2") == 404
    assert ask("203.0.113.1") == 429


def test_at_home_an_evening_stays_below_the_limits(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard()) as app:
        statuses = {start_again(Phone(app)).status_code for _ in range(20)}
        assert statuses == {303}
        assert {Phone(app).client.get(WRONG).status_code for _ in range(60)} == {404}
        assert_too_often(Phone(app).client.get(WRONG))
