"""The page of the pad's bin; what can be done with a game in it is told in tests/web/table."""

from __future__ import annotations

from sqlalchemy import select

from scorepad.store.base import now
from scorepad.store.models import Game
from tests.support.many_games import Size, fill
from tests.web.apps import writing
from tests.web.cast import COOKIE, Phone, Table
from tests.web.pages import Page, other_pages


def binned(page: Page) -> list[str]:
    """The addresses of the games that a page of the bin lists."""
    return [
        link.attributes["href"] for each in page.all("ul", class_="list") for link in each.all("a")
    ]


def many_binned(phone: Phone, count: int) -> str:
    """The address of the bin of a pad with as many games in it."""
    with writing(phone.app) as session:
        pad = fill(session, Size(games=2, binned=count))
        for game in session.scalars(select(Game).where(Game.pad_id == pad.id)):
            game.binned = now() if game.number <= count else None
    phone.client.set_cookie(COOKIE, pad.secret)
    return f"/pad/{pad.address}/bin"


def test_the_bin_lists_its_games_newest_first_in_pages(phone: Phone) -> None:
    address = many_binned(phone, 25)
    page = phone.open(address)
    found = [binned(page)]
    assert "Newest games" not in other_pages(page)
    while older := other_pages(page).get("Older games"):
        page = phone.open(older)
        assert other_pages(page)["Newest games"] == address
        found.append(binned(page))
    assert [len(each) for each in found] == [10, 10, 5]
    expected = [address.replace("/bin", f"/table/{number}") for number in range(25, 0, -1)]
    assert [each for part in found for each in part] == expected


def test_each_game_leads_to_the_page_where_it_can_be_restored(table: Table) -> None:
    table.do("bin")
    front = table.phone.open(table.pad)
    assert f"{table.pad}bin" in [link.attributes["href"] for link in front.all("a")]
    page = table.phone.open(f"{table.pad}bin")
    assert "to restore it" in page.main.text
    (address,) = binned(page)
    assert table.phone.open(address).form("/unbin")
    assert "Game 1" in page.only("ul", class_="list").text
    assert page.all("time")
