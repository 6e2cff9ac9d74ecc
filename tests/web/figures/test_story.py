"""The page of an evening's story, and the text to send."""

from __future__ import annotations

import pytest

from scorepad import caps
from tests.web.cast import Phone, Table
from tests.web.figures.night import night
from tests.web.pages import plain


@pytest.fixture
def story(table: Table) -> str:
    """The address of the story of three games: Cara and Dora share one, Anna has a moon in two."""
    night(table)
    return f"{table.pad}evening/2/story"


def test_the_page_tells_the_story(story: str, looker_on: Phone) -> None:
    page = looker_on.open(story)
    assert page.title == "The story of 20 November 2026"
    said = [each.text for each in page.only(id="story").all("p")]
    first, *told, last = said
    assert "Anna, Ben, Cara and Dora" in first
    assert any("Cara and Dora" in each and "the first game" in each for each in told)
    assert any("moon" in each for each in told)
    assert len(told) <= 8
    assert "Anna" in last
    # The text to send has the day of the reader, and no address.
    text = page.only(id="send-story").attributes["data-pattern"]
    assert plain(text) == f"Hearts on {{day}}\n\n{' '.join(said)}"
    evening = story.removesuffix("/story")
    assert evening in {each.attributes["href"] for each in page.all("a")}
    assert story in {each.attributes["href"] for each in looker_on.open(evening).all("a")}


def test_it_is_told_in_german_as_well(story: str, looker_on: Phone) -> None:
    looker_on.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = looker_on.open(story)
    assert page.title == "Die Geschichte vom 20. November 2026"
    assert "Anna, Ben, Cara und Dora" in page.only(id="story").all("p")[0].text


@pytest.mark.parametrize("first", ["3", "99", "0", "9" * 30])
def test_what_is_no_evening_has_none(story: str, looker_on: Phone, first: str) -> None:
    assert looker_on.client.get(story.replace("/2/", f"/{first}/")).status_code == 404


def test_an_evening_with_too_many_games_has_none(
    story: str, looker_on: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caps, "STORY_GAMES", 2)
    assert looker_on.client.get(story).status_code == 404
    assert "/story" not in looker_on.client.get(story.removesuffix("/story")).text


def test_the_title_has_the_day_of_the_heading(story: str, phone: Phone) -> None:
    for address in (story, story.removesuffix("/story")):
        page = phone.client.get(address).text
        assert "20 November 2026" not in page.partition("</title>")[0]
        phone.client.set_cookie("zone", "Asia/Tokyo")
        assert "· 21 November 2026 · Scorepad</title>" in phone.client.get(address).text
        phone.client.delete_cookie("zone")
