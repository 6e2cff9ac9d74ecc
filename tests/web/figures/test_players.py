"""The pages of players: the list, the figures of one, the chart of their form."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from scorepad.store.figures.league import LeagueLine
from scorepad.store.figures.skill import Skill
from scorepad.web.figures.players import skill_axis
from tests.web.cast import Phone, Table, seat_four, start
from tests.web.figures.night import agreement_ids, night, player_id
from tests.web.pages import Page, plain


def figures(page: Page) -> dict[str, str]:
    """The figures of a page by their labels."""
    return {
        row.only("dt").text: row.all("dd")[0].text
        for group in page.all("dl", class_="figures")
        for row in group.all("div")
    }


def rows(page: Page, name: str) -> list[list[str]]:
    """The rows of a table."""
    (table,) = [
        each
        for each in page.all("table")
        if name in (each.attributes.get("aria-labelledby"), each.attributes.get("aria-label"))
    ]
    cells = (row.all("th") + row.all("td") for row in table.only("tbody").all("tr"))
    return [[cell.text for cell in row] for row in cells]


@pytest.fixture
def anna(table: Table) -> str:
    """The address of Anna's page, after three games."""
    night(table)
    return f"{table.pad}player/{player_id(table, 'Anna')}"


def test_players_are_listed_with_games_and_wins(table: Table, looker_on: Phone) -> None:
    night(table)
    page = looker_on.open(f"{table.pad}players")
    assert rows(page, "Players") == [
        ["Cara", "3", "1", "1.7", "17.7"], ["Dora", "3", "1", "1.7", "17.7"],
        ["Anna", "3", "2", "2.0", "7.3"], ["Ben", "3", "0", "2.3", "18.0"],
    ]  # fmt: skip
    (ben,) = [each for each in page.only("table").all("a") if each.text == "Ben"]
    assert looker_on.open(ben.attributes["href"]).title == "Ben"


def test_a_page_has_the_figures_of_its_player(anna: str, looker_on: Phone) -> None:
    page = looker_on.open(anna)
    assert page.title == "Anna"
    assert figures(page) == {
        "Games": "3", "Hands": "3", "Wins": "2 of 3", "Shared wins": "0 of 2",
        "Average place": "2.0", "Points per hand": "7.3", "Best game": "0 in game 3",
        "Worst game": "22 in game 2",
        "♠Q taken": "3 of 3", "Moons": "2", "Wins in a row": "2, up to game 4",
    }  # fmt: skip
    assert rows(page, "seats") == [["1", "3", "2 of 3", "2.0"]]
    assert rows(page, "head-to-head") == [
        ["Ben", "2", "0", "1"], ["Cara", "2", "0", "1"], ["Dora", "2", "0", "1"],
    ]  # fmt: skip
    assert rows(page, "with-others")[0] == ["Ben", "2 of 3", "–"]


def test_the_league_sorts_by_a_column_of_its_head(table: Table, looker_on: Phone) -> None:
    night(table)
    heads = looker_on.open(f"{table.pad}players").only("thead").all("a")
    links = [each.attributes["href"] for each in heads]
    firsts = []
    for column, link in zip(("name", "games", "wins", "-place", "points"), links, strict=True):
        assert link.endswith(f"?sort={column}")
        page = looker_on.open(link.replace("sort=-", "sort="))
        (head,) = [each for each in page.only("thead").all("th") if "aria-sort" in each.attributes]
        # Once more, and it is the other way round.
        other_way = looker_on.open(head.only("a").attributes["href"])
        assert rows(other_way, "Players") == rows(page, "Players")[::-1]
        firsts.append((head.text, rows(page, "Players")[0][0], head.attributes["aria-sort"]))
    for odd in ("sort=x", "sort=-", "sort=--wins", "sort=x&rules=all"):
        assert looker_on.client.get(f"{table.pad}players?{odd}").status_code == 404, odd
    # What is not added up over all rules, a link to these may carry.
    for query in ("sort=", "sort=place&rules=all", "sort=-points&rules=all"):
        assert looker_on.client.get(f"{table.pad}players?{query}").status_code == 200, query
    assert firsts == [
        ("Player", "Anna", "ascending"), ("Games", "Anna", "descending"),
        ("Wins", "Anna", "descending"), ("Avg. place", "Cara", "ascending"),
        ("Points per hand", "Anna", "ascending"),
    ]  # fmt: skip


def test_skill_is_told_from_twenty_games_on(table: Table, looker_on: Phone) -> None:
    night(table, 19)
    address = f"{table.pad}players"
    page = looker_on.open(address)
    assert not page.all("dl", class_="skill")
    assert "After 20 games we can tell skill from luck." in page.main.text
    assert not page.all(class_="won")
    night(table, 1)
    page = looker_on.open(address)
    bars = page.only("dl", class_="skill")
    assert bars.all("dt")[0].text == "Anna"
    assert len(bars.all("svg")) == 4
    mean, low, high = re.findall("[+−][0-9.]+", bars.all("svg")[0].attributes["aria-label"])
    assert all(end.startswith("−") for end in (mean, low, high))
    better = re.findall("Anna is likely better than (.*): their bars don’t overlap", page.main.text)
    assert sorted(re.split(", | and ", better[0])) == ["Ben", "Cara", "Dora"]
    # The leader of those who have played enough is marked.
    assert page.only("tr", class_="won").only("th").text == "Anna"
    # Over all rules it is who won most; Ben and Cara have played one more.
    again = start(table.phone, "Ben", "Cara", "Eve", at=f"{table.pad}new", target="20")
    again.recorded(0, 4, 8, QS=2)
    page = looker_on.open(f"{address}?rules=all")
    assert rows(page, "Players")[0][0] == "Ben"
    assert page.only("tr", class_="won").only("th").text == "Anna"
    assert "Skill and luck" not in page.main.text


def test_groups_that_never_met_are_not_put_in_order_across() -> None:
    lines = [LeagueLine(id_, name) for id_, name in enumerate(("Anna", "Ben", "Cara"))]
    ours = [Skill(0, -3.0, -3.5, -2.5), Skill(1, 3.0, 2.5, 3.5)]
    theirs = [Skill(2, -9.0, -9.5, -8.5)]
    axis = skill_axis([ours, theirs], lines)
    assert axis.groups == [ours, theirs]
    assert axis.order == [(["Anna"], ("Ben",))]


def test_rivals_have_a_count_a_definition_and_what_chance_would_give(
    table: Table, looker_on: Phone
) -> None:
    night(table, 29)
    assert "Rivals" not in looker_on.open(f"{table.pad}players").main.text
    night(table, 1, days=7)
    page = looker_on.open(f"{table.pad}players")
    told = {
        row.only("dt").text: [each.text for each in row.all("dd")]
        for row in page.only("dl", class_="rivals").all("div")
    }
    # Anna took the queen in each of 30 hands.
    assert told["Queen magnet"] == [
        "30 of 30 (100%)", "Anna", "How often Anna took ♠Q. By chance alone: about 8.",
    ]  # fmt: skip
    looker_on.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    german = looker_on.open(f"{table.pad}players").main.text
    assert "So oft hat Anna ♠D kassiert. Durch Zufall allein: etwa 8." in german


class TestSeasons:
    def test_all_of_a_page_is_of_the_season(
        self, anna: str, table: Table, looker_on: Phone
    ) -> None:
        # A pad of one evening has none.
        assert not looker_on.open(f"{table.pad}players").all(class_="seasons")
        night(table, 2, days=-700)
        page = looker_on.open(f"{table.pad}players")
        seasons = page.only(class_="seasons").all("a")
        links = {each.text: each.attributes["href"] for each in seasons}
        assert [*links] == ["All", "2026", "2025", "Last 3 months"]
        assert "5 games" in page.main.text
        season = looker_on.open(links["2026"])
        assert rows(season, "Players")[0] == ["Cara", "3", "1", "1.7", "17.7"]
        assert season.only(class_="seasons").only("a", aria_current="true").text == "2026"
        (of_anna,) = [each for each in season.only("table").all("a") if each.text == "Anna"]
        assert figures(looker_on.open(of_anna.attributes["href"]))["Games"] == "3"
        # Other pages keep it, and so does another column.
        kept = [link.endswith("?season=2026") for link in season.only(class_="tabs").links]
        assert kept == [False, True, True, True]
        assert "season=2026" in season.only("thead").links[1]
        by_wins = looker_on.open(f"{table.pad}players?sort=wins")
        assert "sort=wins" in by_wins.only(class_="seasons").links[1]
        without = looker_on.open(links["2025"])
        assert "No finished game in this time." in without.main.text
        assert not without.all("table")
        # What holds at the moment is not said of a season that is over.
        assert "At the moment: " in looker_on.open(f"{anna}?season=2026").main.text
        past = looker_on.open(f"{anna}?season=2024").main.text
        assert "Shared wins count." in past
        assert "At the moment: " not in past

    @pytest.mark.parametrize("page", ["players", "player/{anna}", "records", "evenings"])
    def test_what_is_no_season_is_refused(self, table: Table, phone: Phone, page: str) -> None:
        night(table, 1)
        path = page.format(anna=player_id(table, "Anna"))
        for status, queries in (
            (200, ("season=2026", "season=1999", "season=recent")),
            (200, ("from=2026-11-20&to=2026-11-20", "from=2026-11-20&to=", "from=&to=2026-11-20")),
            (200, ("from=1900-01-01&to=2999-12-31",)),
            (404, ("season=x", "season=202", "season=9999")),
            (422, ("from=x", "from=2026-11-21&to=2026-11-20", "to=2026-02-30", "from=20260305")),
            (422, ("from=2026-W05", "to=3000-01-01", "from=0001-01-01")),
        ):
            for query in queries:
                answer = phone.client.get(f"{table.pad}{path}?{query}")
                assert answer.status_code == status, query
                assert ("Please choose a first day" in answer.text) == (status == 422), query


def test_a_player_who_left_midway_has_hands_and_no_result(phone: Phone) -> None:
    table = start(phone, target="20")
    table.recorded(6, 4, 2, 1, QS=1)
    table.do("replace", seat="1", name="Emil")
    table.recorded(6, 4, 2, 1, QS=1)
    listed = rows(phone.open(f"{table.pad}players"), "Players")
    assert ["Ben", "0", "0", "–", "17.0"] in listed
    assert ["Emil", "1", "0", "4.0", "17.0"] in listed
    page = phone.open(f"{table.pad}player/{player_id(table, 'Ben')}")
    assert figures(page) == {
        "Games": "0", "Hands": "1", "Points per hand": "17.0", "♠Q taken": "1 of 1", "Moons": "0",
    }  # fmt: skip


def test_figures_are_of_the_rules_that_are_chosen(anna: str, table: Table, phone: Phone) -> None:
    start(phone, at=f"{table.pad}new", target="100").recorded(6, 4, 2, 1, QS=1).do("stop")
    most, other = agreement_ids(table)
    assert figures(phone.open(anna)) == figures(phone.open(f"{anna}?rules={most}"))
    page = phone.open(f"{anna}?rules={other}")
    assert figures(page)["Points per hand"] == "6.0"
    assert figures(page)["Best game"] == "6 in game 5"
    over_all = phone.open(f"{anna}?rules=all")
    assert figures(over_all)["Wins"] == "2 of 4"
    assert "Points per hand" not in figures(over_all)
    assert "a game to 50 and one to 100" in over_all.main.text
    links = [link.attributes["href"] for link in over_all.only(class_="by-rules").all("a")]
    assert links == [f"{anna}?rules={each}" for each in (most, other, "all")]


def test_what_is_not_there_or_belongs_to_another_pad_is_404(
    anna: str, table: Table, phone: Phone
) -> None:
    other = seat_four(Phone(table.app))
    night(other)
    start(other.phone, at=f"{other.pad}new", target="100").recorded(6, 4, 2, 1, QS=1).do("stop")
    theirs, (_, rules) = player_id(other, "Anna"), agreement_ids(other)
    for address in (f"player/{theirs}", f"player/{theirs}/form.svg"):
        assert phone.client.get(f"{table.pad}{address}").status_code == 404
    for odd in ("", "0", "x", "-1", "9" * 30, "١", rules):
        for address in (anna, f"{anna}/form.svg", f"{table.pad}records"):
            assert phone.client.get(f"{address}?rules={odd}").status_code == 404, odd


def test_before_any_game_the_pages_say_so(table: Table, looker_on: Phone) -> None:
    anna = f"{table.pad}player/{player_id(table, 'Anna')}"
    assert "No finished game yet." in looker_on.open(anna).main.text
    assert looker_on.client.get(f"{anna}/form.svg").status_code == 404
    assert rows(looker_on.open(f"{table.pad}players"), "Players")[0] == ["Anna", "0", "0"]


def test_the_chart_of_form_says_what_is_in_it(anna: str, table: Table, phone: Phone) -> None:
    image = phone.open(anna).only("img")
    assert plain(image.attributes["alt"]) == (
        "Form of Anna, games 2 to 4. Places: 4, 1, 1. Points per hand: 22.0 · 0.0 · 0.0."
    )
    response = phone.client.get(image.attributes["src"])
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    assert response.cache_control.immutable
    drawn = ElementTree.fromstring(response.text)  # noqa: S314 (our own)
    words = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert words[:5] == ["Place", "1st", "2nd", "3rd", "4th"]
    assert words[-3:] == ["2", "3", "4"]
    # Over all rules it has no points.
    over_all = phone.open(f"{anna}?rules=all").only("img")
    assert "Points" not in over_all.attributes["alt"]
    assert "Points" not in phone.client.get(over_all.attributes["src"]).text
    # It is kept as long as it is the same.
    night(table, 1, days=7)
    assert not phone.client.get(image.attributes["src"]).cache_control.immutable
    after = phone.open(anna).only("img").attributes["src"]
    assert after != image.attributes["src"]
    assert phone.client.get(after).cache_control.immutable
