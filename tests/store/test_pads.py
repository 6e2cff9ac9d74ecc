"""Pads, secrets, and who may write."""

from __future__ import annotations

import re

import pytest

from scorepad.store.base import now
from scorepad.store.models import Device, Pad, Pen
from scorepad.store.pads import (
    device_with,
    holds_pen,
    new_device,
    new_pad,
    pad_at,
    pads_of,
)
from tests.store.table import Database

# Six bits a letter.
LETTERS_OF_96_BITS = 16
FIT_FOR_ADDRESSES = re.compile(r"[A-Za-z0-9_-]+")


def test_a_device_is_found_by_its_secret_only(database: Database) -> None:
    with database.writing() as session:
        device, secret = new_device(session)
        other, other_secret = new_device(session)
        assert secret != other_secret
        ids, kept = [device.id, other.id], device.secret_hash
    with database.reading() as session:
        found = [device_with(session, given) for given in (secret, other_secret)]
        assert [one and one.id for one in found] == ids
        strangers = ("", "x", secret[:-1], secret + "x", secret.swapcase(), kept)
        assert not any(device_with(session, given) for given in strangers)


def test_a_secret_is_nowhere_in_the_database(database: Database) -> None:
    secrets: list[str] = []
    for _ in range(3):
        with database.writing() as session:
            device, secret = new_device(session)
            new_pad(session, device)
            secrets.append(secret)
    everything = repr(database.rows())
    assert not [secret for secret in secrets if secret in everything]
    with database.reading() as session:
        assert all(device_with(session, secret) for secret in secrets)


def test_secrets_and_addresses_have_at_least_96_bits(database: Database) -> None:
    with database.writing() as session:
        devices = [new_device(session) for _ in range(20)]
        secrets = {secret for _, secret in devices}
        addresses = {new_pad(session, device).address for device, _ in devices}
    assert len(secrets) == len(addresses) == 20
    for guarded in (*secrets, *addresses):
        assert FIT_FOR_ADDRESSES.fullmatch(guarded)
        assert len(guarded) >= LETTERS_OF_96_BITS
    # No letter of them is always the same.
    for alike in (secrets, addresses):
        assert all(len(set(letters)) > 1 for letters in zip(*alike, strict=True))


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


class Cast:
    """The holder, one whose pen was withdrawn, another pad's holder, and the unknown."""

    def __init__(self, database: Database) -> None:
        with database.writing() as session:
            holder, _ = new_device(session)
            withdrawn, _ = new_device(session)
            neighbour, _ = new_device(session)
            stranger, _ = new_device(session)
            pad = new_pad(session, holder)
            session.add(Pen(pad_id=pad.id, device_id=withdrawn.id, withdrawn=now()))
            other_pad = new_pad(session, neighbour)
            self.pad, self.other_pad = pad.id, other_pad.id
            self.devices = {
                "holder": holder.id,
                "withdrawn": withdrawn.id,
                "neighbour": neighbour.id,
                "stranger": stranger.id,
            }


@pytest.fixture
def cast(database: Database) -> Cast:
    return Cast(database)


def test_only_a_pen_that_was_not_withdrawn_may_write(database: Database, cast: Cast) -> None:
    with database.reading() as session:
        pad, other_pad = session.get_one(Pad, cast.pad), session.get_one(Pad, cast.other_pad)
        may = {
            name: (holds_pen(session, device, pad), holds_pen(session, device, other_pad))
            for name, device in (
                (name, session.get_one(Device, id)) for name, id in cast.devices.items()
            )
        }
    assert may == {
        "holder": (True, False),
        "withdrawn": (False, False),
        "neighbour": (False, True),
        "stranger": (False, False),
    }


def test_a_device_sees_the_pads_whose_pen_it_holds_newest_first(
    database: Database, cast: Cast
) -> None:
    with database.writing() as session:
        holder = session.get_one(Device, cast.devices["holder"])
        newest = new_pad(session, holder).id
    with database.reading() as session:
        seen = {
            name: [pad.id for pad in pads_of(session, session.get_one(Device, id))]
            for name, id in cast.devices.items()
        }
    assert seen == {
        "holder": [newest, cast.pad],
        "withdrawn": [],
        "neighbour": [cast.other_pad],
        "stranger": [],
    }


def test_a_pen_withdrawn_is_withdrawn_at_once(database: Database, cast: Cast) -> None:
    with database.writing() as session:
        pen = session.query(Pen).filter_by(device_id=cast.devices["holder"]).one()
        pen.withdrawn = now()
    with database.reading() as session:
        holder = session.get_one(Device, cast.devices["holder"])
        assert not holds_pen(session, holder, session.get_one(Pad, cast.pad))
