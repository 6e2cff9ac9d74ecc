"""Hands as CSV: of a game and of a pad (product.md, "CSV")."""

from __future__ import annotations

import csv
import gc
import io
import json
import re
import tracemalloc
from datetime import datetime

import pytest
from flask import Flask
from sqlalchemy import select

from scorepad.store.models import Pad
from tests.web.apps import reading, writing
from tests.web.cast import NAMES, Phone, Table, finished_beside, hand, start
from tests.web.pad.csv_files import COLUMNS, fill, of_game, of_pad, only, read, text
from tests.web.pages import page_of

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


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
    assert {only([row], "pad", "game", "finished", "rules", "moon", "sun")[0] for row in rows} == {
        ("", "1", "", "black-lady", "", "")
    }


def test_a_game_without_hands_is_a_heading_alone(table: Table) -> None:
    assert text(table.phone, of_game(table)) == ",".join(COLUMNS) + "\r\n"
    assert text(table.phone, of_pad(table)) == ",".join(COLUMNS) + "\r\n"


def test_notes_stand_in_two_more_columns_where_there_are_some(table: Table) -> None:
    over = finished_beside(table)
    plain = text(table.phone, of_pad(table))
    for what, note in (("note", "=1+1\r\n=2, and “more”"), ("evening-note", "Late")):
        form = table.phone.open(f"{over.address}/{what}").form(f"/{what}")
        assert table.phone.submit(form, {"note": note}).status_code == 303
    noted = {"note": "'=1+1 =2, and “more”", "evening_note": "Late"}
    for address in (of_game(over), of_pad(table)):
        heading, *rows = csv.reader(io.StringIO(text(table.phone, address), newline=""))
        assert heading == [*COLUMNS, *noted]
        assert [row[len(COLUMNS) :] for row in rows] == [[*noted.values()]] * 4
    # Other files are as they were.
    assert text(table.phone, of_game(table)) == ",".join(COLUMNS) + "\r\n"
    assert "Late" not in text(table.phone, of_pad(table, "?layout=sheet"))
    over.do("bin")
    assert text(table.phone, of_pad(table)) == ",".join(COLUMNS) + "\r\n"
    over.do("unbin")
    over.do("undo"), over.do("undo"), over.do("undo"), over.do("undo")
    assert text(table.phone, of_pad(table)) == plain


def test_times_are_iso_8601_in_utc(phone: Phone) -> None:
    table = start(phone, target="20")
    table.recorded(10, 3, 0, 0, QS=0)
    row = read(phone, of_game(table))[0]
    assert MOMENT.fullmatch(row["started"])
    assert MOMENT.fullmatch(row["finished"])
    with reading(table.app) as session:
        game = table.row(session)
        assert datetime.fromisoformat(row["started"]) == game.started
        assert datetime.fromisoformat(row["finished"]) == game.finished


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


def test_a_hand_after_the_end_keeps_the_totals_at_the_end(phone: Phone) -> None:
    table = start(phone, target="30")
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(6, 4, 2, 1, QS=3)
    table.saved(phone.submit(table.correction(1), hand(13, 0, 0, 0, QS=1)))
    table.recorded(6, 4, 2, 1, QS=2)
    table.saved(phone.submit(table.correction(1), hand(0, 13, 0, 0, QS=1)))
    # Ben's moon: 26, 0, 26, 26; then 32, 4, 28, 40 is the end.
    rows = read(phone, of_game(table))
    assert only(rows[4:8], "total") == [("32",), ("4",), ("28",), ("40",)]
    assert only(rows[8:], "total", "adjusted") == [
        ("32", "0"),
        ("4", "0"),
        ("28", "0"),
        ("40", "0"),
    ]


def test_a_hand_that_was_taken_out_is_not_there(table: Table) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(0, 0, 3, 10, QS=2)
    table.saved(table.phone.submit(table.removal(1)))
    rows = read(table.phone, of_game(table))
    assert only(rows, "hand", "total") == [("1", "0"), ("1", "0"), ("1", "16"), ("1", "10")]


def test_a_pad_has_all_its_games_oldest_first(table: Table) -> None:
    second = start(table.phone, *NAMES[:3], at=f"{table.pad}new", target="150")
    table.recorded(6, 4, 2, 1, QS=1)
    second.recorded(6, 4, 2, QS=1)
    rows = read(table.phone, of_pad(table))
    assert only(rows, "game", "player") == [
        *[("1", name) for name in NAMES[:4]],
        *[("2", name) for name in NAMES[:3]],
    ]
    assert rows == read(table.phone, of_game(table)) + read(table.phone, of_game(second))


def test_more_games_than_are_read_at_once_are_all_there(table: Table) -> None:
    fill(table, 65, 1)
    rows = read(table.phone, of_pad(table))
    assert [row["game"] for row in rows[::4]] == [str(game) for game in range(2, 67)]


@pytest.mark.parametrize(
    ("name", "cell"),
    [("Friday", "Friday"), ("=Friday", "'=Friday"), ("\tFriday", "'\tFriday"),
     ("\rFriday", "'\rFriday"), ("a\nb", "a\nb")],
)  # fmt: skip
def test_the_pads_name_is_in_it(table: Table, name: str, cell: str) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    with writing(table.app) as session:
        session.scalars(select(Pad)).one().name = name
    lines = text(table.phone, of_game(table))
    rows = list(csv.reader(io.StringIO(lines, newline=""), strict=True))
    assert [row[0] for row in rows[1:]] == [cell] * 4


@pytest.mark.parametrize(
    "query", ["?separator=comma", "?separator=", "?layout=tidy", "?layout=", "?x=y"]
)
def test_tidy_with_commas_is_what_is_usual(table: Table, query: str) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    for address in (of_game(table), of_pad(table)):
        assert text(table.phone, f"{address}{query}") == text(table.phone, address)


@pytest.mark.parametrize("query", ["?separator=tab", "?separator=;", "?layout=x", "?layout=SHEET"])
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
    for page, files in ((table.pad, 4), (table.address, 4), (f"{table.pad}delete", 1)):
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


def test_lookers_on_may_have_it(table: Table, looker_on: Phone) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    assert read(looker_on, of_game(table)) == read(table.phone, of_game(table))
    assert read(looker_on, of_pad(table)) == read(table.phone, of_pad(table))


def test_it_is_a_download_that_no_page_of_ours_can_be_taken_for(table: Table) -> None:
    for address in (of_game(table), of_pad(table)):
        headers = table.phone.client.get(address).headers
        assert headers["Content-Disposition"].startswith("attachment; filename=")
        assert headers["Content-Type"] == "text/csv; charset=utf-8"
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.slow
def test_memory_does_not_grow_with_the_pad(phone: Phone) -> None:
    small, large = start(phone), start(phone)
    # Of freed tuples Python keeps some thousands, which also count as memory.
    fill(small, 80, 10)
    fill(large, 240, 10)
    peak(phone, of_pad(small))
    little, short = peak(phone, of_pad(small))
    much, long = peak(phone, of_pad(large))
    assert long > 2.5 * short
    # What the longer file has more is several times as much.
    assert much - little < (long - short) / 4


def peak(phone: Phone, address: str) -> tuple[int, int]:
    """The most memory held until the file is sent, and the length of the file, in bytes."""
    # What is there already need not be looked through each time.
    gc.freeze()
    tracemalloc.start()
    try:
        response = phone.client.get(address, buffered=False)
        length = sum(map(len, response.iter_encoded()))
        return tracemalloc.get_traced_memory()[1], length
    finally:
        tracemalloc.stop()
        gc.unfreeze()
        response.close()


def test_a_file_of_a_pad_that_is_not_there(app: Flask) -> None:
    assert Phone(app).client.get("/pad/nothing/hands.csv").status_code == 404
