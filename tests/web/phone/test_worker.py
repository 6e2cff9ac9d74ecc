"""The service worker comes with the files of its release, and everything that it names is there."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.web.cast import Phone, Table


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
        *("scorepad.css", "start.css", "figures.css", "scorepad.js", "start.js", "evening.js"),
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


def test_an_answer_about_a_pad_says_whether_the_phone_holds_its_pen(
    table: Table, looker_on: Phone
) -> None:
    for address in (table.address, table.pad, f"{table.address}/log", f"{table.pad}pens"):
        assert table.phone.client.get(address).headers["Scorepad-Pen"] == "yes"
        assert looker_on.client.get(address).headers["Scorepad-Pen"] == "no"
    for address in ("/new", "/offline", "/nothing"):
        assert "Scorepad-Pen" not in table.phone.client.get(address).headers
    assert looker_on.client.get("/pad/nothing/").headers["Scorepad-Pen"] == "no"


def test_the_offline_page_says_what_is_the_matter(phone: Phone) -> None:
    page = phone.open("/offline")
    assert page.only("h1").text == "No connection"
    assert page.only("a", class_="button").attributes["href"] == "/play"
