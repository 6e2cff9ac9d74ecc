"""A page that follows its game: it sends the revision that it shows, and gets only a newer page."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from scorepad.web.database import db
from tests.web.apps import app_in, everything
from tests.web.cast import Phone, Table, hand, hand_over, start, take_pen, withdraw
from tests.web.pages import page_of
from tests.web.table.polls import following, rendered, revision, statements
from tests.web.table_page import totals


@pytest.fixture(params=["holder", "looker-on"])
def follower(request: pytest.FixtureRequest, played: Table, looker_on: Phone) -> Phone:
    """Whose page follows."""
    return played.phone if request.param == "holder" else looker_on


def test_nothing_new_is_an_empty_answer(played: Table, follower: Phone) -> None:
    address = following(played, follower)
    pen = "&pen=1" if follower is played.phone else ""
    assert address == f"{played.address}?seen={revision(played)}{pen}"
    response = follower.client.get(address)
    assert response.status_code == 204
    assert response.data == b""
    assert "Set-Cookie" not in response.headers
    assert "no-store" in response.headers["Cache-Control"]


def test_any_other_revision_is_answered_with_the_page(played: Table, follower: Phone) -> None:
    for away in (-2, -1, 1, 1000):
        plain = follower.open(played.address)
        page = follower.open(f"{played.address}?seen={revision(played) + away}")
        assert page.title == plain.title == "Hand 2", away
        assert totals(page) == [6, 17, 2, 1], away
        assert len(page.all("form", class_="entry")) == len(plain.all("form", class_="entry")), away


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
    # From then on it asks like anybody who looks on, and the other one as before.
    assert page.only(id="follow").attributes["data-asks"] == seen
    assert looker_on.client.get(seen).status_code == 204
    assert played.phone.client.get(f"{seen}&pen=1").status_code == 204
    # It costs one look-up either way.
    for phone, question in ((played.phone, f"{seen}&pen=1"), (looker_on, seen)):
        with statements(played.app) as queries:
            assert phone.client.get(question).status_code == 204
        assert len(queries) == 1


def test_the_pen_of_another_pad_is_none_here(played: Table) -> None:
    start(Phone(played.app))
    address = f"{played.address}?seen={revision(played)}"
    assert Phone(played.app).client.get(f"{address}&pen=1").status_code == 204
    assert Phone(played.app).client.get(f"{address}&pen=2").status_code == 200


def test_the_page_that_comes_asks_for_what_comes_next(played: Table, looker_on: Phone) -> None:
    before = following(played, looker_on)
    played.recorded(1, 2, 4, 6, QS=0)
    after = looker_on.open(before).only(id="follow").attributes["data-asks"]
    assert after != before
    assert looker_on.client.get(after).status_code == 204
    assert looker_on.client.get(before).status_code == 200


def test_what_is_no_revision_is_answered_with_the_page(played: Table, follower: Phone) -> None:
    cases = ["", "x", "two", "2x", "-2", "2.0", "0x2", "²", "9" * 30, "9" * 5000, "2;", "None"]
    for seen in cases:
        assert revision(played) == 2, seen
        response = follower.client.get(played.address, query_string={"seen": seen})
        assert response.status_code == 200, seen
        assert page_of(response).title == "Hand 2", seen


def test_two_revisions_are_answered_with_the_page(played: Table) -> None:
    cases: list[tuple[str, str]] = [("0", "2"), ("x", "2"), ("3", "1")]
    for seen in cases:
        response = played.phone.client.get(played.address, query_string={"seen": seen})
        assert response.status_code == 200, seen


def test_what_is_not_there_is_not_found(played: Table, looker_on: Phone) -> None:
    for seen in ("0", "1", "None", ""):
        for address in (
            f"{played.pad}table/2",
            f"{played.pad}table/999999",
            "/pad/nothing/table/1",
        ):
            response = looker_on.client.get(address, query_string={"seen": seen})
            assert response.status_code == 404, address


def test_another_pad_s_game_is_not_meant(played: Table) -> None:
    """Both games are the first of their pads, at different revisions."""
    other = start(Phone(played.app))
    for table, seen, status in (
        *((other, 1, 204), (other, 2, 200)),
        *((played, 1, 200), (played, 2, 204)),
    ):
        assert other.phone.client.get(f"{table.address}?seen={seen}").status_code == status


def test_whoever_follows_a_game_to_its_end_is_led_on_to_the_next(
    phone: Phone, looker_on: Phone
) -> None:
    table = start(phone, target="20")
    table.recorded(8, 4, 1, 0, QS=0)
    waits = following(table, looker_on)
    assert looker_on.client.get(waits).status_code == 204
    begun = start(phone, at=f"{table.pad}new")
    page = looker_on.open(waits)
    (onward,) = page.all("a", class_="onward")
    assert (onward.text, onward.attributes["href"]) == ("Continue with game 2", begun.address)
    assert looker_on.client.get(page.only(id="follow").attributes["data-asks"]).status_code == 204
    # Over, or in the bin: nobody is led there any more.
    for act, onwards in (("stop", 0), ("reopen", 1), ("bin", 0)):
        waits = page.only(id="follow").attributes["data-asks"]
        begun.do(act)
        page = looker_on.open(waits)
        assert len(page.all("a", class_="onward")) == onwards, act


def test_a_game_in_the_bin_leads_nowhere(phone: Phone, looker_on: Phone) -> None:
    table = start(phone, target="20")
    table.recorded(8, 4, 1, 0, QS=0)
    start(phone, at=f"{table.pad}new")
    table.do("bin")
    assert looker_on.client.get(following(table, looker_on)).status_code == 204


@pytest.mark.parametrize(
    ("first", "then"), [("undo", "redo"), ("stop", "reopen"), ("bin", "unbin")]
)
def test_what_is_as_it_was_is_new_all_the_same(
    played: Table, looker_on: Phone, first: str, then: str
) -> None:
    """Its log is not, and a writer's form would be refused."""
    address = following(played, looker_on)
    played.do(first)
    between = following(played, looker_on)
    played.do(then)
    assert looker_on.client.get(address).status_code == 200
    assert looker_on.client.get(between).status_code == 200


def test_what_is_done_with_another_game_is_not_new(played: Table, looker_on: Phone) -> None:
    played.do("stop")
    form = played.acts("rematch")[0]
    again = Table(played.phone, played.phone.submit(form).location or "")
    address = following(played, looker_on)
    again.recorded(1, 2, 4, 6, QS=0)
    assert looker_on.client.get(address).status_code == 204
    running = following(again, looker_on)
    played.do("bin")
    assert looker_on.client.get(running).status_code == 204


def test_nothing_new_costs_one_look_up_and_no_page(played: Table, follower: Phone) -> None:
    address = following(played, follower)
    with statements(played.app) as queries, rendered(played.app) as pages:
        assert follower.client.get(address).status_code == 204
    assert len(queries) == 1
    assert queries[0].startswith("SELECT")
    assert pages == []
    # Both are seen where there is something to see; a page that is made anew, not one for all.
    played.do("stop")
    with statements(played.app) as queries, rendered(played.app) as pages:
        assert follower.client.get(played.address).status_code == 200
    assert len(queries) > 1
    assert pages


def test_the_look_up_searches_indexes_only(played: Table, looker_on: Phone) -> None:
    address = following(played, looker_on)
    with statements(played.app) as queries:
        looker_on.client.get(address)
    (statement,) = queries
    with played.app.app_context(), db.engine.connect() as connection:
        assert connection.dialect.name == "sqlite"
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")
        steps = [str(row[-1]) for row in plan]
        # SQLite's plan for a query without an index.
        scan = connection.execute(text("EXPLAIN QUERY PLAN SELECT * FROM games WHERE dealer = 1"))
        assert [str(row[-1]) for row in scan] == ["SCAN games"]
    # The game, and the one that is played after it.
    searches = [step for step in steps if not step.startswith("CORRELATED SCALAR SUBQUERY")]
    assert len(searches) == 3
    for step in searches:
        assert step.startswith("SEARCH"), step
        assert "INDEX" in step, step


def test_a_look_up_that_fails_is_the_app_s_to_answer(tmp_path: Path) -> None:
    with app_in(tmp_path / "data") as app:
        table = start(Phone(app))
        looker_on = Phone(app)
        address = following(table, looker_on)
        with app.app_context():
            engine = db.engine
        for _ in range(30):
            with engine.connect() as connection:
                connection.execute(text("ALTER TABLE games RENAME TO others"))
                connection.commit()
            assert looker_on.client.get(address).status_code == 500
            # No connection is left with what failed on it, and none is lost.
            assert engine.pool.status().count("Current Checked out connections: 0") == 1
            with engine.connect() as connection:
                connection.execute(text("ALTER TABLE others RENAME TO games"))
                connection.commit()
            assert looker_on.client.get(address).status_code == 204


def test_nothing_new_changes_nothing(played: Table, follower: Phone) -> None:
    address = following(played, follower)
    before = everything(played.app)
    for _ in range(3):
        assert follower.client.get(address).status_code == 204
    assert everything(played.app) == before


def test_only_a_page_that_is_asked_for_can_be_spared(played: Table, looker_on: Phone) -> None:
    address = f"{played.address}?seen={revision(played)}"
    assert looker_on.client.get(address).status_code == 204
    assert looker_on.client.head(address).status_code == 200
    assert looker_on.client.post(address).status_code == 403
    form = played.entry()
    data = form.filled(hand(1, 2, 4, 6, QS=0))
    response = played.phone.client.post(address, data=data)
    assert played.saved(response).title == "Hand 3"


def test_other_addresses_do_not_follow(played: Table) -> None:
    cases = ["/log", "/hand/1", "/show", "/hands.csv", "/chart.svg", "/outcome"]
    for page in cases:
        address = f"{played.address}{page}?seen={revision(played)}"
        assert played.phone.client.get(address).status_code == 200, page


def test_the_front_page_does_not_follow(played: Table) -> None:
    for address in (played.pad, f"{played.address}/log", f"{played.address}/show"):
        assert not played.phone.open(address).all(id="follow")


def test_who_chose_a_seat_follows_too(played: Table, looker_on: Phone) -> None:
    """A page's state is in the browser's cookie: it is not part of the polled address."""
    looker_on.open(f"{played.address}?me=2")
    assert following(played, looker_on) == f"{played.address}?seen={revision(played)}"
