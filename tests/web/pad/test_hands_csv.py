"""Hands as CSV: of a game and of a pad (docs/files.md, "CSV")."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime

import pytest

from tests.web.apps import writing
from tests.web.cast import Phone, Table, finished_beside, start
from tests.web.pad.csv_files import (
    COLUMNS,
    FOR_PEOPLE,
    HEADING,
    of_game,
    of_pad,
    only,
    read,
    table_of,
    text,
)
from tests.web.pages import page_of

SHEET = "?layout=sheet"
LEADING = ["game", "started", "hand", "dealer"]


def test_there_is_a_row_for_each_hand_and_seat(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(0, 0, 3, 10, QS=2)
    rows = read(table.phone, of_game(table))
    # Hand, who deals, passed where, seat: left first, then right.
    assert only(rows, "hand", "dealer", "pass", "seat") == [
        *[("1", "0", "1", str(seat)) for seat in range(4)],
        *[("2", "1", "3", str(seat)) for seat in range(4)],
    ]
    assert only(rows, "player", "hearts", "cards", "points", "adjusted", "total", "place") == [
        ("Anna", "6", "", "6", "0", "6", "3"),
        ("Ben", "4", "QS", "17", "0", "17", "4"),
        ("Cara", "2", "", "2", "0", "2", "2"),
        ("Dora", "1", "", "1", "0", "1", "1"),
        ("Anna", "0", "", "0", "0", "6", "1"),
        ("Ben", "0", "", "0", "0", "17", "3"),
        ("Cara", "3", "QS", "16", "0", "18", "4"),
        ("Dora", "10", "", "10", "0", "11", "2"),
    ]
    assert {only([row], "pad", "game", "finished", "moon", "sun")[0] for row in rows} == {
        ("", "1", "", "", "")
    }
    # They can be longer than all else.
    assert only(rows, "rules") == [("black-lady",), *[("",)] * 7]


def test_notes_stand_in_two_more_columns_where_there_are_some(table: Table) -> None:
    over = finished_beside(table)
    plain = text(table.phone, of_pad(table))
    over.write("note", "=1+1\r\n=2, and “more”")
    over.write("evening-note", "Late")
    noted = {"note": "'=1+1 =2, and “more”", "evening_note": "Late"}
    for address in (of_game(over), of_pad(table)):
        heading, *rows = csv.reader(io.StringIO(text(table.phone, address), newline=""))
        assert heading == [*COLUMNS, *noted, *FOR_PEOPLE]
        found = [row[len(COLUMNS) : -len(FOR_PEOPLE)] for row in rows]
        # Once for each game, however many rows it has.
        assert found == [[*noted.values()], *[["", ""]] * 3]
    # Other files are as they were.
    assert text(table.phone, of_game(table)) == HEADING
    assert "Late" not in text(table.phone, of_pad(table, SHEET))
    over.do("bin")
    assert text(table.phone, of_pad(table)) == HEADING
    for act in ("unbin", *["undo"] * 4):
        over.do(act)
    assert text(table.phone, of_pad(table)) == plain


def test_the_last_columns_say_it_as_people_do(phone: Phone) -> None:
    table = start(phone, "Anna", "=Ben", "Cara", "Dora")
    for _ in range(4):
        table.recorded(4, 3, 3, 3, QS=0)
    with writing(phone.app) as session:
        game = table.row(session)
        game.started = datetime(2027, 1, 1, 2, 30, 5, 123, tzinfo=UTC)
        game.finished = datetime(2027, 7, 1, 2, 30, tzinfo=UTC)
    for zone, started, finished in (
        ("America/New_York", "2026-12-31 21:30:05", "2027-06-30 22:30:00"),
        ("Asia/Kathmandu", "2027-01-01 08:15:05", "2027-07-01 08:15:00"),
        # An unknown one.
        ("../../etc/passwd", "2027-01-01 02:30:05", "2027-07-01 02:30:00"),
    ):
        phone.client.set_cookie("zone", zone)
        for address in (of_game(table), of_pad(table)):
            rows = read(phone, address)[::4]
            assert {only([row], "started_at", "finished_at")[0] for row in rows} == {
                (started, finished)
            }
            assert rows[0]["started"] == "2027-01-01T02:30:05.000123Z"
            assert only(rows, "dealt_by", "passed") == [
                ("Anna", "left"), ("'=Ben", "right"), ("Cara", "across"), ("Dora", "hold"),
            ]  # fmt: skip


def test_a_moon_and_a_sun_stand_in_the_shooters_row(phone: Phone) -> None:
    table = start(phone, preset="omnibus", moon="choice", sun="y", target="1000")
    entry = {"shooter": "2", "cards_JD": "0", "moon_choice": "add"}
    table.saved(phone.force(table.entry(), entry))
    table.saved(phone.force(table.entry(), {"shooter": "1", "sun": "y", "moon_choice": "subtract"}))
    rows = read(phone, of_game(table))
    assert only(rows, "cards", "moon", "sun", "points") == [
        ("JD", "", "", "16"),
        ("", "", "", "26"),
        ("QS", "add", "", "0"),
        ("", "", "", "26"),
        ("", "", "", "0"),
        ("JD QS", "subtract", "true", "-62"),
        ("", "", "", "0"),
        ("", "", "", "0"),
    ]
    assert only(rows, "total")[-4:] == [("16",), ("-36",), ("0",), ("26",)]


def test_an_exact_hit_stands_in_its_own_column(phone: Phone) -> None:
    table = start(phone, target="20", exact="50")
    table.recorded(7, 6, 0, 0, QS=0)
    assert only(read(phone, of_game(table)), "points", "adjusted", "total", "place") == [
        ("20", "-50", "-30", "1"),
        ("6", "0", "6", "4"),
        ("0", "0", "0", "2"),
        ("0", "0", "0", "2"),
    ]


def test_house_rules_can_be_read_back(phone: Phone) -> None:
    table = start(phone, preset="omnibus", moon="choice", exact="zero", other_deck="2D 2S 3D 3S")
    table.recorded(6, 4, 2, 1, QS=1, JD=0)
    rules = read(phone, of_game(table))[0]["rules"]
    assert json.loads(rules) == table.rules()


@pytest.mark.parametrize("query", ["?separator=tab", "?separator=;", "?layout=SHEET"])
def test_a_file_that_there_is_not_is_refused_with_what_there_is(table: Table, query: str) -> None:
    for address in (of_game(table, query), of_pad(table, query)):
        response = table.phone.client.get(address)
        assert response.status_code == 400
        page = page_of(response)
        assert "There is no such file" in page.text
        for word in ("layout", "tidy", "sheet", "separator", "comma", "semicolon"):
            assert f"“{word}”" in page.text


@pytest.mark.parametrize(("language", "separator"), [("en", ","), ("de", ";")])
def test_pages_lead_to_the_file_that_spreadsheets_of_their_language_open(
    table: Table, language: str, separator: str
) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    table.phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    for page, files in ((table.pad, 4), (f"{table.address}/more", 4), (f"{table.pad}delete", 1)):
        links = [
            link.attributes["href"]
            for link in table.phone.open(page).all("a")
            if "hands.csv" in link.attributes["href"]
        ]
        assert len(links) == files
        headings = [text(table.phone, str(link)).partition("\r\n")[0] for link in links]
        # But for the last one, each is followed by the other one.
        assert all(separator in heading for heading in (headings[::2] if files == 4 else headings))
        others = headings[1::2] if files == 4 else []
        assert not any(separator in heading for heading in others)


def test_it_is_a_download_that_no_page_of_ours_can_be_taken_for(table: Table) -> None:
    for address in (of_game(table), of_pad(table)):
        headers = table.phone.client.get(address).headers
        assert headers["Content-Disposition"].startswith("attachment; filename=")
        assert headers["Content-Type"] == "text/csv; charset=utf-8"


def sheet(phone: Phone, address: str) -> list[list[str]]:
    """The rows below a heading whose first columns are the usual ones, without when it began."""
    heading, *rows = table_of(phone, address)
    assert heading[: len(LEADING)] == LEADING
    assert {len(row) for row in rows} <= {len(heading)}
    return [heading[len(LEADING) :], *[[row[0], *row[2:]] for row in rows]]


def test_on_paper_there_is_a_row_for_each_hand_with_the_totals_after_it(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(0, 0, 3, 10, QS=2)
    assert sheet(table.phone, of_game(table, SHEET)) == [
        ["Anna", "Ben", "Cara", "Dora"],
        ["1", "1", "Anna", "6", "17", "2", "1"],
        ["1", "2", "Ben", "6", "17", "18", "11"],
    ]


def test_the_paper_of_a_pad_has_a_column_for_each_player(table: Table) -> None:
    second = start(table.phone, "Emil", "Cara", "Anna", at=f"{table.pad}new")
    table.recorded(6, 4, 2, 1, QS=1)
    second.recorded(5, 0, 7, QS=2)
    assert sheet(table.phone, of_pad(table, SHEET)) == [
        ["Anna", "Ben", "Cara", "Dora", "Emil"],
        ["1", "1", "Anna", "6", "17", "2", "1", ""],
        ["2", "1", "Emil", "19", "", "0", "", "5"],
    ]


def test_on_paper_a_substitute_has_a_column_beside_the_one_who_left(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    table.do("replace", seat="1", name="Emil")
    table.recorded(0, 0, 3, 10, QS=2)
    for address in (of_game(table, SHEET), of_pad(table, SHEET)):
        heading, *rows = sheet(table.phone, address)
        assert [dict(zip(heading, row[3:], strict=True)) for row in rows] == [
            {"Anna": "6", "Ben": "17", "Emil": "", "Cara": "2", "Dora": "1"},
            {"Anna": "6", "Ben": "", "Emil": "17", "Cara": "18", "Dora": "11"},
        ]
    assert sheet(table.phone, of_game(table, SHEET))[0][1:3] == ["Ben", "Emil"]
    assert [row[2] for row in rows] == ["Anna", "Emil"]
