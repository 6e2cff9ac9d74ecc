"""The pen goes from phone to phone, and can be taken back: the whole story through the pages."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from scorepad.store.base import now
from scorepad.store.models import Change, Pen, PenLink
from scorepad.web import qr
from tests.web.apps import everything, reading, writing
from tests.web.cast import COOKIE, Phone, Table, hand_over, pens, start, take_pen, withdraw
from tests.web.pages import Form, page_of


def test_a_link_is_shown_once_as_a_code_and_as_text(table: Table) -> None:
    response = table.phone.submit(table.phone.open(f"{table.pad}pens").form("/pens/link"))
    assert response.status_code == 200
    page = page_of(response)
    link = page.only(class_="link")
    assert re.fullmatch(r"http://localhost/pen/[A-Za-z0-9_-]{22}", link.text)
    assert link.links == [link.text]
    code = page.only(class_="code", role="img")
    assert code.attributes["aria-label"]
    assert str(qr.code(link.text)) in response.text
    # Black on white, also at night.
    assert code.only("svg").only("path", fill="#fff")
    # Where a browser that reloads the page, or goes back to it, stands.
    answer = table.phone.client.get(f"{table.pad}pens/link", follow_redirects=True)
    assert (answer.status_code, answer.request.path) == (200, f"{table.pad}pens")
    for address in (f"{table.pad}pens", table.pad, table.address):
        assert link.text.rpartition("/")[2] not in table.phone.client.get(address).text
    assert hand_over(table) != link.text


def test_opening_a_link_spends_nothing(app: Flask, table: Table) -> None:
    link = hand_over(table)
    before = everything(app)
    for number in range(10):
        # The preview of a chat, or a reader who only looks.
        other = Phone(app)
        for method in ("GET", "HEAD") if number % 2 else ("HEAD", "GET", "OPTIONS"):
            response = other.client.open(link, method=method)
            assert response.status_code == (200 if method == "OPTIONS" else 303)
        assert other.client.get("/pen").status_code == 200
        assert other.client.head("/pen").status_code == 200
        assert other.secret is None
    assert everything(app) == before
    take_pen(Phone(app), link)


def test_who_confirms_can_write_in_the_running_game(table: Table, looker_on: Phone) -> None:
    assert not looker_on.open(table.address).forms
    link = hand_over(table)
    response = looker_on.submit(looker_on.open(link).form("/pen"), {"name": "Ben’s phone"})
    assert (response.status_code, response.location) == (303, table.address)
    Table(looker_on, table.address).record(6, 4, 2, 1, QS=1)
    # And so can who did before.
    table.record(1, 2, 4, 6, QS=2)
    assert [name for name, _ in pens(table)][1:] == ["Ben’s phone"]
    # The phone goes to the pad by itself now.
    assert looker_on.client.get("/").location == table.pad


def test_a_phone_has_a_secret_for_each_pen(table: Table, looker_on: Phone) -> None:
    own = start(looker_on)
    first = looker_on.secret
    take_pen(looker_on, hand_over(table))
    Table(looker_on, table.address).record(6, 4, 2, 1, QS=1)
    own.record(6, 4, 2, 1, QS=1)
    second = (looker_on.secret or "").removeprefix(f"{first}.")
    for address, good in ((own.address, first), (table.address, second)):
        for secret in (first, second):
            phone = Phone(table.app)
            phone.client.set_cookie(COOKIE, secret or "")
            assert bool(phone.open(address).forms) == (secret == good)


@pytest.mark.parametrize("starts", [True, False], ids=["starts a pad", "takes a pen"])
def test_a_cookie_that_somebody_planted_opens_nothing(table: Table, starts: bool) -> None:
    attacker, victim = Phone(table.app), Phone(table.app)
    start(attacker)
    victim.client.set_cookie(COOKIE, attacker.secret or "")
    if starts:
        gained = start(victim)
    else:
        take_pen(victim, hand_over(table))
        gained = Table(victim, table.address)
    gained.record(6, 4, 2, 1, QS=1)
    response = attacker.client.post(gained.address, data={"csrf_token": attacker.token()})
    assert response.status_code == 403
    assert not attacker.open(gained.address).forms


def test_two_links_opened_at_once_are_not_mixed_up(table: Table, looker_on: Phone) -> None:
    other = start(Phone(table.app))
    question = looker_on.open(hand_over(table)).form("/pen")
    looker_on.open(hand_over(other))
    page = looker_on.refused(question, status=409)
    assert "Another link" in page.alert
    # The question is now about the link that was opened last.
    assert looker_on.submit(page.form("/pen")).location == other.address


def test_a_link_gives_no_second_pen(app: Flask, table: Table, looker_on: Phone) -> None:
    link = hand_over(table)
    other = Phone(app)
    form = other.open(link).form("/pen")
    take_pen(looker_on, link)
    assert other.refused(form, status=404).title == "This link no longer works"
    assert other.secret is None
    # Nor for the phone that took it, which is not asked again.
    assert looker_on.client.post("/pen", data={"csrf_token": looker_on.token()}).status_code == 404


def test_links_that_give_no_pen_look_all_the_same(app: Flask, table: Table) -> None:
    used, old, good = (hand_over(table) for _ in range(3))
    with writing(app) as session:
        session.query(PenLink).order_by(PenLink.id)[1].made = now() - timedelta(minutes=15)
    helper = Phone(app)
    take_pen(helper, used, "Helper")
    of_withdrawn = hand_over(table, helper)
    withdraw(table, "Helper")
    secret = good.rpartition("/")[2]
    guesses = [secret[:-1], secret[1:], secret + "x", secret.swapcase(), secret + "%20"]
    never = ["A" * 22, "x", "%00", "é", "%ff", "A" * 5000]
    addresses = [*(f"/pen/{each}" for each in (*guesses, *never)), used, old, of_withdrawn, "/pen"]
    answers = [Phone(app).client.get(address) for address in addresses]
    assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[0].text)}
    assert page_of(answers[0]).title == "This link no longer works"
    take_pen(Phone(app), good)


def test_the_list_says_who_holds_a_pen(table: Table, looker_on: Phone) -> None:
    take_pen(looker_on, hand_over(table), "Ben’s phone")
    moment = datetime(2026, 2, 3, 4, 5, tzinfo=UTC)
    with writing(table.app) as session:
        session.query(Pen).filter_by(name="Ben’s phone").one().given = moment
    for phone, own in ((table.phone, 1), (looker_on, 0)):
        items = phone.open(f"{table.pad}pens").only("ul", class_="pens").all("li")
        # In the order in which they were given.
        assert [item.all("bdi")[0].text for item in items] == ["Ben’s phone", "Phone"]
        assert ["this phone" in item.text for item in items] == [own == 0, own == 1]
        first, *used = (time.attributes["datetime"] for time in items[0].all("time"))
        assert datetime.fromisoformat(first) == moment
        assert "since 3 February, 04:05 UTC" in items[0].text
        (last,) = used
        assert now() - datetime.fromisoformat(last) < timedelta(minutes=10)


def rename(table: Table) -> Form:
    """The form that renames the newest pen."""
    page = table.phone.open(f"{table.pad}pens")
    return [form for form in page.forms if form.action.endswith("/name")][-1]


def test_a_pen_can_be_renamed(table: Table, looker_on: Phone) -> None:
    take_pen(looker_on, hand_over(table), "Ben’s phone")
    form = rename(table)
    assert form["name"] == "Ben’s phone"
    page = table.phone.refused(form, {"name": "x" * 31})
    assert page.faults == ["A name must have at most 30 characters."]
    opened = [each for each in page.all("details") if "open" in each.attributes]
    assert [each.only("summary").text for each in opened] == ["Rename"]
    # Where a browser that reloads the refusal stands.
    response = table.phone.client.get(form.action)
    assert (response.status_code, response.location) == (302, f"{table.pad}pens")
    response = table.phone.submit(form, {"name": " Cara’s phone "})
    assert (response.status_code, response.location) == (303, f"{table.pad}pens")
    assert [name for name, _ in pens(table)] == ["Phone", "Cara’s phone"]
    before = everything(table.app)
    table.phone.submit(rename(table))
    assert everything(table.app) == before
    with reading(table.app) as session:
        rows = session.execute(select(Change.before, Change.after).where(Change.what == "pen_name"))
        (row,) = map(tuple, rows)
    assert row == ({"former": "Ben’s phone"}, {"device": "Cara’s phone"})


def test_the_last_pen_stays(table: Table) -> None:
    # Its page has no way to withdraw it, but an older one may be open somewhere.
    other = Phone(table.app)
    take_pen(other, hand_over(table), "Ben’s phone")
    name, address = pens(table)[0]
    stale = table.phone.open(f"{table.pad}pens").form(address)
    withdraw(table, "Ben’s phone")
    assert pens(table) == [(name, "")]
    page = table.phone.refused(stale, status=409)
    assert "last pen" in page.alert
    assert page.title == "Who can write"
    # Where a browser without script reloads that page.
    assert table.phone.client.get(address).location == f"{table.pad}pens"
    table.record(6, 4, 2, 1, QS=1)


def test_a_phone_that_lost_its_pen_finds_out_how_to_get_another(
    table: Table, looker_on: Phone
) -> None:
    """Its cookies belong to an address, and the computer has another one by now."""
    where = f"{table.pad}pens"
    for language, hint in (("en", "with “scorepad pen”"), ("de", "mit „scorepad pen“")):
        headers = {"Accept-Language": language}
        for address in (f"{table.address}/more", table.pad):
            page = page_of(looker_on.client.get(address, headers=headers))
            # Who only looks on is not told of it there.
            assert page.main.only("a", href=where)
            assert hint not in page.main.text
        assert hint in page_of(looker_on.client.get(where, headers=headers)).main.text
