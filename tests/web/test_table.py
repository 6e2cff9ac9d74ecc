"""The table's page: who deals, who passes where, who leads, who stands where."""

from __future__ import annotations

import pytest

from tests.web.cast import NAMES, Phone, Table, hand, pairs, sheet, start, totals
from tests.web.pages import Page

# rules.md, "The pass": offsets hand by hand.
CYCLES = {3: [1, 2, 0], 4: [1, 3, 2, 0], 5: [1, 2, 3, 4, 0], 6: [1, 2, 3, 4, 5, 0]}
# rules.md, "Deck, deal, lead": taken out, hearts, who leads.
DECKS = {
    3: ({"♣2", "♦2", "♠2", "♥2"}, 12, "♣3"),
    4: (set(), 13, "♣2"),
    5: ({"♠2", "♦2"}, 13, "♣2"),
    6: ({"♣2", "♦2", "♠2", "♥2"}, 12, "♣3"),
}
WAYS = {
    (3, 1): "to the left",
    (3, 2): "to the right",
    (4, 1): "to the left",
    (4, 3): "to the right",
    (4, 2): "across",
    (5, 1): "to the left",
    (5, 2): "two places to the left",
    (5, 3): "three places to the left",
    (6, 1): "to the left",
    (6, 2): "two places to the left",
    (6, 4): "four places to the left",
}


def plain_hand(count: int) -> list[int]:
    """Hearts of a hand without a moon, by seat."""
    return [DECKS[count][1] - 4, 4, *[0] * (count - 2)]


def now(page: Page) -> str:
    return page.only("section", class_="now").text


@pytest.mark.parametrize("count", CYCLES)
@pytest.mark.parametrize("watched_by", ["holder", "looker-on"])
def test_the_page_says_who_passes_where_over_a_whole_cycle(
    phone: Phone, looker_on: Phone, count: int, watched_by: str
) -> None:
    table = start(phone, *NAMES[:count], target="1000")
    watcher = phone if watched_by == "holder" else looker_on
    cycle = CYCLES[count]
    # A whole cycle, and the first hand of the next one.
    for index, offset in enumerate([*cycle, cycle[0]]):
        page = watcher.open(table.address)
        assert page.title == f"Hand {index + 1}"
        assert f"{NAMES[index % count]} deals" in now(page)
        seats = range(count)
        expected = [(NAMES[seat], NAMES[(seat + offset) % count]) for seat in seats]
        assert pairs(page) == (expected if offset else [])
        assert ("Nobody passes" in now(page)) == (offset == 0)
        assert WAYS.get((count, offset), "") in now(page)
        table.record(*plain_hand(count), QS=1)


@pytest.mark.parametrize("count", DECKS)
def test_the_page_says_who_leads_and_which_cards_are_out(phone: Phone, count: int) -> None:
    out, hearts, leads = DECKS[count]
    page = start(phone, *NAMES[:count]).page()
    assert f"Holder of {leads} leads" in now(page)
    cards = {card.text for card in page.only("section", class_="now").all("abbr")}
    assert cards == out | {leads}
    assert f"Hearts, {hearts} in all" in page.text
    assert page.form().offered["hearts_0"] == [str(count) for count in range(hearts + 1)]


def test_with_three_and_one_card_out_the_two_of_clubs_leads(phone: Phone) -> None:
    page = start(phone, *NAMES[:3], deck="2D").page()
    assert "Holder of ♣2 leads" in now(page)
    assert "Hearts, 13 in all" in page.text


def test_with_three_and_a_heart_out_twelve_are_left(phone: Phone) -> None:
    page = start(phone, *NAMES[:3], deck="2H").page()
    assert "Hearts, 12 in all" in page.text


def test_with_three_and_the_lowest_club_out_the_next_one_leads(phone: Phone) -> None:
    assert "Holder of ♣3 leads" in now(start(phone, *NAMES[:3], deck="2C").page())


@pytest.mark.parametrize(("habit", "offset"), [("left", 1), ("right", 3)])
def test_a_table_that_always_passes_one_way_does_so(phone: Phone, habit: str, offset: int) -> None:
    table = start(phone, passing=habit)
    for _ in range(3):
        assert pairs(table.page())[0] == ("Anna", NAMES[offset])
        table.record(6, 4, 2, 1, QS=1)


def test_a_table_that_never_passes_is_told_so_every_time(phone: Phone) -> None:
    table = start(phone, passing="never")
    for _ in range(2):
        assert "Nobody passes" in now(table.page())
        assert not pairs(table.page())
        table.record(6, 4, 2, 1, QS=1)


def test_another_number_of_cards_to_pass_is_said(phone: Phone) -> None:
    assert "4 cards" in now(start(phone, pass_count="4").page())


def test_point_cards_on_the_first_trick_are_said_beside_who_leads(phone: Phone) -> None:
    assert "point cards may be thrown" in now(start(phone, first_trick_points="y").page())
    assert "point cards" not in now(start(phone).page())


def test_the_holder_of_the_pen_has_the_entry_open(table: Table) -> None:
    form = table.entry()
    assert {*hand(0, 0, 0, 0, QS=0), "shooter"} <= form.named
    assert form.offered["cards_QS"] == ["0", "1", "2", "3"]


def test_a_looker_on_has_no_form_and_no_link_to_correct(table: Table, looker_on: Phone) -> None:
    table.record(6, 4, 2, 1, QS=1)
    page = looker_on.open(table.address)
    assert not page.forms
    assert not page.all("button")
    assert not [link for link in page.all("a") if "/hand/" in link.attributes["href"]]
    assert totals(page) == [6, 17, 2, 1]
    assert sheet(page) == sheet(table.page())


def test_the_sheet_shows_points_takers_and_totals(table: Table) -> None:
    table.record(6, 4, 2, 1, QS=1)
    table.record(0, 0, 3, 10, QS=2)
    assert sheet(table.page()) == [
        ["1", "6 6", "17 ♠Q 17", "2 2", "1 1"],
        ["2", "0 6", "0 17", "16 ♠Q 18", "10 11"],
    ]


def test_the_totals_mark_the_leader_and_say_what_the_last_hand_did(table: Table) -> None:
    assert not table.page().all(class_="leads")
    table.record(6, 4, 2, 1, QS=1)
    page = table.record(0, 0, 3, 10, QS=2)
    assert totals(page) == [6, 17, 18, 11]
    assert [leader.only("bdi").text for leader in page.all(class_="leads")] == ["Anna"]
    last = [each.text for each in page.only("section", class_="totals").all("small")]
    assert last == ["0", "0", "+16", "+10"]


def test_the_jack_takes_points_off(phone: Phone) -> None:
    table = start(phone, preset="omnibus")
    page = table.record(6, 4, 2, 1, QS=1, JD=3)
    assert totals(page) == [6, 17, 2, -9]
    assert sheet(page)[0][4] == "−9 ♦J −9"


def test_an_exact_hit_is_shown_beside_the_hand(phone: Phone) -> None:
    table = start(phone, target="20", exact="50", end="exceed")
    page = table.record(7, 6, 0, 0, QS=0)
    # 20 points: exactly the target, so 50 come off.
    assert totals(page) == [-30, 6, 0, 0]
    assert "−50" in sheet(page)[0][1]
    assert sheet(page)[0][1].startswith("20")


@pytest.mark.parametrize(("exact", "total"), [("50", -30), ("100", -80), ("zero", 0)])
def test_every_exact_hit_lowers_as_agreed(phone: Phone, exact: str, total: int) -> None:
    page = start(phone, target="20", exact=exact).record(7, 6, 0, 0, QS=0)
    assert totals(page) == [total, 6, 0, 0]
    assert page.title == "Hand 2"


def test_the_house_rules_are_on_the_page(phone: Phone) -> None:
    table = start(
        phone, *NAMES[:4], preset="omnibus", moon="choice", sun="y", target="150", end="exceed",
        exact="100", tie="play-on", passing="left", pass_count="2",
    )  # fmt: skip
    rules = table.page().only("details", class_="rules")
    sentences = [item.text for item in rules.all("li")]
    said = " ".join(sentences)
    # T is 26: thirteen hearts and a queen that counts as much.
    for part in ("Omnibus", "♠Q costs 13", "26 in all", "♦J", "10 points off", "chooses", "Sun",
                 "more than 150", "Exactly 150", "down to 50", "alone", "always", "to the left",
                 "♣2"):  # fmt: skip
        assert part in said, part
    assert len(sentences) == len(set(sentences))


def test_every_hand_can_be_reached_from_the_sheet(table: Table) -> None:
    table.record(6, 4, 2, 1, QS=1)
    page = table.record(6, 4, 2, 1, QS=2)
    lines = page.only("table", class_="sheet").all("a")
    assert [link.attributes["href"] for link in lines] == [table.hand(1), table.hand(2)]


def test_the_table_links_to_its_pad_and_its_csv(table: Table) -> None:
    linked = [link.attributes["href"] for link in table.page().all("a")]
    assert table.pad in linked
    assert f"{table.address}/hands.csv" in linked
