"""The page of records."""

from __future__ import annotations

from tests.web.cast import Phone, Table, start
from tests.web.figures.night import agreement_ids, night
from tests.web.figures.test_players import figures


def test_records_stand_with_their_holders(table: Table, looker_on: Phone) -> None:
    night(table)
    page = looker_on.open(f"{table.pad}records")
    assert figures(page) == {
        "Longest game": "1 hand",
        "Biggest win": "26 points ahead",
        "Most moons in an evening": "2 moons",
        "Most wins in a row": "2 wins",
        "Longest run without ♠Q": "3 hands",
    }
    holders = [row.all("dd")[1].text for row in page.main.all("div") if row.all("dt")]
    assert holders == [
        "Anna, Ben, Cara and Dora · game 2 · 20 November 2026",
        "Anna · game 3 · 20 November 2026",
        "20 November 2026",
        "Anna · up to game 4 · 20 November 2026",
        "Ben · up to game 4 · 20 November 2026",
    ]
    for link in page.only("main").all("a"):
        assert looker_on.client.get(link.attributes["href"]).status_code == 200


def test_over_all_rules_each_game_names_its_own(table: Table, phone: Phone) -> None:
    night(table)
    other = start(phone, at=f"{table.pad}new", target="100")
    for _ in range(3):
        other.recorded(6, 4, 2, 1, QS=1)
    other.do("stop")
    over_all = phone.open(f"{table.pad}records?rules=all")
    assert figures(over_all)["Longest game"] == "3 hands"
    assert "4 players: ♠Q 13, moon +26, to 100" in over_all.main.text
    assert "4 players: ♠Q 13, moon +26, to 20" in over_all.main.text
    _, under = agreement_ids(table)
    page = phone.open(f"{table.pad}records?rules={under}")
    assert figures(page)["Biggest win"] == "3 points ahead"
    assert figures(page)["Most moons in an evening"] == "2 moons"


def test_before_any_game_the_page_says_so(table: Table, looker_on: Phone) -> None:
    page = looker_on.open(f"{table.pad}records")
    assert figures(page) == {}
    assert "No finished game yet." in page.main.text
