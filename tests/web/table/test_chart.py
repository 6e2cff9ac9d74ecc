"""The chart of a game: its lines, its words, its headers."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from sqlalchemy import select

from scorepad import rules
from scorepad.store.models import Player
from scorepad.web.table.chart import chart_alt, drawn
from tests.web.cast import NAMES, Phone, Table, start, writing

SVG = "{http://www.w3.org/2000/svg}"


class Chart(NamedTuple):
    """What can be read off a chart: its lines as totals, and all of its words."""

    lines: list[list[int]]
    target: list[int]
    words: list[str]
    hands: list[str]


def read(svg: str) -> Chart:
    """Read a chart as one would with a ruler: by the labels of its axis."""
    root = ElementTree.fromstring(svg)  # noqa: S314 (our own)
    words = [text.text or "" for text in root.iter(f"{SVG}text")]
    plot = next(group for group in root.iter(f"{SVG}g") if group.get("class") == "plot")
    x, y = (
        next(group for group in plot if group.get("class", "").startswith(f"axis {axis}"))
        for axis in "xy"
    )
    marks = [
        (float(path.get("d", "").split()[1]), int((text.text or "").replace("−", "-")))
        for path, text in ((guide[0], guide[1]) for guide in y)
    ]
    (low_at, low), (high_at, high) = (
        min(marks, key=lambda mark: mark[1]),
        max(marks, key=lambda mark: mark[1]),
    )

    def totals(group: ElementTree.Element) -> list[int]:
        numbers = [float(part) for part in re.findall(r"[\d.]+", group[0].get("d", ""))]
        return [
            round(low + (at - low_at) / (high_at - low_at) * (high - low)) for at in numbers[1::2]
        ]

    *lines, target = (group for group in plot if "series" in group.get("class", ""))
    assert target.get("class") == "series target"
    return Chart(
        [totals(line) for line in lines],
        totals(target),
        [word.strip("\u2068\u2069") for word in words],
        [text.text or "" for text in x.iter(f"{SVG}text")],
    )


def game(players: int, hands: int, **more: object) -> rules.Sheet:
    """A game in which the first seat takes the queen every time, the hearts going round."""
    table = rules.ruleset(players, {"target": 1000})
    hearts = table.hearts
    played = tuple(
        rules.Hand(
            tuple(hearts - 5 if seat == number % players else 5 if seat == 0 else 0
                  for seat in range(players))
            if number % players
            else (hearts, *[0] * (players - 1)),
            {"QS": 1},
        )
        for number in range(hands)
    )  # fmt: skip
    return rules.sheet(rules.Game(table, played, **more))  # type: ignore[arg-type]


@pytest.fixture
def played(table: Table) -> Table:
    table.record(6, 4, 2, 1, QS=1)
    table.record(0, 0, 3, 10, QS=2)
    return table


def chart_of(table: Table, query: str = "") -> str:
    return f"{table.address}/chart.svg{query}"


def test_the_lines_are_the_totals_and_the_target(played: Table) -> None:
    response = played.phone.client.get(chart_of(played))
    assert (response.status_code, response.mimetype) == (200, "image/svg+xml")
    chart = read(response.text)
    assert chart.lines == [[0, 6, 6], [0, 17, 17], [0, 2, 18], [0, 1, 11]]
    assert chart.target == [100] * 3
    assert chart.hands == ["0", "1", "2"]
    assert {*NAMES[:4], "100", "0"} <= set(chart.words)


def test_it_begins_with_what_paper_brought_along() -> None:
    sheet = game(4, 3, opening=(300, -50, 20, 80), hands_before=30)
    chart = read(drawn(sheet, NAMES[:4], 1000))
    assert [line[0] for line in chart.lines] == [300, -50, 20, 80]
    assert [line[-1] for line in chart.lines] == list(sheet.totals)
    assert chart.hands == ["30", "31", "32", "33"]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_long_game_has_every_total_and_few_marks(players: int) -> None:
    sheet = game(players, 25)
    svg = drawn(sheet, NAMES[:players], 1000)
    chart = read(svg)
    for seat, line in enumerate(chart.lines):
        assert line == [0, *(each.totals[seat] for each in sheet.lines)]
    # And one in the legend.
    assert svg.count('class="mark"') <= players * 10
    assert len(chart.hands) <= 9


def test_hands_after_the_end_are_not_drawn() -> None:
    table = rules.ruleset(4, {"target": 20})
    hand = rules.Hand((table.hearts, 0, 0, 0), {"QS": 1})
    sheet = rules.sheet(rules.Game(table, (hand,) * 4))
    assert not sheet.lines[-1].counts
    chart = read(drawn(sheet, NAMES[:4], 20))
    assert chart.lines[0][-1] == sheet.totals[0]
    assert len(chart.lines[0]) == 1 + sum(line.counts for line in sheet.lines)


def test_names_are_no_markup_and_long_ones_are_shortened(phone: Phone) -> None:
    names = (
        "<script>alert(1)</script>",
        "Maximiliane Charlotte von Thun",
        "محمد عبد الرحمن",
        "Dora",
    )
    table = start(phone, *names)
    table.record(6, 4, 2, 1, QS=1)
    svg = phone.client.get(chart_of(table)).text
    chart = read(svg)
    assert "<script" not in svg
    assert "<script>…" in chart.words
    assert "Maximili…" in chart.words
    assert not any("Charlotte" in word for word in chart.words)


@pytest.mark.parametrize("code", [0, 1, 0xB, 0x1B, 0x1F, 0xFFFE, 0xFFFF])
def test_what_xml_cannot_hold_is_replaced(played: Table, code: int) -> None:
    # No name may have it, but an old pad's can.
    with writing(played.app) as session:
        session.scalars(select(Player).where(Player.name == "Ben")).one().name = f"B{chr(code)}n"
    chart = read(played.phone.client.get(chart_of(played)).text)
    assert "B\ufffdn" in chart.words


def test_any_character_that_xml_can_hold_is_shown() -> None:
    names = ("\ufdd0\U0001fffe", "a\x7f\x85b", "\ue000\ufffd", "\U0010ffff")
    assert set(names) <= set(read(drawn(game(4, 3), names, 100)).words)


def test_there_is_no_script_and_nothing_from_elsewhere(played: Table) -> None:
    svg = played.phone.client.get(chart_of(played)).text
    assert not re.search(r"<script|javascript|\bon\w+=|href|url\(|@import|<!--|<\?", svg)
    assert svg.count("http") == svg.count("http://www.w3.org/2000/svg")
    assert "prefers-color-scheme: dark" in svg


def test_it_looks_the_same_every_time() -> None:
    assert drawn(game(4, 5), NAMES[:4], 100) == drawn(game(4, 5), NAMES[:4], 100)


def test_it_has_rights_of_its_own(played: Table) -> None:
    headers = played.phone.client.get(chart_of(played)).headers
    assert set(headers["Content-Security-Policy"].split("; ")) == {
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        *("form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'", "sandbox"),
    }
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_it_is_kept_under_the_games_revision_alone(played: Table) -> None:
    client = played.phone.client
    with writing(played.app) as session:
        revision = played.kept(session).revision
    kept = client.get(chart_of(played, f"?v={revision}")).headers["Cache-Control"]
    assert set(kept.split(", ")) == {"private", "max-age=31536000", "immutable"}
    for query in ("", "?v=", f"?v={revision - 1}", f"?v={revision + 1}", f"?v={revision}x"):
        assert client.get(chart_of(played, query)).headers["Cache-Control"] == "no-store", query


def test_who_looks_on_may_see_it(played: Table, looker_on: Phone) -> None:
    assert looker_on.client.get(chart_of(played)).status_code == 200


def test_where_there_is_nothing_to_see(table: Table) -> None:
    client = table.phone.client
    assert client.get(chart_of(table)).status_code == 404
    table.record(6, 4, 2, 1, QS=1)
    assert client.get(chart_of(table)).status_code == 200
    assert client.get(f"{table.pad}table/2/chart.svg").status_code == 404
    assert client.get("/pad/nowhere/table/1/chart.svg").status_code == 404


def test_the_same_in_words() -> None:
    said = chart_alt(game(4, 3, opening=(300, -50, 20, 80), hands_before=30), NAMES[:4])
    said = said.replace("\u2068", "").replace("\u2069", "")
    assert said.startswith("Chart of the totals, hands 31 to 33: Anna from 300 to ")
    assert "; Ben from −50 to " in said
