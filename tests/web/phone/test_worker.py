"""The service worker comes with the files of its release, and everything that it names is there."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.web.apps import database_gone
from tests.web.cast import Phone, Table, hand


def release(phone: Phone, **environ: Any) -> dict[str, Any]:
    answer = phone.client.get("/sw.js", environ_overrides=environ)
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    match = re.match(r"const release = (\{.*\});\n", answer.text)
    assert match is not None
    named: dict[str, Any] = json.loads(match[1])
    return named


def test_it_is_asked_for_with_every_page(phone: Phone) -> None:
    assert phone.open("/new").only("meta", name="worker").attributes["content"] == "/sw.js"
    answer = phone.client.get("/sw.js")
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers


def test_all_that_it_names_is_there(phone: Phone) -> None:
    named = release(phone)
    files = {address.rpartition("/")[2] for address in named["files"]}
    assert files == {
        *("scorepad.css", "pad.css", "middle.css"),
        *("scorepad.js", "share.js", "middle.js"),
        *("icon.svg", "icon-192.png"),
    }
    for address in (*named["files"], named["offline"]):
        answer = phone.client.get(address)
        assert answer.status_code == 200, address
        assert named["name"] in address or address == named["offline"]


def test_it_may_fetch_htmx_and_what_is_ours(phone: Phone) -> None:
    policy = phone.client.get("/sw.js").headers["Content-Security-Policy"]
    htmx = release(phone)["htmx"]
    assert policy == f"default-src 'none'; script-src 'self'; connect-src 'self' {htmx}"
    assert f'src="{htmx}"' in phone.client.get("/new").text


def test_under_a_mount_point_it_knows_its_root(phone: Phone) -> None:
    named = release(phone, SCRIPT_NAME="/cards")
    assert named["root"] == "/cards"
    assert all(address.startswith("/cards/") for address in (*named["files"], named["offline"]))


def access(phone: Phone, address: str) -> str | None:
    return phone.client.get(address).headers.get("Scorepad-Access")


def test_an_answer_about_a_pad_says_what_the_phone_may_do_there(
    table: Table, looker_on: Phone
) -> None:
    for address in (table.address, table.pad, f"{table.address}/log", f"{table.pad}pens"):
        assert access(table.phone, address) == "write"
        assert access(looker_on, address) == "look"
    for phone in (table.phone, looker_on):
        assert access(phone, "/pad/nothing/table/1") == "none"
        for address in ("/new", "/offline", "/nothing", f"{table.pad}nothing"):
            assert access(phone, address) is None


def test_a_game_that_is_gone_is_no_sign_that_the_pad_is(table: Table, looker_on: Phone) -> None:
    for phone, allowed in ((table.phone, "write"), (looker_on, "look")):
        answer = phone.client.get(f"{table.pad}table/99")
        assert (answer.status_code, answer.headers["Scorepad-Access"]) == (404, allowed)


def test_without_its_database_the_server_does_not_say_what_a_phone_may_do(table: Table) -> None:
    form = table.entry()
    with database_gone(table.app):
        for answer in (
            table.phone.client.get(table.address),
            table.phone.client.get("/pad/nothing/"),
            table.phone.submit(form, hand(6, 4, 2, 1, QS=1)),
        ):
            assert answer.status_code == 503
            assert "Scorepad-Access" not in answer.headers
    assert access(table.phone, table.address) == "write"


def test_the_offline_page_says_what_is_the_matter(phone: Phone) -> None:
    page = phone.open("/offline")
    assert page.only("h1").text == "No connection"
    assert page.only("a", class_="button").attributes["href"] == "/play"
