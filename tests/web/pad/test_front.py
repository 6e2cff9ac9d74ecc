"""The pad's front page, and the next game in a pad."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.web.apps import reading
from tests.web.cast import NAMES, Phone, Table, hand_over, start, take_pen
from tests.web.pages import Page
from tests.web.table_page import standing


def front(table: Table) -> Page:
    return table.phone.open(table.pad)


def over(phone: Phone, at: str = "/new") -> Table:
    """A game that its first hand has ended: 23, 3, 0, 0 with a target of 20."""
    table = start(phone, at=at, target="20")
    table.recorded(10, 3, 0, 0, QS=0)
    return table


def test_the_running_game_stands_first_with_its_totals(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    (link,) = front(table).all("a", class_="running")
    assert link.attributes["href"] == table.address
    assert "hand 2" in link.text
    assert standing(link) == [("Anna", 6), ("Ben", 17), ("Cara", 2), ("Dora", 1)]


def test_older_games_are_a_page_of_their_own(phone: Phone) -> None:
    first = over(phone)
    over(phone, f"{first.pad}new")
    page = phone.open(f"{first.pad}?before=2")
    (item,) = page.only("ul", class_="list").all("li")
    assert item.links == [first.address]
    assert f"{first.pad}?after=1" in page.links


def test_the_name_of_the_program_leads_a_phone_with_pens_to_its_pads(
    table: Table, looker_on: Phone
) -> None:
    def brands(phone: Phone, address: str) -> list[str | None]:
        """Where it leads; nowhere on a phone that has none."""
        return [each.attributes.get("href") for each in phone.open(address).all(class_="brand")]

    link = hand_over(table)
    for phone, leads in ((table.phone, "/"), (looker_on, None)):
        assert brands(phone, "/new") == [leads]
    assert brands(looker_on, link) == [None]
    start(looker_on)
    assert brands(looker_on, link) == ["/"]
    take_pen(looker_on, link)
    assert brands(looker_on, "/") == ["/"]
    assert looker_on.open("/").title == "Your pads"


def test_a_finished_game_shows_totals_winners_and_its_day(phone: Phone) -> None:
    table = over(phone)
    item = front(table).only("ul", class_="list").only("li")
    assert standing(item) == [("Cara", 0), ("Dora", 0), ("Ben", 3), ("Anna", 23)]
    assert [winner.only("bdi").text for winner in item.all(class_="won")] == ["Cara", "Dora"]
    with reading(table.app) as session:
        assert datetime.fromisoformat(item.only("time").attributes["datetime"]) == (
            table.row(session).started
        )


def test_only_the_holder_of_the_pen_is_led_to_where_one_writes(
    table: Table, looker_on: Phone
) -> None:
    def links(phone: Phone) -> set[str]:
        return {link.removeprefix(table.pad) for link in phone.open(table.pad).main.links}

    hands = {
        f"hands.csv?{layout}separator={separator}"
        for layout in ("", "layout=sheet&")
        for separator in ("comma", "semicolon")
    }
    files = {*hands, "games.jsonl"}
    look = {"", "players", "records", "evenings", "card", "/", "/new", *files}
    # Those without any pen are told at "pens" how to get one.
    assert links(looker_on) == look | {"table/1", "pens"}
    assert links(table.phone) == look | {"table/1", "new", "pens", "import", "delete"}


def test_every_page_of_the_pad_has_its_tabs_with_its_own_open(phone: Phone) -> None:
    table = over(phone)
    player = table.phone.open(f"{table.pad}players").only("table").links[0]
    pages = {
        "Games": ("", "games", "bin"),
        "Players": ("players", player.removeprefix(table.pad), "players/history"),
        "Records": ("records",),
        "Evenings": ("evenings", "evening/1"),
    }
    tabs = {"Games": "", "Players": "players", "Records": "records", "Evenings": "evenings"}
    for opened, paths in pages.items():
        for path in paths:
            nav = table.phone.open(f"{table.pad}{path}").only("nav", class_="tabs")
            links = {link.text: link.attributes for link in nav.all("a")}
            assert {
                word: each["href"].removeprefix(table.pad) for word, each in links.items()
            } == tabs
            current = [word for word, each in links.items() if "aria-current" in each]
            assert current == [opened], path


@pytest.mark.parametrize(("hands", "dealer"), [(0, 1), (3, 0)])
def test_the_next_game_proposes_the_next_dealer(phone: Phone, hands: int, dealer: int) -> None:
    # Ben deals first; the deal goes on clockwise from the last hand.
    table = start(phone, dealer="1")
    for _ in range(hands):
        table.recorded(6, 4, 2, 1, QS=1)
    form = phone.open(f"{table.pad}new").form()
    assert form["dealer"] == str(dealer)
    following = start(phone, at=f"{table.pad}new", dealer=str(dealer))
    assert f"{NAMES[dealer]} deals" in following.more().text


def test_each_game_in_the_bin_leads_to_the_page_where_it_can_be_restored(table: Table) -> None:
    table.do("bin")
    assert f"{table.pad}bin" in front(table).links
    page = table.phone.open(f"{table.pad}bin")
    assert "to restore it" in page.main.text
    listed = page.only("ul", class_="list")
    (address,) = listed.links
    assert table.phone.open(address).form("/unbin")
    assert "Game 1" in listed.text
    assert page.all("time")
