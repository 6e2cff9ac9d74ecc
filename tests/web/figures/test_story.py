"""The page of an evening's story, the text to send, and the picture."""

from __future__ import annotations

from itertools import product
from xml.etree import ElementTree

import pytest
from sqlalchemy import select

from scorepad import caps
from scorepad.store.models import Pad, Player
from scorepad.web.drawings.parts import columns_of
from scorepad.web.drawings.story_picture import balanced, wrapped
from scorepad.web.words.translation import LANGUAGES
from tests.web.apps import writing
from tests.web.cast import NAMES, Phone, Table, start
from tests.web.figures.night import night
from tests.web.table.acts import png_size
from tests.web.words.test_words import plain_text

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def story(table: Table) -> str:
    """The address of the story of three games: Cara and Dora share one, Anna has a moon in two."""
    night(table)
    return f"{table.pad}evening/2/story"


def sentences(phone: Phone, story: str) -> list[str]:
    return [plain_text(each.text) for each in phone.open(story).only(id="story").all("p")]


def picture(
    phone: Phone, story: str, language: str = "en", zone: str = "UTC"
) -> ElementTree.Element:
    phone.client.set_cookie("zone", zone)
    response = phone.client.get(f"{story}.svg", headers={"Accept-Language": language})
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    return ElementTree.fromstring(response.data)  # noqa: S314 (our own)


def texts(root: ElementTree.Element) -> list[str]:
    return [plain_text("".join(each.itertext())) for each in root.iter(f"{SVG}text")]


def test_the_page_tells_the_story(story: str, looker_on: Phone) -> None:
    assert looker_on.open(story).title == "The story of 20 November 2026"
    first, *told, last = sentences(looker_on, story)
    assert "Anna, Ben, Cara and Dora" in first
    assert "three games" in first.lower()
    assert any("Cara and Dora" in each for each in told)
    assert any("the first game" in each for each in told)
    assert any("moon" in each for each in told)
    assert len(told) <= 8
    assert "Anna" in last
    assert "two" in last


def test_it_is_told_in_german_as_well(story: str, looker_on: Phone) -> None:
    looker_on.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert looker_on.open(story).title == "Die Geschichte vom 20. November 2026"
    first, *told, _ = sentences(looker_on, story)
    assert "Anna, Ben, Cara und Dora" in first
    assert any("Durchmarsch" in each for each in told)


def test_the_text_to_send_has_the_day_the_story_and_no_address(
    story: str, looker_on: Phone
) -> None:
    page = looker_on.open(story)
    text = page.only(id="send-story").attributes["data-pattern"] or ""
    said = " ".join(each.text for each in page.only(id="story").all("p"))
    assert text == f"Hearts on {{day}}\n\n{said}"
    assert "http" not in text
    assert story.split("/")[2] not in text


def test_the_evening_leads_there_and_back(story: str, looker_on: Phone) -> None:
    evening = story.removesuffix("/story")
    links = {each.attributes["href"] for each in looker_on.open(evening).all("a")}
    assert story in links
    assert evening in {each.attributes["href"] for each in looker_on.open(story).all("a")}


def test_of_what_is_no_evening_there_is_none(story: str, looker_on: Phone) -> None:
    for first, ending in product(("3", "99", "0", "9" * 30), ("", ".svg", ".png")):
        address = story.replace("/2/", f"/{first}/") + ending
        assert looker_on.client.get(address).status_code == 404, address


def test_an_evening_with_too_many_games_has_none(
    story: str, looker_on: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "STORY_GAMES", 2)
    assert looker_on.client.get(story).status_code == 404
    assert "/story" not in looker_on.client.get(story.removesuffix("/story")).text


def test_the_picture_has_the_day_of_the_reader_or_none(story: str, phone: Phone) -> None:
    for zone, day in (
        ("Asia/Tokyo", ["21 November 2026"]),
        ("America/Los_Angeles", ["20 November 2026"]),
        ("", []),
        ("Mars/Olympus", []),
        ("/etc/passwd", []),
        ("x" * 500, []),
    ):
        said = texts(picture(phone, story, zone=zone))
        assert [each for each in said if "November" in each] == day, zone


def test_the_title_has_the_day_of_the_heading(story: str, phone: Phone) -> None:
    for address in (story, story.removesuffix("/story")):
        page = phone.client.get(address).text
        assert "20 November 2026" not in page.partition("</title>")[0]
        phone.client.set_cookie("zone", "Asia/Tokyo")
        assert "· 21 November 2026 · Scorepad</title>" in phone.client.get(address).text
        phone.client.delete_cookie("zone")


def test_the_picture_has_who_won_the_places_and_the_highlights(
    story: str, table: Table, looker_on: Phone
) -> None:
    with writing(table.app) as session:
        session.scalars(select(Pad)).one().name = "Friday <b>nights</b>"
    root = picture(looker_on, story)
    said = texts(root)
    assert said[0] == "20 November 2026 · Friday <b>nights</b>"
    all_of_it = sentences(looker_on, story)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert plain_text(title.text or "") == all_of_it[-1]
    assert " ".join(said[1:]).startswith(all_of_it[-1])
    at = said.index("Wins")
    assert said[at - 3 : at] == ["1", "2", "3"]
    assert said[at + 1 :][:20] == [
        *("Anna", "4", "1", "1", "2"), *("Cara", "1", "2", "2", "1"),
        *("Dora", "1", "2", "2", "1"), *("Ben", "3", "2", "2", "0"),
    ]  # fmt: skip
    assert said[-1] == "Scorepad"
    drawn = " ".join(said[at + 21 : -1])
    assert "the first game" in drawn
    # Nothing in it is beside its paper, or tells where the pad is.
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    for line in root.iter(f"{SVG}svg"):
        if line is not root:
            assert float(line.attrib["x"]) + float(line.attrib["width"]) <= width
            assert float(line.attrib["y"]) + float(line.attrib["height"]) <= height
    text = looker_on.client.get(f"{story}.svg").text
    assert story.split("/")[2] not in text


def test_of_one_game_the_picture_has_the_points(table: Table, looker_on: Phone) -> None:
    night(table, 1)
    said = texts(picture(looker_on, f"{table.pad}evening/2/story", "de"))
    at = said.index("Punkte")
    assert said[at + 1 :][:3] == ["Cara", "1", "1"]
    assert "Cara und Dora" in " ".join(said[:at])


@pytest.mark.parametrize("name", ["W" * 30, "👩🏽‍🚀" * 7, "ﷺ" * 30, "דנה" * 10, "Ann a b c d e f"])
def test_long_names_are_cut(phone: Phone, name: str) -> None:
    table = start(phone, name, *NAMES[1:4])
    table.recorded(0, 4, 4, 5, QS=1)
    table.recorded(12, 1, 0, 0, QS=0)
    table.do("stop")
    story = f"{table.pad}evening/1/story"
    for language in LANGUAGES:
        for line in texts(picture(phone, story, language)):
            assert columns_of(line) <= 60, language
    assert phone.client.get(story).status_code == 200


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_are_whole_where_there_is_room(phone: Phone, language: str) -> None:
    name = "Maximiliane-Charlotte"
    table = start(phone, name, *NAMES[1:4])
    table.recorded(12, 1, 0, 0, QS=0)
    table.recorded(13, 0, 0, 0, QS=0)
    table.recorded(0, 4, 4, 5, QS=1)
    table.do("stop")
    said = texts(picture(phone, f"{table.pad}evening/1/story", language))
    assert name in said
    assert not any("Maximil." in each or "…" in each for each in said)
    at = said.index(name)
    assert name in " ".join(said[at + 1 :])


def test_names_are_short_where_whole_ones_would_fill_the_heading(phone: Phone) -> None:
    table = start(phone, *(f"{name}-Wilhelmine-Charlotte" for name in NAMES[:4]))
    table.recorded(0, 13, 0, 0, QS=2)
    table.recorded(13, 0, 0, 0, QS=3)
    table.do("stop")
    said = texts(picture(phone, f"{table.pad}evening/1/story"))
    heading = " ".join(said[1 : said.index("Points")])
    assert "Anna-W., Ben-W., Cara-W. and Dora-W." in heading
    assert "Anna-Wilhelmine-Charlotte" in said


def test_a_sentence_is_wrapped_between_words() -> None:
    sentence = "Then came hand 7 of the first game: a moon took Ben to first."
    lines = wrapped(sentence, 20)
    assert " ".join(lines) == sentence
    assert all(columns_of(line) <= 20 for line in lines)
    assert wrapped("", 20) == [""]
    # What is longer than a line has one of its own.
    assert wrapped(f"a {'W' * 30} b", 20) == ["a", "W" * 30, "b"]


def test_a_heading_has_lines_of_about_one_length() -> None:
    assert wrapped("Anna and Ben share the night", 25) == ["Anna and Ben share the", "night"]
    assert balanced("Anna and Ben share the night", 25) == ["Anna and Ben", "share the night"]
    assert balanced("W" * 30, 20) == ["W" * 30]


@pytest.mark.usefixtures("makes_png")
def test_the_png_shows_the_same(story: str, table: Table, looker_on: Phone) -> None:
    response = looker_on.client.get(f"{story}.png")
    assert (response.status_code, response.mimetype) == (200, "image/png")
    root = picture(looker_on, story)
    size = int(root.attrib["width"]), int(root.attrib["height"])
    assert png_size(response.data) == (2 * size[0], 2 * size[1])
    image = looker_on.open(story).only("img")
    assert (image.attributes["width"], image.attributes["height"]) == (str(size[0]), str(size[1]))
    with writing(table.app) as session:
        session.scalars(select(Player).where(Player.name == "Ben")).one().name = "Bert"
    assert looker_on.client.get(f"{story}.png").data != response.data
    for ending in ("svg", "png"):
        headers = looker_on.client.get(f"{story}.{ending}").headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
