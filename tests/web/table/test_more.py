"""The page More: one act a line for the pen, and what lookers-on may read."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, hand, start
from tests.web.pad.csv_files import of_game, only, read
from tests.web.pages import Page, Value, page_of
from tests.web.table.test_act import FIELDS
from tests.web.table_page import now, pairs, seats, sheet, totals


def headings(page: Page) -> list[str]:
    return [each.text for each in page.main.all("h2")]


def acts(page: Page) -> set[str]:
    return {form.action.rpartition("/")[2] for form in page.forms}


def test_it_has_every_act_with_the_pen_and_without_it_is_to_read(
    played: Table, looker_on: Phone
) -> None:
    page = played.more()
    assert page.title == "More"
    look = ["This phone", "Look up", "House rules", "Files"]
    assert headings(page) == [
        *("Hand 2", "Correct or undo", "The game", "This phone"),
        *("Look up", "House rules", "Files"),
    ]
    assert acts(page) == {"undo", "next", "replace", "stop", "bin"}
    assert "Black Lady" in page.only("section", class_="rules").all("li")[0].text
    page = played.more(looker_on)
    assert headings(page) == ["Hand 2", *look]
    assert not page.forms
    assert looker_on.client.get_cookie("scorepad_session") is None
    # The table repeats nothing of it.
    for phone in (played.phone, looker_on):
        main = phone.open(played.address).main
        assert not main.all("details", class_="sit") + main.all("ul")
        assert f"{played.address}/log" not in main.links
        assert "House rules" not in main.text


def departure(page: Page) -> list[str]:
    return [line.text for line in page.all("p", class_="departure")]


def test_what_was_decided_is_recorded_and_the_cycle_goes_on_from_there(
    played: Table, looker_on: Phone
) -> None:
    assert pairs(played.more())[0] == ("Anna", "Dora")
    sentence = "This hand only: pass across; Dora deals."
    assert played.do("next", passed="2", dealer="3").news == sentence
    assert pairs(played.more())[0] == ("Anna", "Cara")
    assert departure(played.more()) == departure(played.more(looker_on)) == [sentence]
    form = played.act("next")
    assert (form["passed"], form["dealer"]) == ("2", "3")
    page = played.recorded(1, 2, 4, 6, QS=2).more()
    # After across nobody passes; after Dora it is Anna's turn.
    assert "Hold – no passing" in now(page)
    assert "Anna deals" in now(page)
    assert not departure(page)
    rows = read(played.phone, of_game(played))[::4]
    assert only(rows, "hand", "dealer", "pass") == [("1", "0", "1"), ("2", "3", "2")]
    # A decision can be taken back.
    assert played.do("next", passed="0").news == "This hand only: hold – no passing."
    assert played.do("next", passed="", dealer="").news == "This hand is back to normal."
    assert not departure(played.more())


@pytest.mark.parametrize("field", ["passed", "dealer"])
def test_a_pass_or_dealer_that_cannot_be_is_refused_at_its_place(played: Table, field: str) -> None:
    for value in ("4", "9" * 5000, ["1", "2"]):
        page = played.phone.refused(played.act("next"), {field: value})
        assert page.faults_at("dealer") == page.faults
        assert field in page.faults[0]
        assert "open" in page.folded("Change pass or dealer").attributes


def test_a_player_is_replaced_and_the_hands_before_stay(played: Table) -> None:
    page = played.do("replace", seat="1", name=" Emil ")
    assert page.news == "Emil takes over from Ben."
    assert seats(page) == ["Anna", "Emil", "Cara", "Dora"]
    assert totals(page) == [6, 17, 2, 1]
    assert "Emil deals" in now(played.more())


def test_a_name_or_a_seat_that_cannot_be_is_refused_at_its_place_and_kept(played: Table) -> None:
    for name, part in (("  ", "missing"), ("anna", "player 1 has"), ("A\nB", "“A")):
        page = played.phone.refused(played.act("replace"), {"seat": "2", "name": name})
        (sentence,) = page.faults
        assert page.faults_at("name") == [sentence]
        assert part in sentence
        assert page.title == "More"
        assert "open" in page.folded("Replace a player").attributes
        assert "open" not in page.folded("Change pass or dealer").attributes
        assert "autofocus" in page.only("input", id="name").attributes
        form = page.form("/replace")
        assert (form["seat"], form["name"]) == ("2", name.strip())
    seats_that_cannot_be: tuple[Value, ...] = ("4", "-1", "x", "", None, ["1", "2"])
    for seat in seats_that_cannot_be:
        page = played.phone.refused(played.act("replace"), {"seat": seat, "name": "Emil"})
        assert page.faults_at("name") == page.faults != [], seat
    # As it is reloaded without a script.
    answer = played.phone.client.get(f"{played.address}/replace")
    assert (answer.status_code, answer.location) == (302, played.address)
    again = played.saved(played.phone.submit(form, {"name": "Emil"}))
    assert seats(again) == ["Anna", "Ben", "Emil", "Dora"]


def test_a_game_is_stopped_and_resumed(played: Table) -> None:
    # Where a hand was played, it asks.
    assert played.more().folded("End game now").only("button", id="stop").text == "Yes, end it"
    page = played.do("stop")
    assert page.news == "The game is over. Dora wins with 1."
    assert "Ended early, by agreement." in page.only("section", class_="end").text
    assert played.address not in [form.action for form in page.forms]
    assert not played.acts("stop")
    assert not played.phone.open(played.pad).all("a", class_="running")
    page = played.do("reopen")
    assert page.title == "Hand 2"
    assert page.news == "Game resumed."
    assert not played.acts("reopen")
    assert played.phone.open(played.pad).all("a", class_="running")


def test_stop_without_a_hand_has_no_result(table: Table, looker_on: Phone) -> None:
    assert table.more().only("button", id="stop").text == "End game now"
    page = table.do("stop")
    assert page.title == "Not played, doesn’t count."
    assert not page.all("ol", class_="places")
    middle = looker_on.open(f"{table.address}/middle")
    assert "Not played, doesn’t count." in middle.text
    assert not middle.all(class_="rank")


def test_a_binned_game_leaves_the_front_page_and_comes_back(
    played: Table, looker_on: Phone
) -> None:
    assert "In the bin" in played.do("bin").text
    front = [link.attributes["href"] for link in played.phone.open(played.pad).all("a")]
    assert played.address not in front
    assert f"{played.pad}bin" in front
    page = looker_on.open(played.address)
    assert "In the bin" in page.text
    assert len(sheet(page)) == 1
    assert not page.forms
    page = played.do("unbin")
    assert page.news == "The game is back from the bin."
    (running,) = played.phone.open(played.pad).all("a", class_="running")
    assert running.attributes["href"] == played.address


def test_nothing_is_written_in_a_binned_game(played: Table) -> None:
    forms = [played.act(act) for act in ("next", "replace", "stop")]
    entry, correction, removal = played.entry(), played.correction(1), played.removal(1)
    played.do("bin")
    assert acts(played.page()) | acts(played.more()) == {"delete", "unbin", "undo"}
    good = {**FIELDS["next"], **FIELDS["replace"], **hand(1, 2, 4, 6, QS=0), "revision": "3"}
    for form in (*forms, entry, correction, removal):
        assert "nothing was saved" in played.phone.refused(form, good, 409).alert
    assert not page_of(played.phone.force(entry, good)).all(class_="entry")


def test_the_last_hands_are_a_tap_from_their_correction(phone: Phone) -> None:
    table = start(phone, target="1000")
    assert not table.more().all("p", class_="latest")
    for _ in range(7):
        table.recorded(4, 4, 5, 0, QS=3)
    line = table.more().only("p", class_="latest")
    assert line.text == "Correct a hand: 7 6 5 4 3 2 …"
    first, *_, last = line.all("a")
    assert first.attributes["href"] == table.hand(7)
    assert first.attributes["aria-label"] == "Correct hand 7"
    assert last.attributes["href"] == f"{table.address}#sheet-title"


def test_undo_or_a_button_deletes_the_last_hand(played: Table) -> None:
    assert "remove" not in acts(played.more())
    # From now on undo takes back something else.
    played.do("next", passed="2")
    page = played.saved(played.phone.submit(played.more().form("/remove")))
    assert totals(page) == [0, 0, 0, 0]
    assert totals(played.do("undo")) == [6, 17, 2, 1]
