"""The picture of a result: what is on it, its PNG, and the preview of the game's address."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from struct import unpack
from xml.etree import ElementTree

import pytest
from flask import Flask
from sqlalchemy import select

from scorepad.settings import Guard
from scorepad.store.models import Player
from scorepad.web.drawings import images
from tests.web.apps import app_in, writing
from tests.web.cast import NAMES, Phone, Table, hand, start
from tests.web.pages import page_of, plain

SVG = "{http://www.w3.org/2000/svg}"
SIX = (*NAMES[:4], "Emil", "Fay")


def png_size(data: bytes) -> tuple[int, int]:
    """The width and the height of a PNG."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = unpack(">II", data[16:24])
    return width, height


def picture(table: Table, language: str = "en") -> ElementTree.Element:
    address = f"{table.address}/result.svg"
    response = table.phone.client.get(address, headers={"Accept-Language": language})
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    return ElementTree.fromstring(response.data)  # noqa: S314 (our own)


def words(root: ElementTree.Element) -> list[str]:
    """All texts but those of the chart, in their order, without the marks around names."""
    chart = {
        id(each) for part in root.iter(f"{SVG}svg") if part.get("class") for each in part.iter()
    }
    return [
        plain("".join(text.itertext())) for text in root.iter(f"{SVG}text") if id(text) not in chart
    ]


def classes(root: ElementTree.Element) -> list[str]:
    return [name for each in root.iter() for name in each.get("class", "").split()]


def test_it_has_the_places_the_sheet_the_chart_and_the_moons(finished: Table) -> None:
    root = picture(finished)
    heading, facts, *rest = words(root)
    assert heading == "Hearts (Black Lady)"
    assert facts == "Game 1"
    assert rest == [
        *("1st", "Anna", "0", "2nd", "Dora", "27", "3rd", "Cara", "28", "4th", "Ben", "49"),
        *NAMES[:4],
        *("1", "0", "0", "26", "26", "26", "26", "26", "26"),
        *("2", "0", "0", "23", "49", "2", "28", "1", "27"),
        *("shot the moon", "Scorepad"),
    ]
    (title,) = root.findall(f"{SVG}title")
    assert title.text == "Anna wins with 0."
    for seat in range(4):
        assert classes(root).count(f"seat-{seat}") == 3
    german = words(picture(finished, "de"))
    assert (german[2], german[-2]) == ("1.", "hat einen Durchmarsch geschafft")


def test_it_has_the_day_of_the_reader_or_none(finished: Table) -> None:
    with writing(finished.app) as session:
        finished.row(session).started = datetime(2027, 1, 1, 2, 30, tzinfo=UTC)
    assert words(picture(finished))[1] == "Game 1"
    for zone, day in (
        ("America/New_York", ["31 December 2026"]),
        ("Europe/Berlin", ["1 January 2027"]),
        ("Nowhere", []),
    ):
        address = f"{finished.address}/result.svg"
        finished.phone.client.set_cookie("zone", zone)
        response = finished.phone.client.get(address)
        facts = words(ElementTree.fromstring(response.data))[1]  # noqa: S314 (our own)
        assert facts.split(" · ")[1:] == day


def test_it_has_the_name_of_the_pad_and_never_its_address(finished: Table) -> None:
    finished.name_pad("Friday <b>nights</b>")
    heading, facts, *_ = words(picture(finished))
    assert heading == "Friday <b>nights</b>"
    assert "Hearts (Black Lady)" in facts
    drawn = finished.phone.client.get(f"{finished.address}/result.svg").text
    assert finished.key not in drawn
    assert "http" not in drawn.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_a_running_game_is_shown_as_it_stands(table: Table) -> None:
    assert table.phone.client.get(f"{table.address}/result.svg").status_code == 404
    assert table.phone.client.get(f"{table.address}/result.png").status_code == 404
    table.recorded(6, 4, 2, 1, QS=1)
    root = picture(table)
    assert words(root)[1].endswith(" · after hand 1")
    assert root.findall(f"{SVG}title")[0].text == "Dora is ahead."
    assert "won" not in classes(root)
    table.do("stop")
    assert words(picture(table))[1].endswith(" · ended early")
    assert "won" in classes(picture(table))


def test_of_a_long_game_it_has_the_last_hands(phone: Phone) -> None:
    table = start(phone, target="1000")
    for _ in range(13):
        table.recorded(6, 4, 2, 1, QS=1)
    assert "…" not in words(picture(table))
    size = picture(table).attrib["height"]
    table.recorded(6, 4, 2, 1, QS=1)
    shown = words(picture(table))
    assert shown[18] == "…"
    assert shown[19::9][:12] == [str(number) for number in range(3, 15)]
    assert picture(table).attrib["height"] == size
    lines = [line.get("d", "") for line in picture(table).iter(f"{SVG}path")]
    assert len({line for line in lines if line.endswith("H576")}) == 13


def test_suns_and_exact_hits_are_shown(phone: Phone) -> None:
    table = start(phone, sun="y", target="52", exact="50")
    table.saved(phone.force(table.entry(), {"shooter": "0", "sun": "y"}))
    shown = words(picture(table))
    # All others had 52 points, which is an exact hit.
    assert shown[19:26] == ["0", "0", "52−50", "2", "52−50", "2", "52−50"]
    assert "shot the sun" in shown
    assert "shot the moon" not in shown


def test_hands_that_do_not_count_have_no_total(phone: Phone) -> None:
    table = start(phone, target="30")
    for _ in range(2):
        table.recorded(0, 0, 13, 0, QS=3)
    table.recorded(6, 4, 2, 1, QS=1)
    # Cara's moon ends the game before the third hand.
    table.saved(phone.submit(table.correction(2), hand(QS=2)))
    root = picture(table)
    assert classes(root).count("uncounted") == 1
    assert words(root).count("–") == 4


@pytest.mark.parametrize(
    "name", ["W" * 30, "👩🏽‍🚀" * 8, "ﷺ" * 30, "דנה" * 10, '<image href="/etc/hosts"/>']
)
def test_names_are_cut_where_their_room_ends_and_no_markup(phone: Phone, name: str) -> None:
    table = start(phone, name, *SIX[1:]).recorded(5, 4, 2, 1, 0, 0, QS=1)
    root = picture(table)
    assert all(len(text) < 120 for text in words(root))
    for part in root.iter(f"{SVG}svg"):
        # Only what is in a frame of its own can be wider than thought.
        if part.get("viewBox") is None:
            assert float(part.attrib["width"]) <= 552
    assert not list(root.iter(f"{SVG}image"))


@pytest.mark.usefixtures("makes_png")
def test_the_end_offers_a_png_that_shows_the_same(finished: Table, looker_on: Phone) -> None:
    for phone in (finished.phone, looker_on):
        (link,) = phone.open(finished.address).only("p", class_="share").all("a")
        assert link.attributes["download"] == "scorepad-1.png"
        assert link.attributes["type"] == "image/png"
        response = phone.client.get(link.attributes["href"])
        assert (response.status_code, response.mimetype) == (200, "image/png")
    root = picture(finished)
    size = int(root.attrib["width"]), int(root.attrib["height"])
    assert png_size(response.data) == (2 * size[0], 2 * size[1])
    with writing(finished.app) as session:
        session.scalars(select(Player).where(Player.name == "Ben")).one().name = "Bert"
    # A name is changed without a revision of the game.
    again = finished.phone.client.get(f"{finished.address}/result.png")
    assert again.data != response.data
    assert again.headers["Cache-Control"] == "no-store"


@pytest.mark.usefixtures("makes_png")
def test_any_name_can_be_on_a_png(phone: Phone) -> None:
    table = start(phone, "🏳️‍🌈👩🏽‍🚀ﬁ👨‍👩‍👧‍👦한국", "🇩🇪ไทย山田👩🏽‍🚀", "ﷺ ☀️x…नमस्ते")
    table.recorded(6, 4, 2, QS=1)
    response = phone.client.get(f"{table.address}/result.png")
    assert png_size(response.data)[0] == 1200


def test_what_resvg_cannot_draw_is_a_picture_error() -> None:
    with pytest.raises(images.PictureError):
        images.render_png("<svg")


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


@pytest.mark.usefixtures("without_png")
def test_without_the_extra_there_is_no_png(finished: Table) -> None:
    assert not images.available()
    assert finished.phone.client.get(f"{finished.address}/result.png").status_code == 404
    (link,) = finished.page().only("p", class_="share").all("a")
    assert link.attributes["href"].startswith(f"{finished.address}/result.svg?")
    assert link.attributes["download"] == "scorepad-1.svg"
    assert link.attributes["type"] == "image/svg+xml"
    assert not previews(finished.app, finished.address)


@pytest.mark.usefixtures("makes_png")
def test_the_address_of_a_finished_game_has_a_preview(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    assert not previews(table.app, table.address)
    table.do("stop")
    shown = previews(table.app, table.address)
    assert shown["og:title"] == shown["og:image:alt"] == "Dora wins with 1."
    assert plain(shown["og:description"]) == "1st Dora 1 · 2nd Cara 2 · 3rd Anna 6 · 4th Ben 17"
    assert shown["og:image"].startswith(f"http://localhost{table.address}/result.png?v=")
    image = table.phone.client.get(shown["og:image"].removeprefix("http://localhost"))
    width, height = (int(shown[f"og:image:{each}"]) for each in ("width", "height"))
    assert png_size(image.data) == (width, height)
    table.do("bin")
    assert not previews(table.app, table.address)


@pytest.mark.usefixtures("makes_png")
def test_a_preview_names_the_host_that_was_asked(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(proxies=1)) as app:
        table = start(Phone(app), target="20").recorded(10, 3, 0, 0, QS=0)
        for host in ("a.example", "b.example:8443", "a.example"):
            forwarded = {"X-Forwarded-Host": host, "X-Forwarded-Proto": "https"}
            image = previews(app, table.address, **forwarded)["og:image"]
            assert image.startswith(f"https://{host}{table.address}/result.png?")


@pytest.mark.usefixtures("makes_png")
def test_png_is_not_made_endlessly(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(costs="260 per hour")) as app:
        table = start(Phone(app), "Greta", "Hans", "Ida")

        def ask() -> int:
            return table.phone.client.get(f"{table.address}/result.png").status_code

        table.recorded(6, 4, 2, QS=1)
        assert [ask(), ask(), ask()] == [200, 200, 429]
        # What does not cost much is never refused.
        assert table.phone.client.get(f"{table.address}/result.svg").status_code == 200
