"""Pads and their addresses."""

from __future__ import annotations

import pytest

from scorepad.store.base import now
from scorepad.store.models import Device, Pen
from scorepad.store.pads import new_pad, pad_at, pads_of
from scorepad.store.pens import new_device
from tests.store.table import Database


def test_a_pad_is_found_by_its_whole_address_only(database: Database) -> None:
    with database.writing() as session:
        device, _ = new_device(session)
        address = new_pad(session, device).address
    with database.reading() as session:
        found = pad_at(session, address)
        assert found is not None
        assert found.address == address
        strangers = ("", "%", "_" * len(address), address[:-1], address.swapcase(), address + " ")
        assert not any(pad_at(session, given) for given in strangers)


@pytest.mark.parametrize("address", ["\0", "a\0b", "\U0001f600", "x" * 10_000, "'; --"])
def test_whatever_an_address_may_hold_it_finds_no_pad(database: Database, address: str) -> None:
    with database.reading() as session:
        assert pad_at(session, address) is None


def test_a_device_sees_the_pads_whose_pen_it_holds_newest_first(database: Database) -> None:
    with database.writing() as session:
        holder, withdrawn, neighbour, stranger = (new_device(session)[0] for _ in range(4))
        pad, others, newest = (new_pad(session, each) for each in (holder, neighbour, holder))
        session.add(Pen(pad_id=pad.id, device_id=withdrawn.id, withdrawn=now()))
        pads = {"oldest": pad.id, "others": others.id, "newest": newest.id}
        devices = [holder.id, withdrawn.id, neighbour.id, stranger.id]
    with database.reading() as session:
        seen = [[pad.id for pad in pads_of(session, session.get_one(Device, id))] for id in devices]
    assert seen == [[pads["newest"], pads["oldest"]], [], [pads["others"]], []]
