"""The pages of evenings."""

from __future__ import annotations

import pytest

from tests.web.cast import Phone, Table
from tests.web.figures.night import night
from tests.web.figures.test_players import rows
from tests.web.pages import plain


@pytest.fixture
def evening(table: Table) -> str:
    """The address of an evening of three games, a week before another one."""
    night(table)
    night(table, 1, days=7)
    return f"{table.pad}evening/2"


def test_evenings_are_listed_with_who_won_them(
    evening: str, table: Table, looker_on: Phone
) -> None:
    page = looker_on.open(f"{table.pad}evenings")
    later, first = page.only(class_="evenings").all("a")
    assert later.text == "27 November 2026 · 1 game Won by Cara and Dora."
    assert first.text == (
        "20 November 2026 · 3 games By wins: Anna, 2 of 3. "
        "By places: Cara and Dora, on average 1.7."
    )
    assert first.attributes["href"] == evening
    behind = looker_on.open(f"{table.pad}evenings?before=5")
    assert [link.attributes["href"] for link in behind.only(class_="evenings").all("a")] == [
        evening
    ]


def test_an_evening_says_who_won_by_wins_and_by_places(evening: str, looker_on: Phone) -> None:
    page = looker_on.open(evening)
    assert page.title == "Evening of 20 November 2026"
    assert [each.text for each in page.all(class_="winner")] == [
        "By wins: Anna, 2 of 3.", "By places: Cara and Dora, on average 1.7.",
    ]  # fmt: skip
    assert rows(page, "Players") == [
        ["Anna4th · 1st · 1st · 2 moons", "3", "2", "2.0"],
        ["Cara1st · 2nd · 2nd", "3", "1 1 shared", "1.7"],
        ["Dora1st · 2nd · 2nd", "3", "1 1 shared", "1.7"],
        ["Ben3rd · 2nd · 2nd", "3", "0", "2.3"],
    ]
    games = [link.attributes["href"] for link in page.only("ul", class_="list").all("a")]
    pad = evening.partition("evening")[0]
    assert games == [f"{pad}table/{number}" for number in (2, 3, 4)]


def test_the_line_for_the_group_is_ready_to_be_sent(evening: str, looker_on: Phone) -> None:
    page = looker_on.open(evening)
    line = page.only("textarea")
    assert "readonly" in line.attributes
    assert line.text == (
        "Friday 20 November: Anna won 2 of 3 games (Cara 1, Dora 1). "
        "Best average place: Cara and Dora, 1.7. Moons: Anna 2."
    )
    # A script puts the reader's own day there.
    pattern = page.only(id="send-line").attributes["data-pattern"]
    assert plain(pattern).replace("{day}", "Friday 20 November") == line.text
    looker_on.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
    german = looker_on.open(evening).only("textarea").text
    assert german.startswith("Freitag, 20. November: Anna hat 2 von 3 Partien gewonnen")
    assert german.endswith("1,7. Durchmärsche: Anna 2.")


def test_before_any_game_the_page_says_so(table: Table, looker_on: Phone) -> None:
    assert "No finished game yet." in looker_on.open(f"{table.pad}evenings").main.text
