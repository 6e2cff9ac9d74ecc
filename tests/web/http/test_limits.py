"""Limits of one network: what it writes, and the work that it causes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from flask import Flask
from limits.storage import MemoryStorage
from werkzeug.test import TestResponse

from scorepad.settings import Guard
from tests.web.apps import app_in, everything
from tests.web.cast import (
    NAMES,
    Phone,
    hand_over,
    players,
    start,
    start_form,
    take_pen,
)
from tests.web.pages import page_of
from tests.web.scenes import Scenes, scenes_in

WRONG = "/pen/" + "A" * 22


class Counted(MemoryStorage):
    """The counts of a process, of which those can be forgotten that were made before a test."""

    STORAGE_SCHEME = ["counted"]  # noqa: RUF012 (by which limits finds it)
    made: ClassVar[list[Counted]] = []

    def __init__(self, uri: str | None = None) -> None:
        super().__init__(uri)
        self.made.append(self)


@pytest.fixture(scope="module")
def one_tight_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """An app with low limits."""
    # Three wrong links, and two pads.
    guard = Guard(costs="3400 per hour", storage="counted://")
    with app_in(tmp_path_factory.mktemp("tight") / "data", guard) as made:
        yield made


@pytest.fixture(scope="module")
def empty(one_tight_app: Flask) -> Iterator[Scenes]:
    with scenes_in(one_tight_app) as made:
        yield made


@pytest.fixture
def tight(one_tight_app: Flask, empty: Scenes) -> Flask:
    """The app with low limits as it is at first."""
    empty.clear()
    for counts in Counted.made:
        counts.reset()
    return one_tight_app


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

    def check(self) -> bool:
        return False


class Going(Gone):
    """A storage that can be read and not written, as one that goes just now."""

    STORAGE_SCHEME = ["going"]  # noqa: RUF012 (by which limits finds it)

    def get(self, key: str) -> int:
        return 0


def start_again(phone: Phone) -> TestResponse:
    return phone.submit(start_form(phone), {**players(*NAMES[:4]), "dealer": "0"})


def assert_too_often(response: TestResponse) -> None:
    assert response.status_code == 429
    page = page_of(response)
    assert page.title == "Too many requests"
    assert "try again later" in page.main.text
    assert response.headers["Cache-Control"] == "no-store"


def wear_out_links(app: Flask) -> None:
    """Use up all the wrong links that there are."""
    statuses = [Phone(app).client.get(f"{WRONG}{number}").status_code for number in range(4)]
    assert statuses == [404, 404, 404, 429]


def test_wrong_links_are_limited(tight: Flask) -> None:
    before = everything(tight)
    wear_out_links(tight)
    for method in ("GET", "HEAD"):
        response = Phone(tight).client.open(WRONG, method=method)
        assert response.status_code == 429
    # With other cookies, and with none.
    assert_too_often(Phone(tight).client.get(f"{WRONG}x"))
    assert everything(tight) == before


def test_wrong_links_count_with_any_method_that_tells_of_them(tight: Flask) -> None:
    statuses = [Phone(tight).client.head(WRONG).status_code for _ in range(4)]
    assert statuses == [404, 404, 404, 429]
    # What tells nothing: whether the link is good or not.
    assert Phone(tight).client.options(WRONG).status_code == 200


def test_right_links_do_not_count(tight: Flask) -> None:
    table = start(Phone(tight))
    link = hand_over(table)
    for _ in range(5):
        assert Phone(tight).client.get(link).status_code == 303
        assert Phone(tight).client.get("/pen").status_code == 404
    take_pen(Phone(tight), link)
    wear_out_links(tight)


def test_who_writes_is_not_bothered_by_who_guesses(tight: Flask) -> None:
    table = start(Phone(tight))
    opened = Phone(tight)
    form = opened.open(hand_over(table)).form("/pen")
    wear_out_links(tight)
    table.record(6, 4, 2, 1, QS=1)
    link = hand_over(table)
    # Neither for a browser that has opened a link nor for one that opens it now.
    assert opened.submit(form).status_code == 303
    friend = Phone(tight)
    assert friend.client.get(link).status_code == 303
    take_pen(friend, link)
    # Now it is used, and as wrong as any other.
    assert_too_often(Phone(tight).client.get(link))


def test_new_pads_are_limited(two_pads: Flask) -> None:
    assert [start_again(Phone(two_pads)).status_code for _ in range(2)] == [303, 303]
    before = everything(two_pads)
    for _ in range(2):
        phone = Phone(two_pads)
        assert_too_often(start_again(phone))
        assert phone.secret is None
    assert everything(two_pads) == before
    assert len(before["pads"]) == len(before["devices"]) == 2


def test_a_phone_that_has_a_pad_makes_no_more_than_others(two_pads: Flask) -> None:
    phone = Phone(two_pads)
    assert [start_again(phone).status_code for _ in range(3)] == [303, 303, 429]
    # It still can look at the form, and at what it has.
    assert phone.client.get("/new").status_code == 200
    assert phone.client.get("/").status_code == 200


def test_forms_that_were_refused_do_not_count(two_pads: Flask) -> None:
    phone = Phone(two_pads)
    for _ in range(5):
        assert phone.submit(start_form(phone), players("Anna")).status_code == 422
        assert phone.client.post("/new").status_code == 400
    assert [start_again(phone).status_code for _ in range(3)] == [303, 303, 429]


def test_games_of_a_pad_are_not_limited(tight: Flask) -> None:
    table = start(Phone(tight))
    for _ in range(4):
        start(table.phone, at=f"{table.pad}new")
    assert start_again(Phone(tight)).status_code == 303


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


def asks(app: Flask, sender: str) -> int:
    """The status of a wrong link from this address."""
    overrides = {"REMOTE_ADDR": sender}
    return Phone(app).client.get(WRONG, environ_overrides=overrides).status_code


@pytest.mark.parametrize(
    ("first", "alike", "other"),
    [
        ("203.0.113.1", "203.0.113.1", "203.0.113.2"),
        # Of a customer with many: the network of each counts, and no wider one.
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:2::1"),
        ("2001:db8:0:1::1", "2001:db8:0:1:0:0:0:2", "2001:db8:0:0::1"),
        # As some servers see an IPv4 address.
        ("::ffff:203.0.113.1", "203.0.113.1", "::ffff:203.0.113.2"),
        # As some proxies say it.
        ("203.0.113.1:5678", "203.0.113.1", "203.0.113.2:5678"),
        ("[2001:db8:0:1::1]:443", "[2001:db8:0:1::2]", "[2001:db8:0:2::1]:443"),
        ("[::ffff:203.0.113.1]:1", "203.0.113.1:2", "203.0.113.2"),
        ("fe80::1%eth0", "fe80::2%eth1", "fe80:0:0:1::1%eth0"),
        # All unreadable addresses count as one.
        ("unknown", "_hidden", "203.0.113.1"),
        ("", "[", "203.0.113.1"),
        ("203.0.113.1, 203.0.113.2", "x" * 99, "::"),
        ("[]:", "1.2.3.4.5:6", "127.0.0.1"),
    ],
)
def test_each_address_has_its_own_count(tight: Flask, first: str, alike: str, other: str) -> None:
    assert [asks(tight, first) for _ in range(2)] == [404, 404]
    assert [asks(tight, alike) for _ in range(2)] == [404, 429]
    assert asks(tight, other) == 404
    assert asks(tight, first) == 429


@pytest.mark.parametrize(
    "client_address", ["1.2.3.4:5678", "unknown", "", "[", "::%", "\xff", "x" * 99]
)
def test_no_address_gives_back_what_is_used_up(tmp_path: Path, client_address: str) -> None:
    with app_in(tmp_path / "data", Guard(costs="1200 per hour", proxies=1)) as app:

        def ask(client_address: str) -> int:
            return (
                Phone(app)
                .client.get(WRONG, headers={"X-Forwarded-For": client_address})
                .status_code
            )

        assert [ask("203.0.113.1") for _ in range(2)] == [404, 429]
        assert ask(client_address) in (404, 429)
        assert ask(client_address) == 429
        assert ask("203.0.113.1") == 429
        phone = Phone(app)
        form = start_form(phone).filled({**players(*NAMES[:4]), "dealer": "0"})
        headers = {"X-Forwarded-For": client_address}
        assert phone.client.post("/new", data=form, headers=headers).status_code == 303


def test_many_limits_of_one_kind_are_all_kept(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(costs="2000 per minute; 3000 per hour")) as app:
        assert [asks(app, "203.0.113.1") for _ in range(3)] == [404, 404, 429]


def test_without_the_storage_a_process_counts_for_itself(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    guard = Guard(costs="3400 per hour", storage="gone://")
    with app_in(tmp_path / "data", guard) as app:
        wear_out_links(app)
        assert [start_again(Phone(app)).status_code for _ in range(3)] == [303, 303, 429]
    assert "falling back to in-memory" in caplog.text


def test_a_storage_that_breaks_meanwhile_breaks_nothing_else(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(storage="going://")) as app:
        assert start_again(Phone(app)).status_code == 303
        assert Phone(app).client.get(WRONG).status_code == 404


def test_at_home_an_evening_stays_below_the_limits(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard()) as app:
        statuses = {start_again(Phone(app)).status_code for _ in range(20)}
        assert statuses == {303}
        assert {Phone(app).client.get(WRONG).status_code for _ in range(56)} == {404}
        assert_too_often(Phone(app).client.get(WRONG))
