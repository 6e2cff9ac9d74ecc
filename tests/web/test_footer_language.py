"""The switch of the language: links on every page, and the way back from them."""

from __future__ import annotations

from typing import Final

import pytest

from scorepad.web.words.translation import LANGUAGES
from tests.web.cast import COOKIE, Phone, Table
from tests.web.pages import Node, Page

# The name of the group of links.
GROUP: Final = {"en": "Language", "de": "Sprache"}


def test_each_page_has_a_quiet_link_to_each_language(table: Table) -> None:
    def current(page: Page) -> str:
        return languages(page).only("a", aria_current="true").text

    def languages(page: Page) -> Node:
        return page.only("footer").only(
            "div", aria_label=GROUP[page.only("html").attributes["lang"]]
        )

    for address in ("/new", table.pad, table.address, f"{table.pad}pens"):
        page = table.phone.open(address)
        for link, (code, name) in zip(languages(page).all("a"), LANGUAGES.items(), strict=True):
            assert link.text == name
            assert link.attributes["href"] == f"/language/{code}"
            assert link.attributes["lang"] == link.attributes["hreflang"] == code
        assert current(page) == "English"
    table.phone.client.get("/language/de")
    assert current(table.phone.open(table.pad)) == "Deutsch"


def test_choosing_leads_back_to_the_page_with_the_link(table: Table) -> None:
    page = f"http://localhost{table.address}"
    response = table.phone.client.get("/language/de", headers={"Referer": page})
    assert (response.status_code, response.location) == (303, table.address)
    cookie = table.phone.client.get_cookie("language")
    assert cookie is not None
    assert (cookie.value, cookie.http_only, cookie.path) == ("de", True, "/")
    # It still holds its pen.
    assert table.phone.client.get_cookie(COOKIE) is not None
    assert table.phone.open(table.address).only("html").attributes["lang"] == "de"


@pytest.mark.parametrize(
    "referrer",
    [
        "",
        "http://elsewhere.example/new",
        "http://localhost.elsewhere.example/new",
        "http://localhost:1/new",
        "https:elsewhere.example",
        "//elsewhere.example/new",
        "javascript:alert(1)",
        "no address",
        "http://[::1",
        "http://localhost]/",
        "http://localhost/language/de",
    ],
)
def test_choosing_leads_to_no_other_host(phone: Phone, referrer: str) -> None:
    response = phone.client.get("/language/de", headers={"Referer": referrer})
    assert (response.status_code, response.location) == (303, "/")


def test_the_query_of_the_page_is_kept(phone: Phone) -> None:
    referrer = "http://localhost/pad/x/?page=2"
    response = phone.client.get("/language/de", headers={"Referer": referrer})
    assert response.location == "/pad/x/?page=2"


def test_below_a_mount_point_its_own_address_is_no_page_to_go_back_to(phone: Phone) -> None:
    for own, back in (("language/de", "/cards/"), ("new", "/cards/new")):
        response = phone.client.get(
            "/language/de",
            headers={"Referer": f"http://localhost/cards/{own}"},
            environ_overrides={"SCRIPT_NAME": "/cards"},
        )
        assert response.location == back


@pytest.mark.parametrize("code", ["fr", "DE", "de-AT", "x" * 300, "%00"])
def test_there_is_no_other_language(phone: Phone, code: str) -> None:
    response = phone.client.get(f"/language/{code}")
    assert response.status_code == 404
    assert "Set-Cookie" not in response.headers
