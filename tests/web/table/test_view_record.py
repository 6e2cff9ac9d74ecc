"""Recording a hand: saved once, or refused with everything still filled in."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table, hand, start
from tests.web.pages import Value, page_of
from tests.web.table_page import sheet, totals

GOOD = hand(6, 4, 2, 1, QS=1)


@pytest.mark.parametrize(
    ("headers", "status"), [({}, 303), ({"HX-Request": "true"}, 200)], ids=["browser", "htmx"]
)
def test_a_hand_is_saved_and_the_table_is_shown_again(
    table: Table, headers: dict[str, str], status: int
) -> None:
    form = table.entry()
    assert form.offered["cards_QS"] == ["0", "1", "2", "3"]
    response = table.phone.client.post(table.address, data=form.filled(GOOD), headers=headers)
    assert response.status_code == status
    page = table.page() if status == 303 else page_of(response)
    assert totals(page) == [6, 17, 2, 1]
    assert page.title == "Hand 2"
    # The next hand follows upon that one.
    page = table.saved(table.phone.submit(page.form(table.address), GOOD))
    assert page.title == "Hand 3"


def test_what_follows_from_the_hearts_placed_need_not_be_said(table: Table) -> None:
    page = table.saved(table.phone.submit(table.entry(), hand(None, 4, 2, 1, QS=2)))
    assert totals(page) == [6, 4, 15, 1]


def test_a_writer_who_was_overtaken_is_told_even_if_the_entry_is_not_complete(
    table: Table,
) -> None:
    # Else the second phone completes its entry and the hand is there twice.
    seen_before = table.entry()
    table.record(6, 4, 2, 1, QS=1)
    response = table.phone.submit(seen_before, hand(6, 4, QS=1))
    page = page_of(response)
    conflict = response.status_code == 409
    assert conflict or table.phone.submit(page.form(table.address), GOOD).status_code == 409


def test_a_special_card_that_nobody_took_is_refused_at_its_place(phone: Phone) -> None:
    table = start(phone, preset="black-maria")
    page = table.phone.refused(table.entry(), hand(6, 4, 2, 1, KS=0, AC=3))
    assert page.faults_at("cards_QS") == page.faults
    assert not page.faults_at("cards_KS")
    form = page.form(table.address)
    assert (form["cards_KS"], form["cards_QS"], form["hearts_3"]) == ("0", None, "1")
    assert totals(table.saved(phone.submit(form, {"cards_QS": "2"}))) == [16, 4, 15, 8]


def test_a_value_that_was_not_offered_is_refused_and_the_others_are_kept(table: Table) -> None:
    for field, value in (
        ("cards_QS", "4"),
        ("cards_QS", "\0"),
        ("hearts_0", "0x6"),
        ("hearts_0", "١"),
        ("hearts_0", "9" * 5000),
        ("shooter", "-1"),
        ("moon_choice", "blue"),
    ):
        page = table.phone.refused(table.entry(), {**GOOD, field: value})
        others = {name: good for name, good in GOOD.items() if name != field}
        form = page.form(table.address)
        assert {name: form[name] for name in others} == others, (field, value)


def test_what_is_not_of_the_form_is_refused(table: Table) -> None:
    form = table.entry()
    cases: tuple[tuple[str, tuple[Value, ...]], ...] = (
        ("hearts_0", (["6", "6"],)),
        ("cards_QS", (["", "2"],)),
        ("shooter", (["", "1"],)),
        ("revision", (["1", "2"], "", None, "x", "1.5", "9" * 5000)),
        ("entry_id", ("", "a b", "x" * 65, "<script>", "1\n")),
    )
    for field, values in cases:
        for value in values:
            page = table.phone.refused(form, {**GOOD, field: value})
    assert table.saved(table.phone.submit(page.form(table.address)))


def test_a_revision_that_never_was_is_told(table: Table) -> None:
    for revision in ("0", "-1", "2", "999999"):
        table.phone.refused(table.entry(), {**GOOD, "revision": revision}, 409)


def test_a_sun_without_a_moon_is_refused_and_the_page_says_so(phone: Phone) -> None:
    table = start(phone, sun="y")
    page = table.phone.refused(table.entry(), {**GOOD, "sun": "y"})
    assert page.faults_at("sun") == page.faults
    assert page.form(table.address)["sun"] == "y"


def test_a_new_hand_needs_the_pad_of_its_own_game(phone: Phone) -> None:
    one, other = start(phone), start(phone)
    form = one.entry()
    response = phone.client.post(other.address, data=form.filled(GOOD))
    assert response.status_code in (303, 409)
    assert sheet(one.page()) == []
