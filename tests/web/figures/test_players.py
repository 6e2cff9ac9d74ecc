"""The pages of players: the list, the figures of one, the chart of their form."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.web.cast import Phone, Table, seat_four, start
from tests.web.figures.night import agreement_ids, night, player_id
from tests.web.pages import Page


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
        ["Anna", "3", "3", "2 of 3"], ["Ben", "3", "3", "0 of 3"], ["Cara", "3", "3", "1 of 3"],
        ["Dora", "3", "3", "1 of 3"],
    ]  # fmt: skip
    links = [link.attributes["href"] for link in page.only("table").all("a")]
    assert looker_on.open(links[1]).title == "Ben"
    behind = looker_on.open(f"{table.pad}players?after={player_id(table, 'Ben')}")
    assert [row[0] for row in rows(behind, "Players")] == ["Cara", "Dora"]


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


def test_whoever_left_midway_has_played_hands_and_neither_won_nor_lost(phone: Phone) -> None:
    table = start(phone, target="20")
    table.recorded(6, 4, 2, 1, QS=1)
    table.do("replace", seat="1", name="Emil")
    table.recorded(6, 4, 2, 1, QS=1)
    listed = rows(phone.open(f"{table.pad}players"), "Players")
    assert ["Ben", "1", "0", "–"] in listed
    assert ["Emil", "1", "1", "0 of 1"] in listed
    page = phone.open(f"{table.pad}player/{player_id(table, 'Ben')}")
    assert figures(page) == {
        "Games": "0", "Hands": "1", "Points per hand": "17.0", "♠Q taken": "1 of 1", "Moons": "0",
    }  # fmt: skip


def test_few_games_are_said_to_be_few_and_many_have_percentages(
    table: Table, looker_on: Phone
) -> None:
    night(table, 10)
    page = looker_on.open(f"{table.pad}player/{player_id(table, 'Anna')}")
    assert figures(page)["Wins"] == "9 of 10 (90%)"
    assert figures(page)["Shared wins"] == "0 of 9"
    looker_on.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    page = looker_on.open(f"{table.pad}player/{player_id(table, 'Anna')}")
    assert figures(page)["Siege"] == "9 von 10 (90 %)"
    assert figures(page)["Punkte je Runde"] == "2,2"


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


def test_with_one_kind_of_rules_there_is_nothing_to_choose(anna: str, phone: Phone) -> None:
    assert phone.open(anna).only(class_="by-rules").tag == "p"


@pytest.mark.parametrize("rules", ["", "0", "x", "-1", "999999999", "9" * 30, "1&rules=x", "١"])
def test_rules_that_are_not_there_are_404(anna: str, phone: Phone, rules: str) -> None:
    status = {"1&rules=x": (200, 404)}.get(rules, (404,))
    for address in (anna, f"{anna}/form.svg", f"{anna.partition('player/')[0]}records"):
        assert phone.client.get(f"{address}?rules={rules}").status_code in status


def test_what_belongs_to_another_pad_is_404(anna: str, table: Table, phone: Phone) -> None:
    other = seat_four(Phone(table.app))
    night(other)
    theirs, (rules,) = player_id(other, "Anna"), agreement_ids(other)
    for address in (f"player/{theirs}", f"player/{theirs}/form.svg", f"players?after={theirs}",
                    f"records?rules={rules}"):  # fmt: skip
        assert phone.client.get(f"{table.pad}{address}").status_code == 404
    assert phone.client.get(f"{anna}?rules={rules}").status_code == 404


def test_before_any_game_the_pages_say_so(table: Table, looker_on: Phone) -> None:
    anna = f"{table.pad}player/{player_id(table, 'Anna')}"
    assert "No finished game yet." in looker_on.open(anna).main.text
    assert looker_on.client.get(f"{anna}/form.svg").status_code == 404
    assert rows(looker_on.open(f"{table.pad}players"), "Players")[0] == ["Anna", "0", "0", "–"]


class TestForm:
    def test_the_page_shows_the_chart_and_says_what_is_in_it(self, anna: str, phone: Phone) -> None:
        image = phone.open(anna).only("img")
        assert image.attributes["alt"] == (
            "Form of \u2068Anna\u2069, games 2 to 4. Places: 4, 1, 1. "
            "Points per hand: 22.0 · 0.0 · 0.0."
        )
        response = phone.client.get(image.attributes["src"])
        assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
        assert response.cache_control.immutable
        assert "style-src" in response.headers["Content-Security-Policy"]
        drawn = ElementTree.fromstring(response.text)  # noqa: S314 (our own)
        words = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
        assert words[:5] == ["Place", "1st", "2nd", "3rd", "4th"]
        assert words[-3:] == ["2", "3", "4"]

    def test_over_all_rules_it_has_no_points(self, anna: str, phone: Phone) -> None:
        image = phone.open(f"{anna}?rules=all").only("img")
        assert "Points" not in image.attributes["alt"]
        assert "Points" not in phone.client.get(image.attributes["src"]).text

    def test_it_is_kept_as_long_as_it_is_the_same(
        self, anna: str, table: Table, phone: Phone
    ) -> None:
        before = phone.open(anna).only("img").attributes["src"]
        night(table, 1, days=7)
        assert not phone.client.get(before).cache_control.immutable
        after = phone.open(anna).only("img").attributes["src"]
        assert before != after
        assert phone.client.get(after).cache_control.immutable
