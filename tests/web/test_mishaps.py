"""What goes wrong at a table: a misdeal, a game stopped or binned, somebody who must leave."""

from __future__ import annotations

import csv
import io

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.cast import (
    NAMES,
    Phone,
    Table,
    everything,
    hand,
    pairs,
    reading,
    seats,
    sheet,
    start,
    totals,
)
from tests.web.pages import Form, Page, Value, page_of

ACTS = ("undo", "redo", "stop", "reopen", "bin", "unbin", "next", "replace", "rematch")
# What must be done first, so that the page offers it.
FIRST = {"redo": "undo", "reopen": "stop", "unbin": "bin", "rematch": "stop"}
FIELDS: dict[str, dict[str, Value]] = {
    "next": {"passed": "2", "dealer": "3"},
    "replace": {"seat": "1", "name": "Emil"},
}


@pytest.fixture
def played(table: Table) -> Table:
    """One hand: 6, 17, 2, 1; Ben deals the next one, which is passed to the right."""
    table.record(6, 4, 2, 1, QS=1)
    return table


def ready(table: Table, act: str) -> Form:
    """The form of an act, on a table where it can be done."""
    if act in FIRST:
        table.do(FIRST[act])
    return table.acts(act)[0]


def now(page: Page) -> str:
    return page.only("section", class_="now").text


def refused(table: Table, act: str, changes: dict[str, Value]) -> Page:
    """The table after something that cannot be; nothing was stored."""
    form = table.act(act)
    before = everything(table.app)
    response = table.phone.force(form, {**FIELDS.get(act, {}), **changes})
    assert response.status_code == 422
    assert everything(table.app) == before
    page = page_of(response)
    assert page.told
    return page


def overtaken(table: Table, before: object, response: TestResponse) -> Page:
    assert response.status_code == 409
    assert everything(table.app) == before
    page = page_of(response)
    assert "nothing was saved" in page.told
    return page


def rows(table: Table) -> list[dict[str, str]]:
    text = str(table.phone.client.get(f"{table.address}/hands.csv").data, "utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("act", ACTS)
def test_everything_that_the_page_offers_is_done_and_leads_to_a_table(
    played: Table, act: str
) -> None:
    form = ready(played, act)
    before = everything(played.app)
    response = played.phone.submit(form, FIELDS.get(act, {}))
    assert response.status_code == 303
    assert played.phone.open(response.location or "").main.all("section")
    assert everything(played.app) != before


@pytest.mark.parametrize("act", ACTS)
def test_a_repeated_request_does_nothing_more(played: Table, act: str) -> None:
    form = ready(played, act)
    assert played.phone.submit(form, FIELDS.get(act, {})).status_code == 303
    before = everything(played.app)
    response = played.phone.submit(form, FIELDS.get(act, {}))
    # A second undo would take back something else: it is told that the first was done.
    assert response.status_code == (409 if act in ("undo", "redo") else 303)
    assert everything(played.app) == before


@pytest.mark.parametrize("act", [act for act in ACTS if act not in ("rematch", "unbin")])
def test_who_was_overtaken_is_told(played: Table, act: str) -> None:
    form = ready(played, act)
    # Stopped games take no hand; a correction is always possible.
    if sheet(played.page()):
        played.saved(played.phone.submit(played.correction(1), {"cards_QS": "0"}))
    else:
        played.record(1, 2, 4, 6, QS=0)
    before = everything(played.app)
    overtaken(played, before, played.phone.submit(form, FIELDS.get(act, {})))


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("token", [None, "", "x"])
def test_everything_needs_its_token(played: Table, act: str, token: str | None) -> None:
    form = ready(played, act)
    before = everything(played.app)
    forced = {**FIELDS.get(act, {}), "csrf_token": token}
    assert played.phone.force(form, forced).status_code == 400
    assert everything(played.app) == before


@pytest.mark.parametrize("act", ACTS)
def test_a_looker_on_does_nothing(played: Table, looker_on: Phone, act: str) -> None:
    form = ready(played, act)
    before = everything(played.app)
    assert not looker_on.open(played.address).forms
    forced = {**FIELDS.get(act, {}), "csrf_token": looker_on.token()}
    assert looker_on.force(form, forced).status_code == 403
    assert everything(played.app) == before


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_done_with_a_game_that_is_not_there(played: Table, act: str) -> None:
    form = ready(played, act)
    before = everything(played.app)
    for address in (f"{played.pad}table/2/{act}", f"/pad/nothing/table/1/{act}"):
        response = played.phone.client.post(address, data=form.filled(FIELDS.get(act, {})))
        assert response.status_code == 404
    assert everything(played.app) == before


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("watched_by", ["holder", "looker-on"])
def test_the_address_of_an_act_leads_back_to_the_table(
    played: Table, looker_on: Phone, act: str, watched_by: str
) -> None:
    phone = played.phone if watched_by == "holder" else looker_on
    response = phone.client.get(f"{played.address}/{act}")
    assert (response.status_code, response.location) == (302, played.address)


def test_no_other_word_is_an_act(played: Table) -> None:
    for word in ("delete", "Undo", "_act", "undo/x"):
        assert played.phone.client.get(f"{played.address}/{word}").status_code == 404


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("field", ["revision", "entry"])
@pytest.mark.parametrize("value", [None, "", "a b", "9" * 5000, ["1", "1"]])
def test_a_form_that_is_not_complete_does_nothing(
    played: Table, act: str, field: str, value: Value
) -> None:
    form = ready(played, act)
    before = everything(played.app)
    response = played.phone.force(form, {**FIELDS.get(act, {}), field: value})
    assert response.status_code == 422
    assert page_of(response).told
    assert everything(played.app) == before


def test_the_next_hand_passes_what_was_decided(played: Table) -> None:
    assert pairs(played.page())[0] == ("Anna", "Dora")
    page = played.do("next", passed="2")
    assert pairs(page)[0] == ("Anna", "Cara")
    assert "across" in now(page)
    assert "Ben deals" in now(page)
    form = played.act("next")
    assert (form["passed"], form["dealer"]) == ("2", "")


def test_the_next_hand_is_dealt_by_who_was_decided(played: Table) -> None:
    page = played.do("next", dealer="3")
    assert "Dora deals" in now(page)
    assert pairs(page)[0] == ("Anna", "Dora")
    assert played.act("next")["dealer"] == "3"


def test_nobody_passing_can_be_decided(played: Table) -> None:
    page = played.do("next", passed="0", dealer="0")
    assert "Nobody passes" in now(page)
    assert not pairs(page)
    assert "Anna deals" in now(page)


def test_what_was_decided_can_be_left_to_the_rules_again(played: Table) -> None:
    played.do("next", passed="0", dealer="0")
    page = played.do("next", passed="", dealer="")
    assert "Ben deals" in now(page)
    assert pairs(page)[0] == ("Anna", "Dora")


def test_what_was_decided_is_recorded_and_both_go_on_from_there(played: Table) -> None:
    played.do("next", passed="2", dealer="3")
    page = played.record(1, 2, 4, 6, QS=2)
    # After across nobody passes; after Dora it is Anna's turn.
    assert "Nobody passes" in now(page)
    assert "Anna deals" in now(page)
    form = played.act("next")
    assert (form["passed"], form["dealer"]) == ("", "")
    assert [(row["hand"], row["dealer"], row["pass"]) for row in rows(played)[::4]] == [
        ("1", "0", "1"),
        ("2", "3", "2"),
    ]
    correction = played.correction(2)
    assert (correction["passed"], correction["dealer"]) == ("2", "3")


def test_the_game_is_not_changed_by_deciding_what_is_decided(played: Table) -> None:
    played.do("next", passed="2", dealer="3")
    before = everything(played.app)
    played.do("next", passed="2", dealer="3")
    assert everything(played.app) == before


@pytest.mark.parametrize("field", ["passed", "dealer"])
@pytest.mark.parametrize("value", ["4", "-1", "x", "1.0", "9" * 5000, ["1", "2"]])
def test_a_pass_or_dealer_that_cannot_be_is_refused_at_its_place(
    played: Table, field: str, value: Value
) -> None:
    page = refused(played, "next", {field: value})
    assert page.faults_at("dealer") == page.faults
    assert field in page.faults[0]
    assert "open" in page.folded("Mishaps").attributes


def test_a_game_can_be_stopped(played: Table) -> None:
    page = played.do("stop")
    assert page.title == "Dora wins with 1."
    assert page.news == "The game is over. Dora wins with 1."
    assert "stopped by agreement" in page.only("section", class_="end").text
    assert totals(page) == [6, 17, 2, 1]
    assert played.address not in [form.action for form in page.forms]
    assert not played.acts("stop")
    assert not played.phone.open(played.pad).all("a", class_="running")
    assert {row["finished"] for row in rows(played)} != {""}


def test_a_stopped_game_takes_no_hand(played: Table) -> None:
    entry = played.entry()
    played.do("stop")
    before = everything(played.app)
    response = played.phone.force(entry, {**hand(1, 2, 4, 6, QS=0), "revision": "3"})
    overtaken(played, before, response)


def test_a_stopped_game_can_go_on(played: Table) -> None:
    played.do("stop")
    page = played.do("reopen")
    assert page.title == "Hand 2"
    assert page.news == "The game goes on."
    assert not played.acts("reopen")
    assert totals(played.record(1, 2, 4, 6, QS=0)) == [20, 19, 6, 7]
    assert played.phone.open(played.pad).all("a", class_="running")
    assert {row["finished"] for row in rows(played)} == {""}


def test_a_game_that_reached_its_target_is_neither_stopped_nor_reopened(phone: Phone) -> None:
    table = start(phone, target="20")
    stop = table.act("stop")
    table.record(10, 3, 0, 0, QS=0)
    assert not table.acts("stop")
    assert not table.acts("reopen")
    before = everything(table.app)
    for act in ("stop", "reopen"):
        data = stop.forced({"revision": "2"})
        overtaken(table, before, phone.client.post(f"{table.address}/{act}", data=data))


def test_nothing_is_decided_and_nobody_replaced_after_the_end(played: Table) -> None:
    forms = {act: played.act(act) for act in ("next", "replace")}
    played.do("stop")
    before = everything(played.app)
    for act, form in forms.items():
        assert not played.acts(act)
        overtaken(played, before, played.phone.force(form, {**FIELDS[act], "revision": "3"}))


def test_a_binned_game_is_in_the_bin_of_the_front_page_only(played: Table) -> None:
    page = played.do("bin")
    assert "In the bin" in page.text
    front = played.phone.open(played.pad)
    assert not front.all("a", class_="running")
    links = [link.attributes["href"] for link in front.folded("Bin").all("a")]
    assert links == [played.address]
    assert [each.attributes["href"] for each in front.all("a")].count(played.address) == 1
    page = played.do("unbin")
    assert "In the bin" not in page.text
    front = played.phone.open(played.pad)
    assert [link.attributes["href"] for link in front.all("a", class_="running")] == [
        played.address
    ]
    assert "Bin" not in front.text


def test_a_finished_game_can_be_binned_too(played: Table) -> None:
    played.do("stop")
    page = played.do("bin")
    assert page.title == "In the bin"
    assert len(sheet(page)) == 1
    assert not played.phone.open(played.pad).all("section", class_="paper")
    assert played.do("unbin").title == "Dora wins with 1."


def test_lookers_on_see_the_bin_and_what_is_in_it(played: Table, looker_on: Phone) -> None:
    played.do("bin")
    assert looker_on.open(played.pad).folded("Bin").all("a")
    page = looker_on.open(played.address)
    assert "In the bin" in page.text
    assert len(sheet(page)) == 1
    assert not page.forms


def test_nothing_can_be_written_in_a_binned_game(played: Table) -> None:
    forms = {act: played.act(act) for act in ("next", "replace", "stop")}
    entry, correction, removal = played.entry(), played.correction(1), played.removal(1)
    played.do("bin")
    assert sorted(form.action.rpartition("/")[2] for form in played.page().forms) == [
        "unbin",
        "undo",
    ]
    before = everything(played.app)
    seen = {"revision": "3"}
    for act, form in forms.items():
        overtaken(played, before, played.phone.force(form, {**FIELDS.get(act, {}), **seen}))
    good = hand(1, 2, 4, 6, QS=0)
    assert not overtaken(played, before, played.phone.force(entry, {**good, **seen})).all(
        class_="entry"
    )
    overtaken(played, before, played.phone.force(correction, {"cards_QS": "0", **seen}))
    overtaken(played, before, played.phone.force(removal, seen))


def test_the_next_game_is_proposed_from_one_that_is_not_binned(played: Table) -> None:
    second = start(played.phone, *NAMES[:5], at=f"{played.pad}new")
    second.do("bin")
    form = played.phone.open(f"{played.pad}new").form()
    assert [form[f"name_{row}"] for row in range(6)] == [*NAMES[:4], "", ""]
    assert start(played.phone, at=f"{played.pad}new").number == 3


def test_somebody_else_goes_on_and_the_hands_before_stay(played: Table) -> None:
    page = played.do("replace", seat="1", name=" Emil ")
    assert seats(page) == ["Anna", "Emil", "Cara", "Dora"]
    assert totals(page) == [6, 17, 2, 1]
    assert "Emil deals" in now(page)
    played.record(1, 2, 4, 6, QS=2)
    assert [row["player"] for row in rows(played)] == [
        *("Anna", "Ben", "Cara", "Dora"),
        *("Anna", "Emil", "Cara", "Dora"),
    ]
    assert [row["total"] for row in rows(played)][5] == "19"


def test_several_can_follow_one_another_and_one_can_come_back(played: Table) -> None:
    played.do("replace", seat="1", name="Emil")
    played.do("replace", seat="1", name="Fay")
    played.record(1, 2, 4, 6, QS=2)
    page = played.do("replace", seat="1", name="ben")
    assert seats(page) == list(NAMES[:4])
    played.record(1, 2, 4, 6, QS=2)
    assert [row["player"] for row in rows(played)[1::4]] == ["Ben", "Fay", "Ben"]
    assert sorted(row[2] for row in everything(played.app)["players"]) == sorted(NAMES)


def test_a_player_for_themselves_is_nobody_new(played: Table) -> None:
    before = everything(played.app)
    played.do("replace", seat="1", name="BEN")
    assert everything(played.app) == before


@pytest.mark.parametrize(
    ("name", "part"),
    [("", "missing"), ("  ", "missing"), ("A" * 31, "30"), ("anna", "number 1"), ("A\nB", "“A"),
     ("\u200b", "“")],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused_at_its_place_and_kept(
    played: Table, name: str, part: str
) -> None:
    page = refused(played, "replace", {"seat": "2", "name": name})
    (sentence,) = page.faults
    assert page.faults_at("name") == [sentence]
    assert part in sentence
    assert "open" in page.folded("Mishaps").attributes
    form = page.form("/replace")
    assert (form["seat"], form["name"]) == ("2", name.strip())
    again = played.saved(played.phone.submit(form, {"name": "Emil"}))
    assert seats(again) == ["Anna", "Ben", "Emil", "Dora"]


@pytest.mark.parametrize(
    "changes",
    [{"seat": "4"}, {"seat": "-1"}, {"seat": "x"}, {"seat": ""}, {"seat": None},
     {"seat": ["1", "2"]}, {"name": None}, {"name": ["Emil", "Fay"]}],
)  # fmt: skip
def test_a_seat_that_cannot_be_is_refused_at_its_place(
    played: Table, changes: dict[str, Value]
) -> None:
    page = refused(played, "replace", changes)
    assert page.faults
    assert page.faults_at("name") == page.faults


def test_a_name_is_shown_as_it_was_written(played: Table) -> None:
    name = '<b>"Emil" & Söhne'
    played.do("replace", seat="0", name=name)
    assert seats(played.page())[0] == name


def ended(phone: Phone, **rules: str) -> Table:
    """Anna 20, Ben 3, Cara 2, Dora 1 with a target of 20."""
    table = start(phone, target="20", **rules)
    table.record(7, 3, 2, 1, QS=0)
    return table


def rematch(table: Table, how: str) -> Table:
    (form,) = [form for form in table.acts("rematch") if form["seats"] == how]
    response = table.phone.submit(form)
    assert response.status_code == 303
    return Table(table.phone, response.location or "")


def test_a_rematch_has_the_same_seats_and_rules_and_the_next_dealer(phone: Phone) -> None:
    table = ended(phone, preset="discard-hearts-1909", sun="y", passing="right")
    again = rematch(table, "kept")
    assert again.number == 2
    assert again.rules() == table.rules()
    page = again.page()
    assert seats(page) == list(NAMES[:4])
    assert totals(page) == [0, 0, 0, 0]
    assert page.title == "Hand 1"
    assert "Ben deals" in now(page)


def test_a_rematch_of_a_stopped_game_leaves_it_stopped(played: Table) -> None:
    played.do("stop")
    assert "Ben deals" in now(rematch(played, "kept").page())
    assert played.page().title == "Dora wins with 1."


def test_paper_is_not_brought_along_to_a_rematch(phone: Phone) -> None:
    table = start(phone, opening_0="90", hands_before="7")
    table.record(13, 0, 0, 0, QS=1)
    page = rematch(table, "kept").page()
    assert page.title == "Hand 1"
    assert totals(page) == [0, 0, 0, 0]


def test_seats_can_be_drawn_anew(phone: Phone) -> None:
    table = ended(phone)
    orders, dealers = set(), set()
    for _ in range(60):
        page = rematch(table, "drawn").page()
        assert sorted(seats(page)) == sorted(NAMES[:4])
        orders.add(tuple(seats(page)))
        dealers.add(seats(page).index(page.only("p", class_="deal").only("bdi").text))
        if len(orders) > 2 and len(dealers) > 2:
            break
    assert len(orders) > 2
    assert len(dealers) > 2


def test_a_rematch_is_for_who_sits_there_at_the_end(played: Table) -> None:
    played.do("replace", seat="3", name="Emil")
    played.do("stop")
    assert seats(rematch(played, "kept").page()) == ["Anna", "Ben", "Cara", "Emil"]


@pytest.mark.parametrize("how", ["kept", "drawn"])
def test_a_rematch_asked_for_twice_is_one_game(phone: Phone, app: Flask, how: str) -> None:
    table = ended(phone)
    (form,) = [form for form in table.acts("rematch") if form["seats"] == how]
    first = phone.submit(form)
    before = everything(app)
    assert phone.submit(form).location == first.location == f"{table.pad}table/2"
    assert everything(app) == before
    with reading(app) as session:
        assert Table(phone, first.location or "").kept(session).number == 2
