"""Addresses on a page are those of the mount point of its request, from the head on."""

from __future__ import annotations

from itertools import product

from flask import Flask

from tests.web.cast import Phone
from tests.web.pages import Page, page_of

MOUNTS = ("", "/scorepad", "/cards", "")
THEMES = ("black", "", "light")


def addresses(page: Page) -> list[str]:
    """Where the head leads on this server."""
    urls = [each.attributes["href"] for each in page.all("link")]
    urls += [each.attributes["src"] for each in page.all("script")]
    urls += [page.only("meta", name="worker").attributes["content"]]
    return [str(address) for address in urls if not str(address).startswith("https:")]


def test_addresses_in_the_head_are_those_of_the_mount_point(app: Flask) -> None:
    for language in ("en", "de"):
        client = Phone(app).client
        for mount, theme in product(MOUNTS, THEMES):
            client.set_cookie("theme", theme)
            answer = client.get(
                "/new",
                headers={"Accept-Language": language},
                environ_overrides={"SCRIPT_NAME": mount},
            )
            page = page_of(answer)
            urls = addresses(page)
            assert len(urls) >= 6, language
            parts = ("static", "manifest.webmanifest", "sw.js")
            assert all(
                each.startswith(tuple(f"{mount}/{part}" for part in parts)) for each in urls
            ), language
            assert page.only("html").attributes["lang"] == language, language
            assert page.only("html").attributes.get("data-theme", "") == theme, language
