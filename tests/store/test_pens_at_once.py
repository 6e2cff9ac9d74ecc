"""Pens that are given and withdrawn by several at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.errors import PenWithdrawnError
from scorepad.store.models import Pad
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import (
    device_with,
    hand_over,
    new_device,
    pad_given,
    pen_of,
    pens_of,
    withdraw,
)
from tests.store.pen_group import Group
from tests.store.table import Database
from tests.store.test_writers import A_MOMENT, at_once
from tests.support.patience import PATIENCE

# Two databases may differ in this.
pytestmark = pytest.mark.sample

Answer = TypeVar("Answer")
SECRET = "s" * 43


def test_one_link_confirmed_by_eight_at_once_gives_one_pen(group: Group) -> None:
    names = [f"Device {number}" for number in range(8)]
    secret = group.hand_over("Anna")

    def taker(name: str) -> Callable[[], bool]:
        return lambda: group.take(secret, name)

    answers = at_once(*map(taker, names))
    assert [answer for answer in answers if answer] == [True]
    assert group.held == ["Anna", names[answers.index(True)]]
    assert [line[0] for line in group.log] == ["pad", "pen"]


def test_holders_who_withdraw_each_other_at_once_leave_a_pen(group: Group) -> None:
    names = ["Anna", "Ben", "Cem", "Dora"]
    group.give(*names[1:])

    def remover(number: int) -> Callable[[], bool]:
        return lambda: group.withdraw(names[number - 1], names[number])

    answers = at_once(*(remover(number) for number in range(4)))
    # Whoever was refused came last, or had lost their pen: either way the other keeps theirs.
    holders = [names[number - 1] for number, success in enumerate(answers) if not success]
    assert holders
    assert set(group.held) == set(holders)


def test_who_confirms_a_link_while_its_maker_is_withdrawn_gets_no_pen(group: Group) -> None:
    group.give("Ben")
    secret = group.hand_over("Ben")
    first = withdrawal(group, of="Ben", by="Anna")
    assert not while_another(group, first, lambda: group.take(secret, "Cem"))
    assert group.held == ["Anna"]


def test_who_is_withdrawn_while_withdrawing_the_other_leaves_the_last_pen(group: Group) -> None:
    group.give("Ben")
    first = withdrawal(group, of="Ben", by="Anna")
    assert not while_another(group, first, lambda: group.withdraw("Anna", "Ben"))
    assert group.held == ["Anna"]


def withdrawal(group: Group, *, of: str, by: str) -> Callable[[Session], None]:
    def first(session: Session) -> None:
        pad, device = group.load(session, by)
        (pen,) = [pen for pen in pens_of(session, pad) if pen.name == of]
        withdraw(session, pad, pen.id, device)

    return first


def while_another(
    group: Group, first: Callable[[Session], None], late: Callable[[], Answer]
) -> Answer:
    """The result of a second writer who begins before a first one commits."""
    with ThreadPoolExecutor(1) as threads:
        with group.database.writing() as session:
            first(session)
            session.flush()
            second = threads.submit(late)
            with pytest.raises(TimeoutError):
                second.result(A_MOMENT)
        return second.result(PATIENCE)


def test_one_who_is_withdrawn_meanwhile_can_do_nothing_with_pens(
    postgresql_database: Database,
) -> None:
    """The request was let in before; SQLite lets only one of the two in at a time."""
    group = Group(postgresql_database)
    group.give("Ben", "Cem")
    with group.database.writing() as session:
        pad, device = group.load(session, "Ben")
        assert pen_of(session, device, pad)
        assert group.withdraw("Ben", "Anna")
        with pytest.raises(PenWithdrawnError):
            hand_over(session, pad, device)
        cems = next(pen for pen in pens_of(session, pad) if pen.device_id == group.devices["Cem"])
        with pytest.raises(PenWithdrawnError):
            withdraw(session, pad, cems.id, device)


def test_two_start_a_pad_with_one_secret(postgresql_database: Database) -> None:
    """As with two taps on one form; SQLite lets only one of the two in at a time."""

    def start() -> int:
        with postgresql_database.writing() as session:
            return started(session)

    def started(session: Session) -> int:
        device = device_with(session, SECRET)
        if device is not None:
            return new_pad(session, device.id).id
        given = pad_given(session, SECRET)
        assert given is not None
        return session.scalars(select(Pad.id).where(Pad.address == given.address)).one()

    first = list[int]()
    second = while_another(
        Group(postgresql_database), lambda session: first.append(started(session)), start
    )
    assert first == [second]


def test_secret_of_a_device_is_given_once(database: Database) -> None:
    with database.writing() as session:
        assert pad_given(session, SECRET) is None
        device, secret = new_device(session, SECRET)
        assert secret == SECRET
        assert device_with(session, SECRET) is None
        other, secret = new_device(session, SECRET)
        assert secret != SECRET
        assert other.id != device.id
