"""A phone holds pens of many pads: none is dropped that can still write."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from scorepad.store.base import now
from scorepad.store.models import Pad, Pen
from scorepad.store.pad import pads, pens
from scorepad.store.pad.forget import delete_pad
from scorepad.web.http.access import HOST_PREFIX, MOST_PENS
from tests.web.apps import writing
from tests.web.cast import COOKIE, Client, Phone, Table, hand_over, players, start, take_pen

# What browsers keep of a cookie: its name and its value together (RFC 6265).
MOST_BYTES = 4096
FULL = "as many pens as it has room for"


def with_pens(app: Flask, count: int) -> tuple[Phone, list[str]]:
    """A phone with the only pen of so many pads, and their addresses, the oldest first."""
    keys, secrets = [], []
    with writing(app) as session:
        for _ in range(count):
            device, secret = pens.new_device(session)
            keys.append(pads.new_pad(session, device.id, "Phone").address)
            secrets.append(secret)
    phone = Phone(app)
    phone.client.set_cookie(COOKIE, ".".join(secrets))
    return phone, [f"/pad/{key}/" for key in keys]


def test_a_link_to_a_pad_without_a_game_leads_to_its_front_page(app: Flask) -> None:
    with writing(app) as session:
        pad = pads.new_pad(session, None)
        link, front = f"/pen/{pens.hand_over(session, pad, None)}", f"/pad/{pad.address}/"
    phone = Phone(app)
    assert phone.submit(phone.open(link).form("/pen")).location == front


def can_write(phone: Phone, pad: str) -> bool:
    return phone.client.get(f"{pad}new").status_code == 200


def kept(phone: Phone) -> int:
    return len((phone.secret or "").split("."))


def test_one_pen_more_is_not_given_where_all_write(table: Table) -> None:
    phone, addresses = with_pens(table.app, MOST_PENS)
    page = phone.refused(phone.open("/new").form(), players("Anna", "Ben", "Cem"))
    assert any(FULL in fault for fault in page.faults)
    assert page.form()["name_2"] == "Cem"
    # Nor taken, and its link stays good.
    link = hand_over(table)
    page = phone.refused(phone.open(link).form("/pen"), {"name": "Cem’s phone"})
    assert FULL in page.alert
    assert page.form("/pen")["name"] == "Cem’s phone"
    assert all(can_write(phone, pad) for pad in addresses[::29])
    gone(table.app, addresses[30:31])
    take_pen(phone, link)
    lost = [pad for pad in addresses[::15] if not can_write(phone, pad)]
    assert lost == [addresses[30]]


def gone(app: Flask, addresses: list[str]) -> None:
    """Delete the first of these pads, and withdraw the pen of every other one."""
    with writing(app) as session:
        for number, address in enumerate(addresses):
            pad = session.scalars(select(Pad).where(Pad.address == address.split("/")[2])).one()
            if number == 0:
                delete_pad(session, pad)
            else:
                for pen in session.scalars(select(Pen).where(Pen.pad_id == pad.id)):
                    pen.withdrawn = now()


@pytest.mark.parametrize("starts", [True, False])
def test_what_opens_nothing_makes_room_and_the_oldest_pen_stays(table: Table, starts: bool) -> None:
    phone, (oldest, *others, newest) = with_pens(table.app, MOST_PENS)
    gone(table.app, others)
    if starts:
        assert can_write(phone, start(phone).pad)
    else:
        take_pen(phone, hand_over(table))
    assert can_write(phone, oldest)
    assert can_write(phone, newest)
    # The secret of a pad that is gone is unknown, and there is room for it.
    assert kept(phone) == 4


def test_no_cookie_is_larger_than_browsers_keep(app: Flask) -> None:
    for made_up in (0, 90):
        phone, addresses = with_pens(app, MOST_PENS)
        secrets = [*["x" * 64] * made_up, *str(phone.secret).split(".")]
        # One that keeps cookies would leave these out.
        client = Client(app, app.response_class, use_cookies=False)
        response = client.get(
            addresses[-1],
            base_url="https://localhost",
            headers={"Cookie": f"{HOST_PREFIX}{COOKIE}={'.'.join(secrets)}"},
        )
        (cookie,) = [
            line.partition(";")[0]
            for line in response.headers.getlist("Set-Cookie")
            if line.startswith(HOST_PREFIX + COOKIE)
        ]
        assert cookie.endswith(secrets[-1]), made_up
        assert len(cookie) <= MOST_BYTES, made_up
        # However long the secrets are that somebody else gave it.
        assert len(HOST_PREFIX + COOKIE) + MOST_PENS * 65 <= MOST_BYTES, made_up
