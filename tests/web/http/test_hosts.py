"""On the open net: trusted host names, and trusted proxies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.web.apps import WIDE_OPEN, app_in, everything
from tests.web.cast import COOKIE, SESSION, Client, Phone, cookies, start, started
from tests.web.pages import page_of

WRONG = "/pen/" + "A" * 22
# The headers of a proxy with a request from 203.0.113.1 for https://a.example/.
FORWARDED: Mapping[str, str] = {
    "X-Forwarded-For": "203.0.113.1",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "a.example",
    "Referer": "https://a.example/new",
}


@contextmanager
def guarded(folder: Path, **guard: Any) -> Iterator[Flask]:
    with app_in(folder / "data", replace(WIDE_OPEN, **guard)) as app:
        yield app


def all_cookies(phone: Phone) -> str:
    """The header with the phone's cookies, whatever host they are from."""
    names = [prefix + name for prefix in ("", "__Host-") for name in (COOKIE, SESSION)]
    found = [phone.client.get_cookie(name) for name in names]
    return "; ".join(f"{each.key}={each.value}" for each in found if each)


@pytest.mark.parametrize(
    ("hosts", "known", "unknown"),
    [
        ((), ["anything.example"], []),
        (
            ("a.example",),
            ["a.example", "a.example:8080", "A.EXAMPLE"],
            ["b.example", "sub.a.example", "a.example.b.example", "xa.example", "127.0.0.1"],
        ),
        (("a.example", "b.example"), ["b.example"], []),
        ((".a.example",), ["sub.a.example", "a.example"], ["xa.example"]),
    ],
)
def test_the_server_answers_to_its_names_only(
    tmp_path: Path, hosts: tuple[str, ...], known: Sequence[str], unknown: Sequence[str]
) -> None:
    with guarded(tmp_path, hosts=hosts) as app:
        for host, address in product([*known, *unknown], ("/", "/new", WRONG, "/nothing", "/pen")):
            response = Phone(app).client.get(address, base_url=f"http://{host}")
            assert (response.status_code != 400) == (host in known), (host, address)
            if host in unknown:
                assert host not in response.text
                assert response.headers["X-Content-Type-Options"] == "nosniff"
                assert not cookies(response)


def test_nothing_is_done_under_another_name(tmp_path: Path) -> None:
    with guarded(tmp_path, hosts=("localhost",)) as app:
        table = start(Phone(app))
        data = table.phone.open(f"{table.pad}pens").form("/pens/link").filled({})
        client = Client(app, app.response_class, use_cookies=False)
        cookie = {"Cookie": all_cookies(table.phone)}
        before = everything(app)
        for address in (table.address, f"{table.pad}pens/link", "/new", "/pen"):
            headers = {**cookie, "Host": "b.example"}
            response = client.post(address, data=data, headers=headers)
            assert response.status_code == 400, address
        # Nor does a poll get an answer.
        for query in ("", "?seen=1", "?seen=2"):
            address = f"{table.address}{query}"
            assert client.get(address, headers={"Host": "b.example"}).status_code == 400
        assert everything(app) == before
        # It was the name.
        response = client.post(f"{table.pad}pens/link", data=data, headers=cookie)
        assert response.status_code == 200


def test_a_proxy_is_believed_if_there_is_one(tmp_path: Path) -> None:
    with guarded(tmp_path, proxies=1) as app:
        phone = Phone(app)
        response = started(phone, headers=FORWARDED)
        assert response.status_code == 303
        assert f"__Host-{COOKIE}" in cookies(response)
        assert all("Secure" in parts for parts in cookies(response).values())
        # The proxy itself asks under another name, and without encryption.
        sent = {"Host": "10.0.0.7:8000", "Cookie": all_cookies(phone), **FORWARDED}
        proxy = Client(app, app.response_class, use_cookies=False)
        pens = f"{str(response.location).partition('table/')[0]}pens"
        form = page_of(proxy.get(pens, headers=sent)).form("/pens/link")
        answer = proxy.post(form.action, data=form.filled({}), headers=sent)
        assert page_of(answer).only(class_="link").text.startswith("https://a.example/pen/")


def test_a_proxy_that_says_another_name_is_not_answered(tmp_path: Path) -> None:
    with guarded(tmp_path, proxies=1, hosts=("a.example",)) as app:
        client = Phone(app).client
        for host in ("b.example", "a.example, b.example"):
            headers = {"Host": "a.example", "X-Forwarded-Host": host}
            assert client.get("/new", headers=headers).status_code == 400
        headers = {"Host": "10.0.0.7", "X-Forwarded-Host": "b.example, a.example"}
        assert client.get("/new", headers=headers).status_code == 200


def test_without_a_proxy_no_header_is_believed(tmp_path: Path) -> None:
    with guarded(tmp_path) as app:
        phone = Phone(app)
        response = started(phone, headers=FORWARDED)
        assert response.status_code == 303
        assert not [parts for parts in cookies(response).values() if "Secure" in parts]
        pens = f"{str(response.location).partition('table/')[0]}pens"
        form = page_of(phone.client.get(pens, headers=FORWARDED)).form("/pens/link")
        answer = phone.client.post(form.action, data=form.filled({}), headers=FORWARDED)
        assert page_of(answer).only(class_="link").text.startswith("http://localhost/pen/")


@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_wrong_links_are_counted_by_who_asked(tmp_path: Path, proxies: int) -> None:
    with guarded(tmp_path, proxies=proxies, costs="1000 per hour") as app:

        def ask(client_address: str) -> int:
            headers = {"X-Forwarded-For": client_address}
            return Phone(app).client.get(WRONG, headers=headers).status_code

        # The last ones come from the proxies; a client can write anything before them.
        seen = {0: "", 1: "203.0.113.1", 2: "203.0.113.1, 198.51.100.1"}[proxies]
        first, again = (f"{made_up}, {seen}" for made_up in ("192.0.2.1", "192.0.2.2"))
        other = first.replace("203.0.113.1", "203.0.113.2")
        assert [ask(first), ask(again)] == [404, 429]
        assert ask(other) == (404 if proxies else 429)
