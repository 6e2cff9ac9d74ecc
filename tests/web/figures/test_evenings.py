"""The pages of evenings and their stories, and that of records."""

from __future__ import annotations

import pytest

from scorepad import caps
from tests.web.cast import Phone, Table, start
from tests.web.figures.night import agreement_ids, night
from tests.web.figures.test_players import figures, rows
from tests.web.pages import plain


@pytest.fixture
def evening(table: Table) -> str:
    """The address of an evening of three games, a week before another one."""
    night(table)
    night(table, 1, days=7)
    return f"{table.pad}evening/2"


def test_evenings_are_listed_with_who_won_them(
    evening: str, table: Table, looker_on: Phone
) -> None:
    page = looker_on.open(f"{table.pad}evenings")
    later, first = page.only(class_="evenings").all("a")
    assert later.text == "27 November 2026 · 1 game Won by Cara and Dora."
    assert first.text == (
        "20 November 2026 · 3 games By wins: Anna, 2 of 3. By places: Cara and Dora, averaging 1.7."
    )
    assert first.attributes["href"] == evening
    behind = looker_on.open(f"{table.pad}evenings?before=5")
    assert [link.attributes["href"] for link in behind.only(class_="evenings").all("a")] == [
        evening
    ]


def test_an_evening_says_who_won_by_wins_and_by_places(evening: str, looker_on: Phone) -> None:
    page = looker_on.open(evening)
    assert page.title == "Evening of 20 November 2026"
    assert [each.text for each in page.all(class_="winner")] == [
        "By wins: Anna, 2 of 3.", "By places: Cara and Dora, averaging 1.7.",
    ]  # fmt: skip
    assert rows(page, "Players") == [
        ["Anna4th · 1st · 1st · 2 moons", "3", "2", "2.0"],
        ["Cara1st · 2nd · 2nd", "3", "1 1 shared", "1.7"],
        ["Dora1st · 2nd · 2nd", "3", "1 1 shared", "1.7"],
        ["Ben3rd · 2nd · 2nd", "3", "0", "2.3"],
    ]
    games = [link.attributes["href"] for link in page.only("ul", class_="list").all("a")]
    pad = evening.partition("evening")[0]
    assert games == [f"{pad}table/{number}" for number in (2, 3, 4)]


def test_the_line_for_the_group_is_ready_to_be_sent(evening: str, looker_on: Phone) -> None:
    page = looker_on.open(evening)
    line = page.only("textarea")
    assert "readonly" in line.attributes
    assert line.text == (
        "Friday 20 November: Anna won 2 of 3 games (Cara 1, Dora 1). "
        "Best average place: Cara and Dora, 1.7. Moons: Anna 2."
    )
    # A script puts the reader's own day there.
    pattern = page.only(id="send-line").attributes["data-pattern"]
    assert plain(pattern).replace("{day}", "Friday 20 November") == line.text
    looker_on.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    german = looker_on.open(evening).only("textarea").text
    assert german.startswith("Freitag, 20. November: Anna hat 2 von 3 Partien gewonnen")
    assert german.endswith("1,7. Durchmärsche: Anna 2.")


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


def test_the_story_is_told_in_german_as_well(story: str, looker_on: Phone) -> None:
    looker_on.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = looker_on.open(story)
    assert page.title == "Die Geschichte vom 20. November 2026"
    assert "Anna, Ben, Cara und Dora" in page.only(id="story").all("p")[0].text


@pytest.mark.parametrize("first", ["3", "99", "0", "9" * 30])
def test_what_is_no_evening_has_no_story(story: str, looker_on: Phone, first: str) -> None:
    assert looker_on.client.get(story.replace("/2/", f"/{first}/")).status_code == 404


def test_an_evening_with_too_many_games_has_no_story(
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


def test_records_stand_with_their_holders(table: Table, looker_on: Phone) -> None:
    night(table)
    page = looker_on.open(f"{table.pad}records")
    assert figures(page) == {
        "Longest game": "1 hand",
        "Biggest win": "26 points ahead",
        "Most moons in an evening": "2 moons",
        "Most wins in a row": "2 wins",
        "Longest run without ♠Q": "3 hands",
    }
    holders = [row.all("dd")[1].text for row in page.main.all("div") if row.all("dt")]
    assert holders == [
        "Anna, Ben, Cara and Dora · game 2 · 20 November 2026",
        "Anna · game 3 · 20 November 2026",
        "20 November 2026",
        "Anna · up to game 4 · 20 November 2026",
        "Ben · up to game 4 · 20 November 2026",
    ]
    for link in page.only("main").all("a"):
        assert looker_on.client.get(link.attributes["href"]).status_code == 200


def test_over_all_rules_each_game_names_its_own(table: Table, phone: Phone) -> None:
    night(table)
    other = start(phone, at=f"{table.pad}new", target="100")
    for _ in range(3):
        other.recorded(6, 4, 2, 1, QS=1)
    other.do("stop")
    over_all = phone.open(f"{table.pad}records?rules=all")
    assert figures(over_all)["Longest game"] == "3 hands"
    assert "4 players: ♠Q 13, moon +26, to 100" in over_all.main.text
    assert "4 players: ♠Q 13, moon +26, to 20" in over_all.main.text
    _, under = agreement_ids(table)
    page = phone.open(f"{table.pad}records?rules={under}")
    assert figures(page)["Biggest win"] == "3 points ahead"
    assert figures(page)["Most moons in an evening"] == "2 moons"


def test_before_any_game_the_pages_say_so(table: Table, looker_on: Phone) -> None:
    for page in ("evenings", "records"):
        assert "No finished game yet." in looker_on.open(f"{table.pad}{page}").main.text
