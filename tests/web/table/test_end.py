"""The page of a game that is over, and the next game of the same players."""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import NAMES, Phone, Table, hand, start
from tests.web.pages import Form, Page
from tests.web.table_page import now, seats, sheet, totals


def places(page: Page) -> list[tuple[str, str, str]]:
    """Place, name and total, in the order of the page."""
    return [
        (item.only(class_="place").text, item.only("bdi").text, item.only("b").text)
        for item in page.only("ol", class_="places").all("li")
    ]


def links(page: Page) -> list[str]:
    return [each.text for each in page.only("section", class_="end").all("a")]


@pytest.fixture
def over(phone: Phone) -> Table:
    """Anna 20, Ben 3, Cara 2, Dora 1 with a target of 20."""
    return start(phone, target="20").recorded(7, 3, 2, 1, QS=0)


def test_the_winner_the_places_and_where_to_go_on_are_shown(over: Table, looker_on: Phone) -> None:
    for phone in (over.phone, looker_on):
        page = phone.open(over.address)
        assert page.title == "Dora wins with 1."
        assert places(page) == [
            ("1st", "Dora", "1"), ("2nd", "Cara", "2"), ("3rd", "Ben", "3"), ("4th", "Anna", "20"),
        ]  # fmt: skip
        assert len(sheet(page)) == 1
        assert over.address not in [form.action for form in page.forms]
        assert bool(page.forms) == (phone is over.phone)
        assert not page.all("section", class_="now")
    assert links(looker_on.open(over.address)) == ["Result as a picture"]
    new, link, _ = over.page().only("section", class_="end").all("a")
    assert new.attributes["href"] == f"{over.pad}new"
    # One hand was dealt, so the second seat deals.
    assert over.phone.open(f"{over.pad}new").form()["dealer"] == "1"
    assert (link.text, link.attributes["href"]) == ("Correct hand 1", over.hand(1))


def test_a_draw_names_all_in_first_place(phone: Phone) -> None:
    table = start(phone, target="20", moon="off")
    page = table.recorded(13, 0, 0, 0, QS=0).page()
    assert page.title == "A tie: Ben, Cara and Dora share first place with 0."
    assert [place for place, _, _ in places(page)] == ["1st", "1st", "1st", "4th"]


def test_hands_after_the_end_are_shown_and_do_not_count(phone: Phone) -> None:
    table = start(phone, target="30")
    for _ in range(2):
        table.recorded(0, 0, 13, 0, QS=3)
    assert table.recorded(6, 4, 2, 1, QS=1).page().title == "Hand 4"
    # Cara's moon ends the game: 26, 26, 13, 39; the third hand came after.
    table.saved(phone.submit(table.correction(2), hand(QS=2)))
    page = table.page()
    assert totals(page) == [26, 26, 13, 39]
    assert page.title == "Cara wins with 13."
    assert sheet(page)[2][1:] == ["6 –", "17 ♠Q –", "2 –", "1 –"]
    assert "Correct hand 2" in links(page)
    (after,) = page.all("tr", class_="after")
    assert after.text.startswith("3")
    assert "do not count" in page.text


def test_what_was_notable_is_said_of_those_who_played(phone: Phone) -> None:
    table = start(phone, target="60", exact="50", sun="y")
    table.recorded(0, 13, 0, 0, QS=2)
    # 0, 13, 13, 0; then Ben's moon: 26, 13, 39, 26.
    table.recorded(0, 13, 0, 0, QS=1)
    table.do("replace", seat="1", name="Emil")
    # Cara 60 goes down to 10; then 47, 19, 10, 26.
    table.recorded(1, 4, 8, 0, QS=2)
    table.recorded(5, 2, 4, 2, QS=0)
    page = table.recorded(3, 4, 1, 5, QS=0).page()
    assert totals(page) == [61, 23, 15, 33]
    assert [each.text for each in page.only("section", class_="end").all("p", class_="hint")] == [
        "Ben shot the moon once.",
        "Anna and Cara took ♠Q twice each, more than anyone else.",
        "Cara landed exactly on 60 once.",
        "Cara was 26 points behind after hand 2 and still finished first.",
    ]


def form_of(table: Table, how: str = "kept") -> Form:
    (form,) = [form for form in table.acts("rematch") if form["seats"] == how]
    return form


def rematch(table: Table, how: str = "kept") -> Table:
    response = table.phone.submit(form_of(table, how))
    assert response.status_code == 303
    return Table(table.phone, response.location or "")


def test_a_rematch_has_the_same_seats_and_rules_and_the_next_dealer(phone: Phone) -> None:
    rules = {"preset": "discard-hearts-1909", "sun": "y", "passing": "right"}
    table = start(phone, target="20", **rules).recorded(7, 3, 2, 1, QS=0)
    again = rematch(table)
    assert again.number == 2
    assert again.rules() == table.rules()
    page = again.page()
    assert seats(page) == list(NAMES[:4])
    assert totals(page) == [0, 0, 0, 0]
    assert "Ben deals" in now(again.more())


def test_seats_can_be_drawn(over: Table) -> None:
    orders: set[tuple[str, ...]] = set()
    dealers: set[int] = set()
    for _ in range(60):
        again = rematch(over, "drawn")
        drawn = seats(again.page())
        assert sorted(drawn) == sorted(NAMES[:4])
        orders.add(tuple(drawn))
        dealers.add(drawn.index(again.more().only("p", class_="deal").only("bdi").text))
        if min(len(orders), len(dealers)) > 2:
            break
    assert min(len(orders), len(dealers)) > 2


def test_two_phones_that_ask_for_a_rematch_play_one_game(over: Table) -> None:
    phone = over.phone
    first, second = form_of(over), form_of(over)
    assert first["entry_id"] != second["entry_id"]
    begun = phone.submit(first).location
    before = everything(over.app)
    assert phone.submit(second).location == begun
    assert everything(over.app) == before
    # One by other rules is no rematch of it; once it is under way, another one is another game.
    other = start(phone, at=f"{over.pad}new", target="30")
    assert rematch(over).number == other.number + 1 == 4
    table = start(phone, target="20").recorded(7, 3, 2, 1, QS=0)
    from_paper = start(phone, at=f"{table.pad}new", target="20", opening_0="9", hands_before="3")
    again = rematch(table)
    assert again.address != from_paper.address
    again.recorded(6, 4, 2, 1, QS=1)
    assert rematch(table).number == again.number + 1
