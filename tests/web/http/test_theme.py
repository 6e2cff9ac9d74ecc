"""The theme of a page: the one chosen on it, else the phone's, and never another reader's."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs, urlsplit

from flask import Flask

from scorepad.web.preferences import BARS
from tests.web.cast import COOKIE, Phone, Table
from tests.web.pages import Page, page_of

# Every choice, the one to follow the phone last, and what its link says.
CHOICES: Final = {"light": "Light", "dark": "Dark", "black": "Black", "phone": "Same as phone"}


def theme_of(page: Page) -> str:
    """The theme of a page, which all of its parts agree on; ``phone`` if it follows the phone."""
    theme = page.only("html").attributes.get("data-theme", "phone")
    scheme = page.only("meta", name="color-scheme").attributes["content"]
    bars = page.all("meta", name="theme-color")
    if theme == "phone":
        assert scheme == "light dark"
        assert [(bar.attributes["content"], bar.attributes["media"]) for bar in bars] == [
            (BARS[each], f"(prefers-color-scheme: {each})") for each in ("light", "dark")
        ]
    else:
        assert scheme == ("light" if theme == "light" else "dark")
        (bar,) = bars
        assert (bar.attributes["content"], "media" in bar.attributes) == (BARS[theme], False)
    assert themes(page)[theme] == "true"
    for chart in page.all("section", class_="chart"):
        query = parse_qs(urlsplit(chart.all("img")[0].attributes["src"]).query)
        assert query.get("theme", ["phone"]) == [theme]
    return theme


def themes(page: Page) -> dict[str, str | None]:
    """The links of the switch, by what they choose, and which of them is marked."""
    links = [link for link in page.only("footer").all("a") if "lang" not in link.attributes]
    marked = {
        link.attributes["href"].removeprefix("/theme/"): link.attributes.get("aria-current")
        for link in links
    }
    assert dict(zip(marked, [link.text for link in links], strict=True)) == CHOICES
    assert [mark for mark in marked.values() if mark] == ["true"]
    return marked


def test_without_a_choice_a_page_follows_the_phone(phone: Phone) -> None:
    assert theme_of(phone.open("/new")) == "phone"


def test_a_choice_holds_on_every_page_and_can_be_taken_back(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    pages = ("/new", table.pad, table.address, f"{table.address}/log", f"{table.pad}pens")
    for choice in CHOICES:
        answer = table.phone.client.get(f"/theme/{choice}")
        assert (answer.status_code, answer.location) == (303, "/")
        for address in pages:
            assert theme_of(table.phone.open(address)) == choice, address
        missing = page_of(table.phone.client.get("/pad/nothing/"))
        assert (missing.title, theme_of(missing)) == ("Page not found", choice)
    assert table.phone.client.get_cookie("theme") is None
    # It still holds its pen.
    assert table.phone.client.get_cookie(COOKIE) is not None


def test_a_cookie_without_a_theme_of_ours_does_not_count(app: Flask) -> None:
    cases = [
        *("theme=sepia", "theme=", "theme=darker", "a_theme=dark", "theme=phone"),
        *(f"theme={'dark' * 500}", "theme=dark evil", "scorepad=theme=dark"),
    ]
    for cookie in cases:
        client = app.test_client(use_cookies=False)
        page = page_of(client.get("/new", headers={"Cookie": cookie}))
        assert theme_of(page) == "phone", cookie
