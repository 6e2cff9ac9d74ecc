"""Queries for the pages about pens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.base import now
from scorepad.store.game.access import AccessRequest, PadSnapshot, find_access
from scorepad.store.models import Change, Pad, Pen, PenLink
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import (
    LINK_MINUTES,
    PENS_AT_A_TIME,
    HeldPen,
    hand_over,
    link_snapshot,
    new_device,
    pads_held,
    pens_held,
    take_pen,
    withdraw,
)
from tests.store.table import Database

FIRST = datetime(2026, 1, 1, tzinfo=UTC)


def pad_at(session: Session, address: str) -> PadSnapshot:
    visited = find_access(session.connection(), AccessRequest(address, None, []))
    assert visited is not None
    return visited.pad


def pad_of(database: Database) -> tuple[int, int, str]:
    """A new pad: its id, the id of the device that holds its pen, and that device's secret."""
    with database.writing() as session:
        device, secret = new_device(session)
        return new_pad(session, device.id, "Anna").id, device.id, secret


def link_of(database: Database, pad: int, device: int) -> str:
    with database.writing() as session:
        return hand_over(session, session.get_one(Pad, pad), device)


def give(database: Database, pad: int, device: int, name: str) -> None:
    secret = link_of(database, pad, device)
    with database.writing() as session:
        assert take_pen(session, secret, name)


def held(database: Database, pad: int) -> list[HeldPen]:
    with database.reading() as session:
        return [*pens_held(session.connection(), pad)[0].rows]


def test_the_pens_of_a_pad_are_those_that_are_held_in_the_order_they_were_given(
    database: Database,
) -> None:
    pad, device, _ = pad_of(database)
    pad_of(database)
    for name in ("Ben", "Cem", "Dora"):
        give(database, pad, device, name)
    with database.writing() as session:
        pens = {pen.name: pen for pen in session.scalars(select(Pen).where(Pen.pad_id == pad))}
        pens["Ben"].given = FIRST
        withdraw(session, session.get_one(Pad, pad), pens["Cem"].id, device)
        ids = {name: pen.id for name, pen in pens.items()}
    held_pens = held(database, pad)
    assert [(pen.id, pen.name) for pen in held_pens] == [
        (ids[name], name) for name in ("Ben", "Anna", "Dora")
    ]
    assert held_pens[0].given == FIRST


def test_a_pen_was_used_when_its_device_wrote_last_in_this_pad(database: Database) -> None:
    pad, device, _ = pad_of(database)
    give(database, pad, device, "Ben")
    other, _, _ = pad_of(database)
    with database.writing() as session:
        lines = session.scalars(select(Change).order_by(Change.id)).all()
        for days, line in enumerate(lines):
            line.at = FIRST + timedelta(days=days)
        # In the other pad, much later, by the same device.
        lines[-1].device_id = device
        lines[-1].at = FIRST + timedelta(days=99)
    assert [(pen.name, pen.last_used) for pen in held(database, pad)] == [
        ("Anna", FIRST),
        ("Ben", FIRST + timedelta(days=1)),
    ]
    assert [pen.last_used for pen in held(database, other)] == [None]


def test_the_pads_that_a_browser_holds_are_found_by_its_secrets_newest_first(
    database: Database,
) -> None:
    (first, _, secret), (second, _, other) = pad_of(database), pad_of(database)
    with database.reading() as session:
        addresses = [session.get_one(Pad, pad).address for pad in (first, second)]
        here, there = (pad_at(session, address) for address in addresses)
        assert pads_held(session.connection(), [secret]) == [here]
        assert pads_held(session.connection(), [secret, "x", other]) == [there, here]
        strangers = ["", "x", secret[:-1], secret + "x", secret.swapcase()]
        assert (
            pads_held(session.connection(), strangers) == pads_held(session.connection(), []) == []
        )


def test_a_pen_that_was_withdrawn_leads_to_no_pad(database: Database) -> None:
    pad, device, secret = pad_of(database)
    give(database, pad, device, "Ben")
    with database.writing() as session:
        mine = session.scalars(select(Pen).where(Pen.device_id == device)).one()
        withdraw(session, session.get_one(Pad, pad), mine.id, device)
    with database.reading() as session:
        assert pads_held(session.connection(), [secret]) == []


def test_a_link_is_found_by_its_secret_while_it_is_good(database: Database) -> None:
    pad, device, _ = pad_of(database)
    secret, another = (link_of(database, pad, device) for _ in range(2))
    with database.reading() as session:
        link, other = (link_snapshot(session.connection(), each) for each in (secret, another))
        assert link is not None
        assert other is not None
        assert link.pad == other.pad == pad_at(session, session.get_one(Pad, pad).address)
        # A mark tells links apart and opens none.
        assert link.mark != other.mark
        strangers = ("", "x", secret[:-1], secret + "x", secret.swapcase(), link.mark)
        assert [link_snapshot(session.connection(), each) for each in strangers] == [None] * len(
            strangers
        )


def test_a_link_grows_old(database: Database) -> None:
    pad, device, _ = pad_of(database)
    secret = link_of(database, pad, device)

    def good_after(age: timedelta) -> bool:
        with database.writing() as session:
            session.scalars(select(PenLink)).one().made = now() - age
        with database.reading() as session:
            return link_snapshot(session.connection(), secret) is not None

    quarter = timedelta(minutes=LINK_MINUTES)
    assert good_after(quarter - timedelta(seconds=30))
    assert not good_after(quarter)


def test_many_pens_are_paged_by_the_last_one_that_was_shown(database: Database) -> None:
    pad, device, _ = pad_of(database)
    many = 2 * PENS_AT_A_TIME + 4
    with database.writing() as session:
        for number in range(many):
            other, _ = new_device(session)
            # Some were given at the same moment.
            given = FIRST + timedelta(days=number // 3)
            session.add(Pen(pad_id=pad, device_id=other.id, name=f"{number}", given=given))
    names = [str(number) for number in range(many)] + ["Anna"]
    second_page, third_page = PENS_AT_A_TIME, 2 * PENS_AT_A_TIME

    def page(after: int | None) -> tuple[list[str | None], int, bool, bool]:
        with database.reading() as session:
            found, first = pens_held(session.connection(), pad, after)
            return [pen.name for pen in found.rows], found.rows[-1].id, first, found.more

    first, last, *ends = page(None)
    assert (first, ends) == (names[:second_page], [True, True])
    second, last_of_second, *ends = page(last)
    assert (second, ends) == (names[second_page:third_page], [False, True])
    third, last_of_third, *ends = page(last_of_second)
    assert (third, ends) == (names[third_page:], [False, False])
    # Nothing comes after the last one; nobody has a pen of that id; it is another pad's.
    other_pad, _, _ = pad_of(database)
    strange = held(database, other_pad)[0].id
    for after in (last_of_third, 999_999_999, strange):
        assert page(after)[0] == first
    # One that was withdrawn meanwhile still leads on.
    with database.writing() as session:
        withdraw(session, session.get_one(Pad, pad), last, device)
    assert page(last)[0] == second
