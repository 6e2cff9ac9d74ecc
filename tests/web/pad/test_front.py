"""The pad's front page, and the next game in a pad."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import select

from scorepad.rules import Hand
from scorepad.store.game.hands import Seen, record_hand
from scorepad.store.game.snapshot import game_with_id
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.models import Device, Pad
from tests.web.apps import reading, writing
from tests.web.cast import (
    NAMES,
    Phone,
    Table,
    hand_over,
    players,
    start,
    take_pen,
)
from tests.web.pages import Form, Page
from tests.web.table_page import seats, standing


def front(table: Table) -> Page:
    return table.phone.open(table.pad)


def next_form(table: Table) -> Form:
    return table.phone.open(f"{table.pad}new").form()


def names_in(form: Form) -> list[str]:
    names = [form[f"name_{row}"] or "" for row in range(7)]
    return [name for name in names if name]


def finished_games(page: Page) -> list[str]:
    return [
        item.only("a").attributes["href"] for item in page.all("ul", class_="list")[0].all("li")
    ]


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


def test_every_running_game_is_shown_newest_first(table: Table) -> None:
    second = start(table.phone, at=f"{table.pad}new")
    links = front(table).all("a", class_="running")
    assert [link.attributes["href"] for link in links] == [second.address, table.address]


def test_finished_games_come_after_the_running_ones_newest_first(phone: Phone) -> None:
    first = over(phone)
    running = start(phone, at=f"{first.pad}new")
    third = over(phone, f"{first.pad}new")
    page = front(first)
    hrefs = [link.attributes["href"] for link in page.main.all("a") if "/table/" in
             link.attributes["href"]]  # fmt: skip
    assert hrefs == [running.address, third.address, first.address]
    assert [third.number, running.number, first.number] == [3, 2, 1]


def test_a_finished_game_shows_totals_winners_and_its_day(phone: Phone) -> None:
    table = over(phone)
    item = front(table).only("ul", class_="list").only("li")
    assert standing(item) == [("Cara", 0), ("Dora", 0), ("Ben", 3), ("Anna", 23)]
    assert [winner.only("bdi").text for winner in item.all(class_="won")] == ["Cara", "Dora"]
    with reading(table.app) as session:
        assert datetime.fromisoformat(item.only("time").attributes["datetime"]) == (
            table.row(session).started
        )


def many_finished(table: Table, count: int) -> None:
    """Finish as many games, written by the store."""
    with writing(table.app) as session:
        pad = session.scalars(select(Pad)).one()
        device = session.scalars(select(Device)).one()
        for each in range(count):
            new = NewGame(NAMES[:4], {"target": 20}, 0)
            game = start_game(session, pad, device.id, new, entry_id=f"game {each}")
            ending = Hand((10, 3, 0, 0), {"QS": 0})
            running = game_with_id(session.connection(), game.id)
            record_hand(session, running, device.id, ending, entry_id="hand", seen=Seen(1))


def link_to(page: Page, text: str) -> str | None:
    """The address of the link to another page of games."""
    links = {link.text.strip("‹› "): link for link in page.all("a")}
    return links[text].attributes["href"] if text in links else None


def test_many_games_are_paged(table: Table) -> None:
    many_finished(table, 25)
    page = front(table)
    pages = [finished_games(page)]
    assert len(page.all("a", class_="running")) == 1
    assert link_to(page, "Newer games") is None
    assert link_to(page, "Newest games") is None
    while older := link_to(page, "Older games"):
        page = table.phone.open(older)
        pages.append(finished_games(page))
        assert not page.all("a", class_="running")
    assert [len(each) for each in pages] == [10, 10, 5]
    expected = [f"{table.pad}table/{game}" for game in range(26, 1, -1)]
    assert [address for each in pages for address in each] == expected
    assert link_to(page, "Newest games") == table.pad
    back = []
    while newer := link_to(page, "Newer games"):
        page = table.phone.open(newer)
        back.append(finished_games(page))
    assert back == pages[1::-1]
    # That is the first page again, with the game that runs.
    assert len(page.all("a", class_="running")) == 1
    oldest = link_to(page, "Oldest games")
    assert oldest is not None
    assert finished_games(table.phone.open(oldest)) == expected[-10:]


def test_more_running_games_than_fit_have_their_own_page(table: Table) -> None:
    for _ in range(11):
        start(table.phone, at=f"{table.pad}new")
    many_finished(table, 1)
    page = front(table)
    running = [link.attributes["href"] for link in page.all("a", class_="running")]
    assert len(running) == 10
    assert len(finished_games(page)) == 1
    more = link_to(page, "More running games")
    assert more is not None
    page = table.phone.open(more)
    running += [link.attributes["href"] for link in page.all("a", class_="running")]
    assert running == [f"{table.pad}table/{number}" for number in range(12, 0, -1)]
    assert not page.all("ul", class_="list")
    assert link_to(page, "Newest games") == table.pad
    assert link_to(page, "More running games") is None


def test_only_the_holder_of_the_pen_is_led_to_where_one_writes(
    table: Table, looker_on: Phone
) -> None:
    def links(phone: Phone) -> set[str]:
        hrefs = [link.attributes["href"] for link in phone.open(table.pad).main.all("a")]
        return {href.removeprefix(table.pad) for href in hrefs}

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
    player = table.phone.open(f"{table.pad}players").only("table").all("a")[0].attributes["href"]
    pages = {
        "Games": ("", "games", "bin"),
        "Players": ("players", str(player).removeprefix(table.pad), "players/history"),
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


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_the_next_game_proposes_the_last_players_in_their_order(phone: Phone, count: int) -> None:
    orders = {f"order_{row}": str(9 - row) for row in range(count)}
    table = start(phone, *NAMES[:count], **orders)
    assert names_in(next_form(table)) == list(reversed(NAMES[:count]))


@pytest.mark.parametrize(("hands", "dealer"), [(0, 1), (1, 2), (2, 3), (3, 0), (4, 1)])
def test_the_next_game_proposes_the_next_dealer(phone: Phone, hands: int, dealer: int) -> None:
    # Ben deals first; the deal goes on clockwise from the last hand.
    table = start(phone, dealer="1")
    for _ in range(hands):
        table.recorded(6, 4, 2, 1, QS=1)
    form = next_form(table)
    assert form["dealer"] == str(dealer)
    following = start(phone, at=f"{table.pad}new", dealer=str(dealer))
    assert f"{NAMES[dealer]} deals" in following.more().text


def test_players_can_be_changed_added_and_put_in_another_order(table: Table) -> None:
    form = next_form(table)
    changes = {
        **players("Anna", "Fay", "Cara", "Dora", "Emil"),
        "order_4": "1",
        "order_0": "9",
        "dealer": "lot",
    }
    response = table.phone.submit(form, changes)
    assert response.location == f"{table.pad}table/2"
    following = Table(table.phone, response.location)
    # Fay has the number 2, Cara 3, Dora 4, Emil 1, Anna 9.
    assert seats(following.page()) == ["Emil", "Fay", "Cara", "Dora", "Anna"]
