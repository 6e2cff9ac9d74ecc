"""Limits of one network: what it writes, and the work that it causes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from limits.storage import MemoryStorage
from werkzeug.test import TestResponse

from scorepad.settings import Guard
from scorepad.web.http.limits import network_of
from tests.web.apps import app_in, everything
from tests.web.cast import Phone, hand_over, players, start, start_form, started, take_pen
from tests.web.pages import page_of

WRONG = "/pen/" + "A" * 22


@pytest.fixture
def tight(tmp_path: Path) -> Iterator[Flask]:
    """An app in which a network may open three wrong links and make two pads."""
    with app_in(tmp_path / "data", Guard(costs="3400 per hour")) as made:
        yield made


@pytest.fixture
def two_pads(tmp_path: Path) -> Iterator[Flask]:
    """An app in which one network may make two pads."""
    with app_in(tmp_path / "data", Guard(costs="400 per hour")) as made:
        yield made


class Gone(MemoryStorage):
    """A storage elsewhere that cannot be reached."""

    STORAGE_SCHEME = ["gone"]  # noqa: RUF012 (by which limits finds it)

    def get(self, key: str) -> int:
        raise ConnectionError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        raise ConnectionError


class Going(Gone):
    """A storage that can be read and not written, as one that goes just now."""

    STORAGE_SCHEME = ["going"]  # noqa: RUF012 (by which limits finds it)

    def get(self, key: str) -> int:
        return 0


def assert_too_often(response: TestResponse) -> None:
    assert response.status_code == 429
    page = page_of(response)
    assert page.title == "Too many requests"
    assert "try again later" in page.main.text
    assert response.headers["Cache-Control"] == "no-store"


def wear_out_links(app: Flask, method: str = "GET") -> None:
    """Use up all the wrong links that there are."""
    phones = (Phone(app) for _ in range(4))
    statuses = [phone.client.open(WRONG, method=method).status_code for phone in phones]
    assert statuses == [404, 404, 404, 429]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_wrong_links_are_limited(tight: Flask, method: str) -> None:
    before = everything(tight)
    wear_out_links(tight, method)
    assert_too_often(Phone(tight).client.get(f"{WRONG}x"))
    # What tells nothing: whether the link is good or not.
    assert Phone(tight).client.options(WRONG).status_code == 200
    assert everything(tight) == before


def test_right_links_do_not_count_and_stay_good(tight: Flask) -> None:
    table = start(Phone(tight))
    opened = Phone(tight)
    form = opened.open(hand_over(table)).form("/pen")
    link = hand_over(table)
    for _ in range(5):
        assert Phone(tight).client.get(link).status_code == 303
    wear_out_links(tight)
    table.record(6, 4, 2, 1, QS=1)
    # Neither guessing bothers a browser that has opened a link nor one that opens it now.
    assert opened.submit(form).status_code == 303
    take_pen(Phone(tight), link)
    # Now it is used, and as wrong as any other.
    assert_too_often(Phone(tight).client.get(link))


@pytest.mark.parametrize("same", [True, False])
def test_new_pads_are_limited_and_refused_forms_do_not_count(two_pads: Flask, same: bool) -> None:
    first = Phone(two_pads)
    for _ in range(5):
        assert first.submit(start_form(first), players("Anna")).status_code == 422
        assert first.client.post("/new").status_code == 400
    phones = [first] * 3 if same else [first, Phone(two_pads), Phone(two_pads)]
    assert [started(phone).status_code for phone in phones[:2]] == [303, 303]
    before = everything(two_pads)
    assert_too_often(started(phones[2]))
    assert everything(two_pads) == before
    assert len(before["pads"]) == len(before["devices"]) == 2
    # It can still look at the form, and at what it has.
    assert {first.client.get(address).status_code for address in ("/new", "/")} <= {200, 302}


def test_games_of_a_pad_are_not_limited(two_pads: Flask) -> None:
    table = start(Phone(two_pads))
    for _ in range(4):
        start(table.phone, at=f"{table.pad}new")
    assert started(Phone(two_pads)).status_code == 303


def test_writes_are_limited(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(writes="3 per hour")) as app:
        table = start(Phone(app))
        form = table.phone.open(table.address).form("/table/1")
        # What was refused wrote nothing.
        assert table.phone.submit(form, {}).status_code == 422
        table.record(6, 4, 2, 1, QS=1)
        table.do("undo")
        before = everything(app)
        assert_too_often(table.phone.client.post(table.address, data=form.filled({})))
        assert everything(app) == before
        # Looking is not writing, and a stranger is still told that this is not theirs.
        assert table.phone.client.get(table.address).status_code == 200
        assert Phone(app).client.post(table.address).status_code == 403


def test_pages_of_figures_and_files_are_limited(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(costs="460 per hour")) as app:
        table = start(Phone(app))
        pages = [f"{table.pad}{page}" for page in ("players", "records", "evenings")]
        files = [f"{table.pad}{file}" for file in ("hands.csv", "games.jsonl")]
        for address in (*pages, *files):
            assert table.phone.client.get(address).status_code == 200
        assert_too_often(table.phone.client.get(pages[0]))
        assert_too_often(table.phone.client.get(files[0]))
        assert table.phone.client.get(table.pad).status_code == 200


@pytest.mark.parametrize(
    ("network", "others", "another"),
    [
        ("203.0.113.1", ["::ffff:203.0.113.1", "203.0.113.1:5678", "[::ffff:203.0.113.1]:1"], "::"),
        # Of a customer with many: the network of each counts, and no wider one.
        ("2001:db8:0:1::1", ["2001:db8:0:1:ffff:ffff:ffff:ffff"], "2001:db8:0:2::1"),
        ("2001:db8:0:1::1", ["[2001:db8:0:1::2]:443", "[2001:db8:0:1::2]"], "2001:db8:0:0::1"),
        ("fe80::1%eth0", ["fe80::2%eth1"], "fe80:0:0:1::1%eth0"),
        # All unreadable addresses count as one.
        ("unknown", ["_hidden", "", "[", "\xff", "x" * 99, "[]:", "1.2.3.4.5:6"], "::"),
        ("unknown", ["203.0.113.1, 203.0.113.2"], "127.0.0.1"),
    ],
)
def test_each_network_has_its_own_count(network: str, others: list[str], another: str) -> None:
    assert {network_of(each) for each in others} == {network_of(network)} != {network_of(another)}


def test_no_address_gives_back_what_is_used_up(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(costs="1000 per minute; 3000 per hour")) as app:

        def ask(sender: str) -> int:
            overrides = {"REMOTE_ADDR": sender}
            return Phone(app).client.get(WRONG, environ_overrides=overrides).status_code

        senders = ("203.0.113.1", "203.0.113.1:2", "unknown", "\xff", "203.0.113.1")
        assert [ask(sender) for sender in senders] == [404, 429, 404, 429, 429]


def test_without_the_storage_a_process_counts_for_itself(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    guard = Guard(costs="3400 per hour", storage="gone://")
    with app_in(tmp_path / "data", guard) as app:
        wear_out_links(app)
        assert [started(Phone(app)).status_code for _ in range(3)] == [303, 303, 429]
    assert "falling back to in-memory" in caplog.text


def test_a_storage_that_breaks_meanwhile_breaks_nothing_else(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(storage="going://")) as app:
        assert started(Phone(app)).status_code == 303
        assert Phone(app).client.get(WRONG).status_code == 404


def test_at_home_an_evening_stays_below_the_limits(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard()) as app:
        assert {started(Phone(app)).status_code for _ in range(20)} == {303}
        assert {Phone(app).client.get(WRONG).status_code for _ in range(56)} == {404}
        assert_too_often(Phone(app).client.get(WRONG))
