"""A page that follows its game: it sends the revision that it shows, and gets only a newer page."""

from __future__ import annotations

import pytest

from tests.web.apps import database_gone, everything
from tests.web.cast import Phone, Table, hand, hand_over, start, take_pen, withdraw
from tests.web.table.polls import following, rendered, revision, statements
from tests.web.table_page import totals


@pytest.fixture(params=["holder", "looker-on"])
def follower(request: pytest.FixtureRequest, played: Table, looker_on: Phone) -> Phone:
    """Whose page follows."""
    return played.phone if request.param == "holder" else looker_on


def test_nothing_new_is_an_empty_answer_by_one_look_up(played: Table, follower: Phone) -> None:
    address = following(played, follower)
    pen = "&pen=1" if follower is played.phone else ""
    assert address == f"{played.address}?seen={revision(played)}{pen}"
    before = everything(played.app)
    with statements(played.app) as sent, rendered(played.app) as pages:
        response = follower.client.get(address)
    assert (response.status_code, response.data) == (204, b"")
    assert "Set-Cookie" not in response.headers
    assert "no-store" in response.headers["Cache-Control"]
    assert [statement[:6] for statement, _ in sent] == ["SELECT"]
    assert pages == []
    assert everything(played.app) == before


@pytest.mark.parametrize(
    "query",
    [
        *("seen=0", "seen=1", "seen=3", "seen=1002", "seen=0&seen=2", "seen=x&seen=2"),
        *("seen=", "seen=x", "seen=2x", "seen=-2", "seen=2.0", "seen=0x2", "seen=²"),
        *(f"seen={'9' * 30}", f"seen={'9' * 5000}", "seen=2;", "seen=None"),
    ],
)
def test_any_other_revision_is_answered_with_the_page(
    played: Table, follower: Phone, query: str
) -> None:
    page = follower.open(f"{played.address}?{query}")
    assert page.title == "Hand 2"
    assert totals(page) == [6, 17, 2, 1]
    assert bool(page.all("form", class_="entry")) == (follower is played.phone)


def test_a_writer_s_page_sees_that_its_pen_is_gone(played: Table, looker_on: Phone) -> None:
    take_pen(looker_on, hand_over(played), "Ben’s phone")
    address = following(played, looker_on)
    seen = f"{played.address}?seen={revision(played)}"
    assert address == f"{seen}&pen=2"
    assert looker_on.client.get(address).status_code == 204
    withdraw(played, "Ben’s phone")
    page = looker_on.open(address)
    assert not page.forms
    assert page.alert == "This phone’s pen was taken back. You can still watch."
    # From then on it asks like any looker-on, and the other one as before.
    assert page.only(id="follow").attributes["data-asks"] == seen
    assert looker_on.client.get(seen).status_code == 204
    assert played.phone.client.get(f"{seen}&pen=1").status_code == 204


def test_a_game_or_a_pen_of_another_pad_is_not_meant(played: Table) -> None:
    """Both games are the first of their pads, at different revisions."""
    other = start(Phone(played.app))
    for table, query, status in (
        *((other, "seen=1", 204), (other, "seen=2", 200), (played, "seen=1", 200)),
        *((played, "seen=2", 204), (played, "seen=2&pen=1", 204), (played, "seen=2&pen=2", 200)),
    ):
        answer = Phone(played.app).client.get(f"{table.address}?{query}")
        assert answer.status_code == status, (table.address, query)


@pytest.mark.parametrize(
    ("first", "then"), [("undo", "redo"), ("stop", "reopen"), ("bin", "unbin")]
)
def test_what_is_as_it_was_is_new_all_the_same(
    played: Table, looker_on: Phone, first: str, then: str
) -> None:
    """Its log is not, and a writer's form would be refused."""
    address = following(played, looker_on)
    played.do(first)
    between = looker_on.open(address).only(id="follow").attributes["data-asks"]
    played.do(then)
    for old in (address, between):
        page = looker_on.open(old)
    assert looker_on.client.get(page.only(id="follow").attributes["data-asks"]).status_code == 204


def test_the_page_of_a_game_that_is_over_leads_on_to_the_next(
    phone: Phone, looker_on: Phone
) -> None:
    table = start(phone, target="20").recorded(8, 4, 1, 0, QS=0)
    waits = following(table, looker_on)
    assert looker_on.client.get(waits).status_code == 204
    begun = start(phone, at=f"{table.pad}new")
    page = looker_on.open(waits)
    (onward,) = page.all("a", class_="onward")
    assert (onward.text, onward.attributes["href"]) == ("Continue with game 2", begun.address)
    assert looker_on.client.get(page.only(id="follow").attributes["data-asks"]).status_code == 204
    # Not to one that is over or in the bin.
    for act, onwards in (("stop", 0), ("reopen", 1), ("bin", 0)):
        waits = page.only(id="follow").attributes["data-asks"]
        begun.do(act)
        page = looker_on.open(waits)
        assert len(page.all("a", class_="onward")) == onwards, act
    # Nor from one that is.
    begun.do("unbin")
    table.do("bin")
    assert looker_on.client.get(following(table, looker_on)).status_code == 204


def test_without_the_database_the_app_answers(played: Table, looker_on: Phone) -> None:
    address = following(played, looker_on)
    with database_gone(played.app):
        assert looker_on.client.get(address).status_code == 503
    assert looker_on.client.get(address).status_code == 204


def test_only_the_page_of_a_table_can_be_spared(played: Table, looker_on: Phone) -> None:
    address = following(played, looker_on)
    assert looker_on.client.get(address).status_code == 204
    assert looker_on.client.head(address).status_code == 200
    assert looker_on.client.post(address).status_code == 403
    for page in ("/log", "/hand/1", "/show", "/hands.csv", "/chart.svg", "/outcome"):
        other = f"{played.address}{page}?seen={revision(played)}"
        assert played.phone.client.get(other).status_code == 200, page
    data = played.entry().filled(hand(1, 2, 4, 6, QS=0))
    assert played.saved(played.phone.client.post(address, data=data)).title == "Hand 3"
