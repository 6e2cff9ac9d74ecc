"""The page More: one act a line for the pen, and what lookers-on may read."""

from __future__ import annotations

import pytest

from tests.web.apps import everything
from tests.web.cast import Cast, Phone, Table, gather, hand, start
from tests.web.pages import Page
from tests.web.table.acts import FIELDS, now, overtaken, refused, rows
from tests.web.table_page import pairs, seats, sheet, totals


def headings(page: Page) -> list[str]:
    return [each.text for each in page.main.all("h2")]


def acts(page: Page) -> set[str]:
    return {form.action.rpartition("/")[2] for form in page.forms}


def test_with_the_pen_it_has_every_act(played: Table) -> None:
    page = played.more()
    assert page.title == "More"
    assert headings(page) == [
        *("Hand 2", "Correct or undo", "The game", "This phone"),
        *("Look up", "House rules", "Files"),
    ]
    assert acts(page) == {"undo", "next", "replace", "stop", "bin"}
    assert "Black Lady" in page.only("section", class_="rules").all("li")[0].text


def test_without_the_pen_it_is_to_read(played: Table, looker_on: Phone) -> None:
    page = played.more(looker_on)
    assert headings(page) == ["Hand 2", "This phone", "Look up", "House rules", "Files"]
    assert not page.forms
    assert looker_on.client.get_cookie("scorepad_session") is None


def test_the_table_repeats_nothing_of_it(played: Table, looker_on: Phone) -> None:
    for phone in (played.phone, looker_on):
        page = phone.open(played.address)
        assert not page.main.all("details", class_="sit")
        assert not page.main.all("ul")
        assert not page.main.all("a", href=f"{played.address}/log")
        assert "House rules" not in page.main.text


@pytest.fixture
def cast(played: Table) -> Cast:
    return gather(played)


def test_only_who_has_the_address_reads_it(cast: Cast) -> None:
    address = f"{cast.table.address}/more"
    for phone in cast.holders.values():
        assert phone.open(address).forms
    for phone in cast.lookers_on.values():
        assert not phone.open(address).forms
    for guess in cast.guesses():
        response = cast.stranger.client.get(f"/pad/{guess}/table/1/more")
        assert response.status_code in (404, 308), guess
        assert "House rules" not in response.text
    assert cast.stranger.client.get(f"{cast.table.pad}table/99/more").status_code == 404


# The next hand.


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
    assert [(row["hand"], row["dealer"], row["pass"]) for row in rows(played)[::4]] == [
        ("1", "0", "1"),
        ("2", "3", "2"),
    ]


def test_a_decision_is_taken_back(played: Table) -> None:
    assert played.do("next", passed="0").news == "This hand only: hold – no passing."
    assert played.do("next", passed="", dealer="").news == "This hand is back to normal."
    assert not departure(played.more())


# Another player.


def test_a_player_is_replaced_and_the_hands_before_stay(played: Table) -> None:
    page = played.do("replace", seat="1", name=" Emil ")
    assert page.news == "Emil takes over from Ben."
    assert seats(page) == ["Anna", "Emil", "Cara", "Dora"]
    assert totals(page) == [6, 17, 2, 1]
    assert "Emil deals" in now(played.more())


def test_a_name_that_cannot_be_is_refused_at_its_place_and_kept(played: Table) -> None:
    for name, part in (("  ", "missing"), ("anna", "player 1 has"), ("A\nB", "“A")):
        page = refused(played, "replace", {"seat": "2", "name": name})
        (sentence,) = page.faults
        assert page.faults_at("name") == [sentence]
        assert part in sentence
        assert page.title == "More"
        assert "open" in page.folded("Replace a player").attributes
        assert "open" not in page.folded("Change pass or dealer").attributes
        assert "autofocus" in page.only("input", id="name").attributes
        form = page.form("/replace")
        assert (form["seat"], form["name"]) == ("2", name.strip())
    # As it is reloaded without a script.
    answer = played.phone.client.get(f"{played.address}/replace")
    assert (answer.status_code, answer.location) == (302, played.address)
    again = played.saved(played.phone.submit(form, {"name": "Emil"}))
    assert seats(again) == ["Anna", "Ben", "Emil", "Dora"]


# The end by agreement.


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


def test_a_game_that_reached_its_target_is_neither_stopped_nor_reopened(phone: Phone) -> None:
    table = start(phone, target="20")
    stop = table.act("stop")
    table.recorded(10, 3, 0, 0, QS=0)
    before = everything(table.app)
    for act in ("stop", "reopen"):
        assert not table.acts(act)
        data = stop.forced({"revision": "2"})
        overtaken(table, before, phone.client.post(f"{table.address}/{act}", data=data))


def test_stop_without_a_hand_has_no_result(table: Table, looker_on: Phone) -> None:
    assert table.more().only("button", id="stop").text == "End game now"
    page = table.do("stop")
    assert page.title == "Not played, doesn’t count."
    assert not page.all("ol", class_="places")
    middle = looker_on.open(f"{table.address}/middle")
    assert "Not played, doesn’t count." in middle.text
    assert not middle.all(class_="rank")


# The bin.


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
    forms = {act: played.act(act) for act in ("next", "replace", "stop")}
    entry, correction, removal = played.entry(), played.correction(1), played.removal(1)
    played.do("bin")
    assert acts(played.page()) | acts(played.more()) == {"delete", "unbin", "undo"}
    before = everything(played.app)
    seen = {"revision": "3"}
    for act, form in forms.items():
        overtaken(played, before, played.phone.force(form, {**FIELDS.get(act, {}), **seen}))
    good = hand(1, 2, 4, 6, QS=0)
    page = overtaken(played, before, played.phone.force(entry, {**good, **seen}))
    assert not page.all(class_="entry")
    overtaken(played, before, played.phone.force(correction, {"cards_QS": "0", **seen}))
    overtaken(played, before, played.phone.force(removal, seen))


# A hand of the past.


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
