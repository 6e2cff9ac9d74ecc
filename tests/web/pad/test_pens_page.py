"""The list of pens, and more of them than one page shows."""

from __future__ import annotations

import pytest

from tests.support.many_games import Size, fill
from tests.web.apps import writing
from tests.web.cast import COOKIE, Phone
from tests.web.pages import Page, other_pages

HELD = 23


@pytest.fixture
def address(phone: Phone) -> str:
    """The address of the list of a pad with many pens; the phone holds the first one."""
    with writing(phone.app) as session:
        pad = fill(session, Size(games=2, pens=30, held=HELD))
    phone.client.set_cookie(COOKIE, pad.secret)
    return f"/pad/{pad.address}/pens"


def named(page: Page) -> list[str]:
    return [item.all("bdi")[0].text for item in page.only("ul", class_="pens").all("li")]


def test_all_pens_are_listed_in_pages(phone: Phone, address: str) -> None:
    page = phone.open(address)
    found = [named(page)]
    assert "First pens" not in other_pages(page)
    while more := other_pages(page).get("More pens"):
        page = phone.open(more)
        assert other_pages(page)["First pens"] == address
        found.append(named(page))
    assert [len(each) for each in found] == [10, 10, 3]
    names = [name for each in found for name in each]
    # The pad was made by the test, long after the others were given theirs.
    assert names == [*(f"Phone {number}" for number in range(9, 31)), "Phone 1"]


def test_a_pen_on_a_later_page_can_be_withdrawn(phone: Phone, address: str) -> None:
    page = phone.open(other_pages(phone.open(address))["More pens"])
    (name, *_) = named(page)
    _, form = page.only("ul", class_="pens").all("li")[0].all("form")
    withdrawal = form.attributes["action"]
    response = phone.submit(page.form(withdrawal))
    assert (response.status_code, response.location) == (303, address)
    page = phone.open(other_pages(phone.open(address))["More pens"])
    assert name not in named(page)
