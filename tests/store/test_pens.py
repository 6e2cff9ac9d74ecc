"""Devices and their secrets, the pens they hold, and the links by which a pen is handed over."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from scorepad.store.models import Change, Pad, Pen, PenLink
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import (
    LINK_MINUTES,
    hand_over,
    link_snapshot,
    new_device,
    pads_held,
    pens_held,
    pens_of,
    withdraw,
)
from tests.store.pen_group import Group, pen_found
from tests.store.table import Database

BITS_OF_A_LETTER = 6
FIT_FOR_ADDRESSES = re.compile(r"[A-Za-z0-9_-]+")


def test_a_pen_is_found_by_the_secret_of_its_device_only(database: Database) -> None:
    with database.writing() as session:
        device, secret = new_device(session)
        _, other_secret = new_device(session)
        assert secret != other_secret
        pad = new_pad(session, device.id).id
        secret_hash, holder = device.secret_hash, device.id
    with database.reading() as session:
        for secrets in ([secret], [other_secret, secret], [secret, "x", other_secret]):
            pen = pen_found(session, pad, secrets)
            assert pen is not None
            assert pen.device_id == holder
        strangers = [
            "",
            "x",
            secret[:-1],
            secret + "x",
            secret.swapcase(),
            secret_hash,
            other_secret,
        ]
        assert pen_found(session, pad, strangers) is None
        assert pen_found(session, pad, []) is None


def test_a_secret_is_nowhere_in_the_database(database: Database) -> None:
    secrets: list[str] = []
    links: list[str] = []
    for _ in range(3):
        with database.writing() as session:
            device, secret = new_device(session)
            links.append(hand_over(session, new_pad(session, device.id), device.id))
            secrets.append(secret)
    everything = repr(database.rows())
    assert not [secret for secret in (*secrets, *links) if secret in everything]
    with database.reading() as session:
        assert len(pads_held(session.connection(), secrets)) == 3
        assert all(link_snapshot(session.connection(), secret) for secret in links)


def test_secrets_and_addresses_have_as_many_bits_as_we_promise(database: Database) -> None:
    with database.writing() as session:
        devices = [new_device(session) for _ in range(20)]
        secrets = {secret for _, secret in devices}
        pads = [new_pad(session, device.id) for device, _ in devices]
        addresses = {pad.address for pad in pads}
        links = {hand_over(session, pad, None) for pad in pads}
    # In SECURITY.md.
    for alike, bits in ((secrets, 256), (addresses, 128), (links, 128)):
        assert len(alike) == 20
        for guarded in alike:
            assert FIT_FOR_ADDRESSES.fullmatch(guarded)
            assert len(guarded) * BITS_OF_A_LETTER >= bits
        # No letter of them is always the same.
        assert all(len(set(letters)) > 1 for letters in zip(*alike, strict=True))


@pytest.mark.parametrize("server", [False, True])
def test_a_link_gives_the_pen_once(group: Group, *, server: bool) -> None:
    if server:
        with group.database.writing() as session:
            secret = hand_over(session, session.get_one(Pad, group.pad), None)
    else:
        secret = group.hand_over("Anna")
    with group.database.reading() as session:
        secret_hash = session.scalars(select(PenLink.secret_hash)).one()
    strangers = ("", "x", secret[:-1], secret + "x", secret.swapcase(), secret_hash, secret + "\0")
    assert not [each for each in strangers if group.take(each, "Ben")]
    assert group.take(secret, "Ben")
    assert group.held == ["Anna", "Ben"]
    assert not group.good(secret)
    before = group.database.rows()
    assert not group.take(secret, "Ben")
    assert not group.take(secret, "Cem")
    assert group.database.rows() == before
    assert group.log[1:] == [("pen", "Ben", None, {"device": "Ben"})]


def test_a_link_is_good_for_a_quarter_of_an_hour(group: Group) -> None:
    assert LINK_MINUTES == 15
    secret = group.hand_over("Anna")
    # What is left is for a machine that is busy.
    group.age(secret, timedelta(minutes=14, seconds=45))
    assert group.good(secret)
    group.age(secret, timedelta(minutes=15))
    assert not group.good(secret)
    assert not group.take(secret, "Ben")
    assert group.held == ["Anna"]
    group.age(secret, timedelta(minutes=14, seconds=45))
    assert group.take(secret, "Ben")


def test_who_was_withdrawn_can_be_given_the_pen_again(group: Group) -> None:
    group.give("Ben", "Cem")
    assert group.withdraw("Ben", "Anna")
    assert group.held == ["Anna", "Cem"]
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    with group.database.writing() as session:
        for pen in session.query(Pen):
            pen.given = long_ago
    group.give("Ben")
    # It is the last one in the list: it has the pen since now.
    assert group.held == ["Anna", "Cem", "Ben"]
    with group.database.reading() as session:
        pens = pens_of(session, session.get_one(Pad, group.pad))
        assert [pen.given > long_ago for pen in pens] == [False, False, True]


def test_only_a_pen_that_is_held_here_can_be_withdrawn(group: Group) -> None:
    group.give("Ben", "Cem")
    other = Group(group.database)
    other.give("Cem")
    with group.database.reading() as session:
        others = [pen.id for pen in pens_of(session, session.get_one(Pad, other.pad))]
        (cems,) = [
            pen.id for pen in pens_of(session, session.get_one(Pad, group.pad)) if pen.name == "Cem"
        ]
    assert group.withdraw("Cem", "Anna")
    before = group.database.rows()
    for pen in (*others, cems, 0, 999_999_999):
        with group.database.writing() as session:
            pad, device = group.load(session, "Anna")
            withdraw(session, pad, pen, device)
    assert group.database.rows() == before


def test_the_last_pen_stays(group: Group) -> None:
    before = group.database.rows()
    assert not group.withdraw("Anna", "Anna")
    assert group.database.rows() == before
    group.give("Ben")
    assert group.withdraw("Anna", "Anna")
    assert not group.withdraw("Ben", "Ben")
    assert group.held == ["Ben"]


def test_links_of_a_device_whose_pen_is_withdrawn_are_dead(group: Group) -> None:
    group.give("Ben")
    lost = [group.hand_over("Ben") for _ in range(2)]
    annas_link = group.hand_over("Anna")
    # An early device, which holds the pens of several pads.
    other = Group(group.database)
    other.devices["Ben"] = group.devices["Ben"]
    with group.database.writing() as session:
        session.add(Pen(pad_id=other.pad, device_id=other.devices["Ben"], name="Ben’s phone"))
    elsewhere = other.hand_over("Ben")
    assert group.withdraw("Ben", "Anna")
    assert not [secret for secret in lost if group.good(secret) or group.take(secret, "Cem")]
    # Not those of anybody else, nor its own for a pad whose pen it still has.
    assert group.good(annas_link)
    assert group.good(elsewhere)
    group.give("Ben")
    assert not [secret for secret in lost if group.good(secret)]


def test_what_is_done_with_pens_is_in_the_log(group: Group) -> None:
    group.give("Ben")
    group.withdraw("Anna", "Ben")
    group.withdraw("Ben", "Ben")
    assert group.log == [
        ("pad", "Anna", None, None),
        ("pen", "Ben", None, {"device": "Ben"}),
        ("withdrawal", "Ben", {"device": "Anna"}, None),
    ]
    with group.database.reading() as session:
        lines = session.scalars(select(Change)).all()
        assert {(line.pad_id, line.game_id) for line in lines} == {(group.pad, None)}


def test_a_device_was_used_when_it_wrote_last(group: Group) -> None:
    group.give("Ben")
    Group(group.database)
    first = datetime(2026, 1, 1, tzinfo=UTC)
    with group.database.writing() as session:
        for days, line in enumerate(session.query(Change).order_by(Change.id)):
            line.at = first + timedelta(days=days)
    with group.database.connection() as connection:
        used = {pen.name: pen.last_used for pen in pens_held(connection, group.pad)}
    assert used == {"Anna": first, "Ben": first + timedelta(days=1)}
