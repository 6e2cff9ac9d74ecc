"""The list of pens, and more of them than one page shows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scorepad.store.pens_page import HeldPen, PensHeld
from scorepad.web.pad.pens import pens_page
from tests.support.many_games import Size, fill
from tests.web.apps import writing
from tests.web.cast import COOKIE, Phone
from tests.web.pad.snapshots import STARTED, name_tag
from tests.web.pages import Page, page_of

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


def pages(page: Page) -> dict[str, str]:
    """The addresses of the links to other pages, by their texts."""
    return {
        link.text.strip("‹› "): link.attributes["href"]
        for nav in page.all("nav", class_="pages")
        for link in nav.all("a")
    }


def test_all_pens_are_listed_in_pages(phone: Phone, address: str) -> None:
    page = phone.open(address)
    found = [named(page)]
    assert "First pens" not in pages(page)
    while more := pages(page).get("More pens"):
        page = phone.open(more)
        assert pages(page)["First pens"] == address
        found.append(named(page))
    assert [len(each) for each in found] == [10, 10, 3]
    names = [name for each in found for name in each]
    # The pad was made by the test, long after the others were given theirs.
    assert names == [*(f"Phone {number}" for number in range(9, 31)), "Phone 1"]


def test_a_pen_on_a_later_page_can_be_withdrawn(phone: Phone, address: str) -> None:
    page = phone.open(pages(phone.open(address))["More pens"])
    (name, *_) = named(page)
    withdrawal = page.only("ul", class_="pens").all("li")[0].only("form").attributes["action"]
    response = phone.submit(page.form(withdrawal))
    assert (response.status_code, response.location) == (303, address)
    page = phone.open(pages(phone.open(address))["More pens"])
    assert name not in named(page)


@pytest.mark.parametrize("wanted", ["0", "-1", "x", "", "999999999", "9" * 30, "9" * 5000, "²"])
def test_a_page_that_is_not_there_is_the_first_one(phone: Phone, address: str, wanted: str) -> None:
    response = phone.client.get(address, query_string={"after": wanted})
    assert response.status_code == 200
    assert named(page_of(response))[0] == "Phone 9"


def test_each_has_its_name_its_times_and_a_way_to_withdraw_it(pad: str) -> None:
    later = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)
    pen_list = [HeldPen(4, "<b>", STARTED, later), HeldPen(9, None, later, None)]
    page = pens_page(PensHeld(pen_list, first=True, more=False), 9)
    first, second = page.pens
    assert (first.name, second.name) == (name_tag("<b>"), name_tag("Browser"))
    assert (first.own, second.own) == (False, True)
    assert (first.withdraw, second.withdraw) == (f"{pad}pens/4", f"{pad}pens/9")
    assert "21 November, 19:05 UTC" in first.since
    assert 'datetime="2026-12-01T08:00:00+00:00"' in (first.last_used or "")
    assert second.last_used is None
    assert (page.back, page.hand_over, page.message) == (pad, f"{pad}pens/link", "")


def test_the_last_one_cannot_be_withdrawn(pad: str) -> None:
    last = PensHeld([HeldPen(4, "Anna", STARTED, None)], first=True, more=False)
    page = pens_page(last, 4, "This is the last pen.")
    assert [pen.withdraw for pen in page.pens] == [None]
    assert page.message == "This is the last pen."


def test_a_pen_that_is_alone_on_a_later_page_can_be_withdrawn(pad: str) -> None:
    one = [HeldPen(4, "Anna", STARTED, None)]
    page = pens_page(PensHeld(one, first=False, more=True), None)
    assert [pen.withdraw for pen in page.pens] == [f"{pad}pens/4"]
    assert [(link.text, link.url, link.back) for link in page.pages] == [
        ("More pens", f"{pad}pens?after=4", False),
        ("First pens", f"{pad}pens", True),
    ]
