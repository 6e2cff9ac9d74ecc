"""The table's page: who deals, who passes where, who leads, who stands where."""

from __future__ import annotations

import pytest

from tests.web.apps import reading
from tests.web.cast import NAMES, Phone, Table, hand, start
from tests.web.pages import Node, Page
from tests.web.table.acts import now
from tests.web.table_page import pairs, sheet, sums, totals

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
    (3, 1): "Pass left",
    (3, 2): "Pass right",
    (4, 1): "Pass left",
    (4, 3): "Pass right",
    (4, 2): "Pass across",
    (5, 1): "Pass left",
    (5, 2): "Pass to the 2nd on the left",
    (5, 3): "Pass to the 2nd on the right",
    (6, 1): "Pass left",
    (6, 2): "Pass to the 2nd on the left",
    (6, 4): "Pass to the 2nd on the right",
}


def plain_hand(count: int) -> list[int]:
    """Hearts of a hand without a moon, by seat."""
    return [DECKS[count][1] - 4, 4, *[0] * (count - 2)]


def plates(page: Page) -> list[Node]:
    """The seats of the picture."""
    return page.only("svg", class_="picture").all("svg", class_="seat")


def distances(page: Page) -> list[str]:
    """What is left for whoever is near the end, on the keys of the first special card."""
    keys = page.all(class_="taker")[0].all(class_="key")
    return [note.text for key in keys for note in key.all("small")]


def prospects(page: Page) -> list[str]:
    return [line.text for line in page.all("p", class_="prospect")]


@pytest.mark.parametrize("count", CYCLES)
def test_the_page_says_who_passes_where_over_a_whole_cycle(
    phone: Phone, looker_on: Phone, count: int
) -> None:
    table = start(phone, *NAMES[:count], target="1000")
    watcher = phone if count % 2 else looker_on
    cycle = CYCLES[count]
    # A whole cycle, and the first hand of the next one.
    for index, offset in enumerate([*cycle, cycle[0]]):
        assert watcher.open(table.address).title == f"Hand {index + 1}"
        page = table.more(watcher)
        assert f"{NAMES[index % count]} deals" in now(page)
        seats = range(count)
        expected = [(NAMES[seat], NAMES[(seat + offset) % count]) for seat in seats]
        assert pairs(page) == (expected if offset else [])
        assert ("Hold – no passing" in now(page)) == (offset == 0)
        assert WAYS.get((count, offset), "") in now(page)
        table.recorded(*plain_hand(count), QS=1)


def test_the_holder_of_the_pen_has_the_entry_open(table: Table) -> None:
    form = table.entry()
    assert {*hand(0, 0, 0, 0, QS=0), "shooter"} <= form.named
    assert form.offered["cards_QS"] == ["0", "1", "2", "3"]


def test_a_looker_on_has_no_form_and_no_link_to_correct(table: Table, looker_on: Phone) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    page = looker_on.open(table.address)
    assert not page.forms
    assert not page.main.all("button")
    assert not [link for link in page.all("a") if "/hand/" in link.attributes["href"]]
    assert totals(page) == [6, 17, 2, 1]
    assert sheet(page) == sheet(table.page())


def test_the_sheet_shows_points_takers_and_totals(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(0, 0, 3, 10, QS=2)
    assert sheet(table.page()) == [
        ["1", "6 6", "17 ♠Q 17", "2 2", "1 1"],
        ["2", "0 6", "0 17", "16 ♠Q 18", "10 11"],
    ]


def test_the_totals_mark_the_leader_and_say_what_the_last_hand_did(table: Table) -> None:
    looker_on = Phone(table.app)
    assert not looker_on.open(table.address).all("svg", class_="leads")
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(0, 0, 3, 10, QS=2)
    page = looker_on.open(table.address)
    assert totals(page) == [6, 17, 18, 11]
    leaders = page.all("svg", class_="leads")
    assert [each.attributes["data-seat"] for each in leaders] == ["0"]
    last = {each.attributes["data-seat"]: each.only(class_="last").text for each in plates(page)}
    assert [last[str(seat)] for seat in range(4)] == ["0", "0", "+16", "+10"]


def test_a_hand_that_does_not_add_up_as_usual_has_its_sum(phone: Phone) -> None:
    table = start(phone, preset="omnibus")
    table.recorded(6, 4, 2, 1, QS=1, JD=3)
    assert "Σ" not in table.page().text
    page = table.saved(phone.submit(table.entry(), {"shooter": "2", "cards_JD": "0"}))
    assert sums(page) == ["", "Σ 68"]
    assert "Σ: the sum of a hand that is not 16." in page.text


def test_the_distance_to_the_end_is_said_of_whoever_is_near(phone: Phone) -> None:
    table = start(phone, target="50", opening_0="51", opening_1="20", tie="play-on")
    # Two share the lowest total, so it goes on.
    page = table.recorded(6, 7, 0, 0, QS=1).page()
    keys = page.only(class_="taker").all(class_="key")
    assert [[note.text for note in key.all("small")] for key in keys] == [
        ["50 reached"], ["10 left"], [], []
    ]  # fmt: skip
    assert distances(page) == ["50 reached", "10 left"]


def test_who_can_end_the_game_or_hit_exactly_is_said(phone: Phone) -> None:
    table = start(phone, exact="50", opening_1="60", opening_3="93")
    page = table.page()
    assert prospects(page) == ["Dora: exactly 7 drops to 50, out with 8 or more."]
    page = table.recorded(6, 4, 3, 0, QS=1).page()
    assert prospects(page) == [
        "Ben: exactly 23 drops to 50, out with 24 or more.",
        "Dora: exactly 7 drops to 50, out with 8 or more.",
    ]


@pytest.mark.parametrize("watched_by", ["holder", "looker-on"])
def test_the_chart_is_a_picture_with_words_and_an_address_for_each_state(
    table: Table, looker_on: Phone, watched_by: str
) -> None:
    phone = table.phone if watched_by == "holder" else looker_on
    assert not phone.open(table.address).all("img")
    table.recorded(6, 4, 2, 1, QS=1)
    image = phone.open(table.address).only("section", class_="chart").all("img")[0]
    with reading(table.app) as session:
        assert image.attributes["src"] == (
            f"{table.address}/chart.svg?v={table.row(session).revision}&lang=en"
        )
    assert "Ben\u2069 from 0 to 17" in image.attributes["alt"]
    response = phone.client.get(image.attributes["src"])
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    table.saved(table.phone.submit(table.correction(1), {"cards_QS": "0"}))
    other = phone.open(table.address).only("section", class_="chart").all("img")[0]
    assert other.attributes["src"] != image.attributes["src"]


def test_an_exact_hit_is_shown_beside_the_hand(phone: Phone) -> None:
    table = start(phone, target="20", exact="50", end="exceed")
    page = table.recorded(7, 6, 0, 0, QS=0).page()
    # 20 points: exactly the target, so 50 come off.
    assert totals(page) == [-30, 6, 0, 0]
    assert "−50" in sheet(page)[0][1]
    assert sheet(page)[0][1].startswith("20")


def test_the_house_rules_are_on_the_page(phone: Phone) -> None:
    table = start(
        phone, *NAMES[:4], preset="omnibus", moon="choice", sun="y", target="150", end="exceed",
        exact="100", tie="play-on", passing="left", pass_count="2",
    )  # fmt: skip
    rules = table.more().only("section", class_="rules")
    sentences = [item.text for item in rules.all("li")]
    text = " ".join(sentences)
    # T is 26: thirteen hearts and a queen that counts as much.
    for part in ("Omnibus", "♠Q 13: 26 in all", "♦J", "counts −10", "chooses", "Sun",
                 "goes over 150", "Exactly 150", "drops to 50", "alone",
                 "Always pass 2 cards: left.", "♣2"):  # fmt: skip
        assert part in text, part
    assert len(sentences) == len(set(sentences))
