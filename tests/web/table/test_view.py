"""The table's page: who deals, who passes where, who stands where, and what is worth a moment."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from tests.web.cast import NAMES, Phone, Table, hand, start
from tests.web.pages import Page
from tests.web.table.polls import revision
from tests.web.table_page import now, pairs, seats, sheet, sums, totals


def test_more_says_who_deals_and_passes_where_over_a_whole_cycle(
    phone: Phone, looker_on: Phone
) -> None:
    table = start(phone, *NAMES[:5], target="1000")
    second = ("Pass to the 2nd on the left", "Pass to the 2nd on the right")
    ways = ("Pass left", *second, "Pass right", "Hold – no passing", "Pass left")
    for index, (offset, way) in enumerate(zip((1, 2, 3, 4, 0, 1), ways, strict=True)):
        assert looker_on.open(table.address).title == f"Hand {index + 1}"
        page = table.more(looker_on)
        assert f"{NAMES[index % 5]} deals" in now(page)
        assert way in now(page)
        passes = [(NAMES[seat], NAMES[(seat + offset) % 5]) for seat in range(5)]
        assert pairs(page) == (passes if offset else [])
        table.recorded(9, 4, 0, 0, 0, QS=1)


def test_a_looker_on_has_no_form_and_no_link_to_correct(table: Table, looker_on: Phone) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    page = looker_on.open(table.address)
    assert not page.forms
    assert not page.main.all("button")
    assert not [link for link in page.all("a") if "/hand/" in link.attributes["href"]]
    assert totals(page) == [6, 17, 2, 1]
    assert sheet(page) == sheet(table.page())


def test_the_sheet_and_the_plates_say_who_stands_where(table: Table, looker_on: Phone) -> None:
    assert not looker_on.open(table.address).all("svg", class_="leads")
    table.recorded(6, 4, 2, 1, QS=1).recorded(0, 0, 3, 10, QS=2)
    page = looker_on.open(table.address)
    assert sheet(page) == [
        ["1", "6 6", "17 ♠Q 17", "2 2", "1 1"],
        ["2", "0 6", "0 17", "16 ♠Q 18", "10 11"],
    ]
    assert totals(page) == [6, 17, 18, 11]
    leaders = page.all("svg", class_="leads")
    assert [each.attributes["data-seat"] for each in leaders] == ["0"]
    plates = page.only("svg", class_="picture").all("svg", class_="seat")
    last = {each.attributes["data-seat"]: each.only(class_="last").text for each in plates}
    assert [last[str(seat)] for seat in range(4)] == ["0", "0", "+16", "+10"]


def test_a_hand_that_does_not_add_up_as_usual_has_its_sum(phone: Phone) -> None:
    table = start(phone, preset="omnibus")
    table.recorded(6, 4, 2, 1, QS=1, JD=3)
    assert "Σ" not in table.page().text
    page = table.saved(phone.submit(table.entry(), {"shooter": "2", "cards_JD": "0"}))
    assert sums(page) == ["", "Σ 68"]
    assert "Σ: this hand’s points (usually 16)." in page.text


def test_the_chart_is_a_picture_with_words_and_an_address_for_each_state(
    table: Table, looker_on: Phone
) -> None:
    phone = looker_on
    assert not phone.open(table.address).all("img")
    table.recorded(6, 4, 2, 1, QS=1)
    image = phone.open(table.address).only("section", class_="chart").all("img")[0]
    source = f"{table.address}/chart.svg?v={revision(table)}&lang=en"
    assert image.attributes["src"] == source
    assert "Ben\u2069 from 0 to 17" in image.attributes["alt"]
    response = phone.client.get(image.attributes["src"])
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    table.saved(table.phone.submit(table.correction(1), {"cards_QS": "0"}))
    other = phone.open(table.address).only("section", class_="chart").all("img")[0]
    assert other.attributes["src"] != image.attributes["src"]


def test_the_distance_to_the_end_is_small_print_on_the_keys(phone: Phone) -> None:
    table = start(phone, target="50", opening_0="51", opening_1="20", tie="play-on")
    # Two share the lowest total, so it goes on.
    page = table.recorded(6, 7, 0, 0, QS=1).page()
    keys = page.only(class_="taker").all(class_="key")
    assert [[note.text for note in key.all("small")] for key in keys] == [
        ["50 reached"], ["10 left"], [], []
    ]  # fmt: skip


def test_an_exact_hit_is_shown_beside_the_hand(phone: Phone) -> None:
    table = start(phone, target="20", exact="50", end="exceed")
    page = table.recorded(7, 6, 0, 0, QS=0).page()
    # 20 points: exactly the target, so 50 come off.
    assert totals(page) == [-30, 6, 0, 0]
    assert "−50" in sheet(page)[0][1]
    assert sheet(page)[0][1].startswith("20")


def moments(page: Page) -> list[str]:
    """What stands in the middle of the picture, or above the result."""
    return [each.text for each in page.all(class_="moment")]


def prospects(page: Page) -> list[str]:
    return [line.text for line in page.all("p", class_="prospect")]


def test_a_tie_that_plays_on_is_said(phone: Phone, looker_on: Phone) -> None:
    """Anna and Ben have 65, Cara 90 and Dora 113."""
    openings = {"opening_0": "62", "opening_1": "63", "opening_2": "82", "opening_3": "100"}
    tied = start(phone, tie="play-on", **openings).recorded(3, 2, 8, 0, QS=3)
    for each in (phone, looker_on):
        page = each.open(tied.address)
        assert prospects(page) == ["Anna and Ben tie on 65, so the game goes on."]
        assert moments(page) == ["Tie on 65:", "Anna and Ben"]
        assert page.only("h1").only("small").text == "tie: play on"
    newest = phone.open(f"{tied.address}/log").only("ol", class_="log").all("li")[0]
    assert newest.only("span").text.endswith(
        "♠Q Dora. Anna and Ben tie on 65, so the game goes on."
    )


def test_a_moment_stays_until_the_next_hand(table: Table, looker_on: Phone) -> None:
    table.recorded(13, 0, 0, 0, QS=0)
    assert moments(table.page()) == ["Anna shot the moon!"]
    assert moments(looker_on.open(table.address)) == ["Anna shot the moon!"]
    # In the picture and in its label; those of the hands to come know nothing of it.
    assert table.phone.client.get(table.address).text.count("shot the moon!") == 2
    assert moments(table.recorded(4, 4, 5, 0, QS=0).page()) == []


def test_what_ends_the_game_says_so_before_it_is_saved(phone: Phone) -> None:
    table = start(phone, opening_1="93")
    for entry, said in (
        (hand(7, 0, 6, 0, QS=1), "Ends the game: Dora wins"),
        (hand(0, 6, 7, 0, QS=0), ""),
        (hand(7, QS=1), ""),
    ):
        page = phone.open(f"{table.address}/outcome?{urlencode(entry)}")
        assert page.only("small", id="ending").text == said
    assert totals(table.page())[1] == 93


@pytest.fixture
def taken_over(table: Table) -> Table:
    """Anna, Ben, Cara, Dora; after two hands Emil goes on for Ben, after three Fay for Emil."""
    table.recorded(6, 4, 2, 1, QS=1).recorded(1, 2, 4, 6, QS=2)
    table.do("replace", seat="1", name="Emil")
    table.recorded(13, 0, 0, 0, QS=3)
    table.do("replace", seat="1", name="Fay")
    return table


def hints(page: Page) -> list[str]:
    """Who played before, as it stands below the sheet."""
    return [hint.text for hint in page.all("p", class_="hint") if "took over from" in hint.text]


def test_the_sheet_says_who_played_before(taken_over: Table) -> None:
    page = taken_over.page()
    assert seats(page) == ["Anna", "Fay", "Cara", "Dora"]
    assert hints(page) == [
        "Emil took over from Ben after hand 2.",
        "Fay took over from Emil after hand 3.",
    ]
    # A player without a hand is left out.
    taken_over.do("replace", seat="1", name="Gil")
    page = taken_over.do("replace", seat="1", name="Emil")
    assert hints(page) == ["Emil took over from Ben after hand 2."]


@pytest.mark.parametrize(("line", "name"), [(1, "Ben"), (3, "Emil")])
def test_a_hand_is_corrected_under_the_names_of_who_played_it(
    taken_over: Table, line: int, name: str
) -> None:
    page = taken_over.phone.open(taken_over.hand(line))
    correction = page.only("form", class_="correction")
    groups = [group.attributes["aria-label"] for group in correction.all(class_="counts")]
    assert groups == ["Hearts of Anna", f"Hearts of {name}", "Hearts of Cara", "Hearts of Dora"]
    assert seats(page) == ["Anna", "Fay", "Cara", "Dora"]
    assert hints(page)
    form = page.form(taken_over.hand(line))
    taken_over.saved(taken_over.phone.submit(form, hand(0, 5, 8, 0, QS=1)))


def test_the_signs_of_the_sheet_are_explained(table: Table, looker_on: Phone) -> None:
    def legend(phone: Phone) -> str:
        hands = phone.open(table.address).only("section", class_="hands")
        return " ".join(each.text for each in hands.all("p", class_="hint"))

    assert legend(looker_on) == "No hand yet."
    table.recorded(6, 4, 2, 1, QS=1)
    assert legend(looker_on) == "Dot: dealer."
    assert legend(table.phone) == "Dot: dealer. Tap a hand’s number to correct it."
    table.saved(table.phone.submit(table.correction(1), {"cards_QS": "0"}))
    assert legend(looker_on) == "Dot: dealer. ✎: corrected."
    assert legend(table.phone) == "Dot: dealer. ✎: corrected. Tap a hand’s number to correct it."
