"""The theme of a page: the one chosen on it, else the phone's, and never another reader's."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from scorepad.web.preferences import BARS, THEMES
from tests.support.contrast import DRAWN, TEXT, contrast
from tests.support.themes import palettes
from tests.web.cast import COOKIE, Table
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
    links = [link for link in page.only("footer").all("a") if "lang" not in link.attributes]
    choices = {link.attributes["href"].removeprefix("/theme/"): link.text for link in links}
    assert choices == CHOICES
    assert [link.text for link in links if "aria-current" in link.attributes] == [CHOICES[theme]]
    for chart in page.all("section", class_="chart"):
        query = parse_qs(urlsplit(chart.all("img")[0].attributes["src"]).query)
        assert query.get("theme", ["phone"]) == [theme]
    return theme


def test_a_choice_holds_on_every_page_and_can_be_taken_back(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    assert theme_of(table.page()) == "phone"
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


@pytest.mark.parametrize(
    "cookie",
    [
        *("theme=sepia", "theme=", "theme=darker", "a_theme=dark", "theme=phone"),
        *(f"theme={'dark' * 500}", "theme=dark evil", "scorepad=theme=dark"),
    ],
)
def test_a_cookie_without_a_theme_of_ours_does_not_count(app: Flask, cookie: str) -> None:
    client = app.test_client(use_cookies=False)
    assert theme_of(page_of(client.get("/new", headers={"Cookie": cookie}))) == "phone"


# What is written or drawn, on what, and how well it must be seen.
PAIRS = [
    *[(ink, ground, TEXT) for ink in ("ink", "ink-soft") for ground in ("paper", "key", "lead")],
    *[(ink, ground, TEXT) for ink in ("on-felt", "on-felt-soft")
      for ground in ("felt", "felt-deep", "cloth")],
    *[("red", ground, TEXT) for ground in ("paper", "lead", "wrong")],
    *[("on-wrong", "wrong", TEXT), ("on-chosen", "chosen", TEXT), ("chosen", "paper", TEXT)],
    *[("arrow", "cloth", DRAWN), ("mark", "felt", DRAWN), ("chosen", "key", DRAWN)],
]  # fmt: skip


def test_each_theme_has_all_colours_and_what_is_written_can_be_read() -> None:
    """``tests/browser/test_layout.py`` looks at every text; here is what no page shows."""
    light = set(palettes()["light"])
    for theme in THEMES:
        colours = palettes()[theme]
        assert {*colours, "round", "serif"} == light
        assert colours["felt"] == ("#000" if theme == "black" else BARS[theme])
        for ink, ground, least in PAIRS:
            assert contrast(colours[ink], colours[ground]) >= least, (theme, ink, ground, least)
