"""How a result is passed on: the link to its picture, and the preview of the game's address."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorepad.settings import Guard
from scorepad.web.drawings import images
from tests.web.apps import app_in
from tests.web.cast import Phone, Table, start
from tests.web.pages import page_of
from tests.web.table.acts import png_size


@pytest.fixture
def without_png(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server without the extra."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    images.available.cache_clear()
    yield
    images.available.cache_clear()


def previews(app: Flask, address: str, **headers: str) -> dict[str, str]:
    """What chat programs read of a page: Open Graph's properties."""
    page = page_of(Phone(app).client.get(address, headers=headers))
    metas = [each.attributes for each in page.all("meta") if "property" in each.attributes]
    return {meta["property"]: meta["content"] for meta in metas}


@pytest.mark.usefixtures("makes_png")
def test_the_end_offers_the_picture_to_everybody(finished: Table, looker_on: Phone) -> None:
    for phone in (finished.phone, looker_on):
        (link,) = phone.open(finished.address).only("p", class_="share").all("a")
        assert (link.attributes["download"], link.attributes["type"]) == (
            "scorepad-1.png",
            "image/png",
        )
        assert phone.client.get(link.attributes["href"]).mimetype == "image/png"


@pytest.mark.usefixtures("without_png")
def test_without_the_extra_there_is_no_png(finished: Table) -> None:
    assert not images.available()
    assert finished.phone.client.get(f"{finished.address}/result.png").status_code == 404
    (link,) = finished.page().only("p", class_="share").all("a")
    assert link.attributes["href"].startswith(f"{finished.address}/result.svg?")
    assert (link.attributes["download"], link.attributes["type"]) == (
        "scorepad-1.svg",
        "image/svg+xml",
    )
    assert not previews(finished.app, finished.address)


@pytest.mark.usefixtures("makes_png")
def test_the_address_of_a_finished_game_has_a_preview(finished: Table) -> None:
    shown = previews(finished.app, finished.address)
    assert shown["og:title"] == shown["og:image:alt"] == "Anna wins with 0."
    assert shown["og:description"].replace("\u2068", "").replace("\u2069", "") == (
        "1st Anna 0 · 2nd Dora 27 · 3rd Cara 28 · 4th Ben 49"
    )
    assert shown["og:image"].startswith(f"http://localhost{finished.address}/result.png?v=")
    image = finished.phone.client.get(shown["og:image"].removeprefix("http://localhost"))
    assert png_size(image.data) == (
        int(shown["og:image:width"]),
        int(shown["og:image:height"]),
    )


@pytest.mark.usefixtures("makes_png")
def test_only_a_finished_game_has_a_preview(table: Table) -> None:
    assert not previews(table.app, table.address)
    table.recorded(6, 4, 2, 1, QS=1)
    assert not previews(table.app, table.address)
    table.do("stop")
    assert previews(table.app, table.address)
    table.do("bin")
    assert not previews(table.app, table.address)


@pytest.mark.usefixtures("makes_png")
def test_a_preview_names_the_host_that_was_asked(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(proxies=1)) as app:
        table = start(Phone(app), target="20")
        table.recorded(10, 3, 0, 0, QS=0)
        for host in ("a.example", "b.example:8443", "a.example"):
            forwarded = {"X-Forwarded-Host": host, "X-Forwarded-Proto": "https"}
            image = previews(app, table.address, **forwarded)["og:image"]
            assert image.startswith(f"https://{host}{table.address}/result.png?")
