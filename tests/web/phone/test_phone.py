"""What makes it an app of the phone: its manifest, where its icon leads, its service worker."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.web.apps import database_gone
from tests.web.cast import Phone, Table, hand, start


def manifest(phone: Phone, language: str = "en") -> dict[str, Any]:
    page = phone.client.get("/", headers={"Accept-Language": language}, follow_redirects=True)
    assert '<link rel="manifest" href="/manifest.webmanifest"' in page.text
    answer = phone.client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert (answer.status_code, answer.mimetype) == (200, "application/manifest+json")
    content: dict[str, Any] = answer.get_json(force=True)
    return content


def test_all_that_the_manifest_names_is_there(phone: Phone) -> None:
    content = manifest(phone)
    addresses = [content["start_url"], content["id"], content["scope"]]
    addresses += [each["url"] for each in content["shortcuts"]]
    for address in addresses:
        assert phone.client.get(address).status_code in (200, 302), address
        assert address.startswith(content["scope"])
    for icon in content["icons"]:
        answer = phone.client.get(icon["src"])
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
    assert {icon["purpose"] for icon in content["icons"]} == {"any", "maskable"}


def test_the_manifest_speaks_the_language_of_the_phone(phone: Phone) -> None:
    english, german = manifest(phone), manifest(phone, "de")
    assert (english["lang"], german["lang"]) == ("en", "de")
    assert english["shortcuts"][0]["name"] == "New game"
    assert german["shortcuts"][0]["name"] == "Neue Partie"
    assert english["description"] != german["description"]


def leads_to(phone: Phone, address: str) -> str:
    answer = phone.client.get(address)
    assert answer.status_code == 302
    return answer.location or ""


def test_a_new_phone_is_led_to_the_start(phone: Phone) -> None:
    assert leads_to(phone, "/play") == "/"
    assert leads_to(phone, "/play/new") == "/new"


def test_the_newest_running_game_of_all_pads_is_opened(phone: Phone) -> None:
    first = start(phone)
    assert leads_to(phone, "/play") == first.address
    # A game of another pad.
    second = start(phone, at="/new")
    assert leads_to(phone, "/play") == second.address
    assert leads_to(phone, "/play/new") == f"{second.pad}new"
    second.do("stop")
    assert leads_to(phone, "/play") == first.address
    first.do("bin")
    assert leads_to(phone, "/play") == "/"


def test_nobody_is_led_to_the_game_of_others(phone: Phone, looker_on: Phone) -> None:
    table = start(phone)
    looker_on.open(table.address)
    assert leads_to(looker_on, "/play") == "/"
    assert leads_to(looker_on, "/play/new") == "/new"


def test_without_its_pens_a_phone_is_a_new_one(phone: Phone) -> None:
    table = start(phone)
    assert leads_to(phone, "/play") == table.address
    phone.client.delete_cookie("scorepad_device")
    assert leads_to(phone, "/play") == "/"


def release(phone: Phone, **environ: Any) -> dict[str, Any]:
    answer = phone.client.get("/sw.js", environ_overrides=environ)
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    match = re.match(r"const release = (\{.*\});\n", answer.text)
    assert match is not None
    named: dict[str, Any] = json.loads(match[1])
    return named


def test_the_worker_is_asked_for_with_every_page(phone: Phone) -> None:
    assert phone.open("/new").only("meta", name="worker").attributes["content"] == "/sw.js"
    answer = phone.client.get("/sw.js")
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers


def test_all_that_the_worker_names_is_there(phone: Phone) -> None:
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


def test_the_worker_may_fetch_htmx_and_what_is_ours(phone: Phone) -> None:
    policy = phone.client.get("/sw.js").headers["Content-Security-Policy"]
    htmx = release(phone)["htmx"]
    assert policy == f"default-src 'none'; script-src 'self'; connect-src 'self' {htmx}"
    assert f'src="{htmx}"' in phone.client.get("/new").text


def test_under_a_mount_point_the_worker_knows_its_root(phone: Phone) -> None:
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
