"""Two Scorepads on the ports of one host: browsers send the cookies of each to both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from scorepad.web.http.access import MOST_PENS
from tests.web.apps import app_in
from tests.web.cast import COOKIE, Phone, Table, hand, hand_over, start, start_form, take_pen


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Flask]:
    """The other Scorepad, with a database and a key of its own."""
    with app_in(tmp_path / "demo") as other:
        yield other


def at(app: Flask, phone: Phone) -> Phone:
    """The same browser, with the same cookies, at another Scorepad."""
    there = Phone(app)
    there.client._cookies = phone.client._cookies
    return there


@pytest.mark.parametrize("way", ["starts a pad", "takes a pen"])
def test_pens_and_open_pages_of_both_stay_good(table: Table, demo: Flask, way: str) -> None:
    entry = table.entry()
    there = at(demo, table.phone)
    if way == "starts a pad":
        other = start(there)
    else:
        other = start(Phone(demo))
        take_pen(there, hand_over(other))
        other = Table(there, other.address)
    others_entry = other.entry()
    for phone, form in ((table.phone, entry), (there, others_entry)):
        assert phone.submit(form, hand(6, 4, 2, 1, QS=1)).status_code == 303


def test_unknown_secrets_make_room_the_oldest_first(app: Flask) -> None:
    phone = Phone(app)
    own = start(phone)
    made_up = [f"{number:043}" for number in range(MOST_PENS - 1)]
    phone.client.set_cookie(COOKIE, ".".join([str(phone.secret), *made_up]))
    more = start(phone)
    assert str(phone.secret).split(".")[1:-1] == made_up[1:]
    for each in (own, more):
        each.record(6, 4, 2, 1, QS=1)


def test_seat_is_remembered_by_each(table: Table, demo: Flask) -> None:
    there = start(at(demo, table.phone))
    seats = ((table, "2"), (there, "1"))
    for each, seat in seats:
        each.phone.client.get(each.address, query_string={"me": seat})
    for each, seat in seats:
        (own,) = each.page().only("svg", class_="picture").all("svg", class_="me")
        assert own.attributes["data-seat"] == seat


@pytest.mark.parametrize("seconds", [2, 3600, 40 * 24 * 3600, -40 * 24 * 3600])
def test_clock_that_is_set_keeps_pages_good(
    table: Table, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    """Set back after the page was made, or weeks forward."""
    real = TimestampSigner.get_timestamp
    with monkeypatch.context() as before:
        before.setattr(TimestampSigner, "get_timestamp", lambda self: real(self) + seconds)
        entry, blank = table.entry(), start_form(table.phone)
    assert table.phone.submit(entry, hand(6, 4, 2, 1, QS=1)).status_code == 303
    fields = {f"name_{row}": name for row, name in enumerate(("Anna", "Ben", "Cem"))}
    assert table.phone.submit(blank, fields).status_code == 303
