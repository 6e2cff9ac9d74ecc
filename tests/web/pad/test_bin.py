"""The page of the pad's bin; what can be done with a game in it is told in tests/web/table."""

from __future__ import annotations

from tests.web.cast import Table
from tests.web.pages import Page


def binned(page: Page) -> list[str]:
    """The addresses of the games that a page of the bin lists."""
    return [
        link.attributes["href"] for each in page.all("ul", class_="list") for link in each.all("a")
    ]


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
