"""Pads and their addresses."""

from __future__ import annotations

import secrets

import pytest

from scorepad.store.base import now
from scorepad.store.models import Pen
from scorepad.store.pad.pads import new_pad, pad_at
from scorepad.store.pad.pens import new_device, pads_held
from scorepad.store.secrets import new_address
from tests.store.table import Database


def test_a_pad_is_found_by_its_whole_address_only(database: Database) -> None:
    with database.writing() as session:
        device, _ = new_device(session)
        address = new_pad(session, device.id).address
    with database.reading() as session:
        pad = pad_at(session, address)
        assert pad is not None
        assert pad.address == address
        strangers = ("", "%", "_" * len(address), address[:-1], address.swapcase(), address + " ")
        assert not any(pad_at(session, each) for each in strangers)


@pytest.mark.parametrize("address", ["\0", "a\0b", "\U0001f600", "x" * 10_000, "'; --"])
def test_whatever_an_address_may_hold_it_finds_no_pad(database: Database, address: str) -> None:
    with database.reading() as session:
        assert pad_at(session, address) is None


def test_a_browser_sees_the_pads_whose_pens_it_holds_newest_first(database: Database) -> None:
    with database.writing() as session:
        devices = [new_device(session) for _ in range(4)]
        (first, _), (withdrawn, _), (neighbour, _), (second, _) = devices
        pad, others, newest = (new_pad(session, each.id) for each in (first, neighbour, second))
        session.add(Pen(pad_id=pad.id, device_id=withdrawn.id, name="Eva’s phone", withdrawn=now()))
        pads = {"oldest": pad.id, "others": others.id, "newest": newest.id}
        secret_of = [secret for _, secret in devices]
    with database.reading() as session:
        seen = [
            [pad.id for pad in pads_held(session.connection(), secrets)]
            for secrets in ([secret_of[0], secret_of[3]], [secret_of[1]], [secret_of[2]], ["x"], [])
        ]
    assert seen == [[pads["newest"], pads["oldest"]], [], [pads["others"]], [], []]


def test_an_address_never_begins_as_an_option_does(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-x8", "-h_", "--help", "x-8"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _bytes: next(drawn))
    assert new_address() == "x-8"
