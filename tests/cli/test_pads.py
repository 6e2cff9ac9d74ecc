"""``scorepad pads`` and ``scorepad pen`` beside the app: for when every pen of a pad is lost."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest
from flask import Flask

from scorepad.cli.pads import PadAddress, as_pad_address, pen
from tests.cli.command import on_terminal, scorepad
from tests.web.apps import everything
from tests.web.cast import Phone, Table, start

PART = "x8_AAAAAAAAAAAAAAAAA-Z"
SITE = "http://192.168.178.20:8013"


def address_in(text: str) -> PadAddress | None:
    return as_pad_address(click.Context(pen), pen.params[0], text)


@pytest.mark.parametrize(
    ("text", "site"),
    [
        (f" {PART}\n", ""),
        (f"/pad/{PART}", ""),
        (f"pad/{PART}/", ""),
        (f"{SITE}/pad/{PART}", SITE),
        (f"{SITE}/pad/{PART}/table/3?seen=4#sheet", SITE),
        (f"localhost:8013/pad/{PART}/table/1", ""),
        (f"192.168.178.20:8013/pad/{PART}", ""),
        (f"https://scorepad.example/below/pad/{PART}", "https://scorepad.example/below"),
        (f"http://[::1]:8013/pad/{PART}", "http://[::1]:8013"),
    ],
)
def test_a_pads_address_is_found_in_what_people_copy(text: str, site: str) -> None:
    assert address_in(text) == PadAddress(PART, site)


@pytest.mark.parametrize(
    "text",
    ["", " ", "/", "http://[", "http://[x]/pad/y", f"{SITE}/", f"{SITE}/new", "/pad//", "a b",
     "a\x00b", "jö", "१", f"{SITE}/pad/a%20b", "..", "mailto:x@y"],
)  # fmt: skip
def test_nonsense_is_no_address(text: str) -> None:
    with pytest.raises(click.BadParameter):
        address_in(text)


def test_pads_are_listed_with_name_last_game_and_address(tmp_path: Path, app: Flask) -> None:
    older, newer = start(Phone(app)), start(Phone(app))
    older.phone.submit(older.phone.open(older.pad).form("/name"), {"name": "Friday"})
    listed = scorepad(tmp_path / "data", "--host", "127.0.0.1", "--port", "8080", "pads")
    assert listed.exit_code == 0
    lines = [line.split() for line in listed.stdout.splitlines()]
    site = "http://localhost:8080"
    assert [line[1:] for line in lines] == [
        [f"{site}{newer.pad}"],
        [f"{site}{older.pad}", "Friday"],
    ]
    assert all(len(day) == len("2026-11-25") for day, *_ in lines)
    assert "another address" in listed.stderr
    # A game in the bin is no last game.
    newer.phone.submit(newer.more().form("/bin"))
    binned = scorepad(tmp_path / "data", "pads").stdout.splitlines()
    assert [newer.key in line for line in binned] == ["no game yet" in line for line in binned]


def test_no_pad_and_no_database(tmp_path: Path, app: Flask) -> None:
    listed = scorepad(tmp_path / "data", "pads")
    assert (listed.exit_code, listed.output) == (0, "There is no pad yet.\n")
    asked = scorepad(tmp_path / "data", "pen")
    assert (asked.exit_code, asked.output) == (1, "Error: there is no pad yet\n")
    elsewhere = scorepad(tmp_path / "nowhere", "pads")
    assert elsewhere.exit_code == 1
    assert elsewhere.output.startswith("Error: there is no database at ")


def test_a_link_gives_the_pen_once(tmp_path: Path, app: Flask) -> None:
    table = start(Phone(app))
    result = scorepad(tmp_path / "data", "pen", f"https://scorepad.example{table.address}")
    assert result.exit_code == 0, result.stderr
    assert "15 minutes" in result.stderr
    assert "another address" not in result.stderr
    link = result.stdout.removesuffix("\n")
    assert link.startswith("https://scorepad.example/pen/")
    finder = Phone(app)
    page = finder.open(urlsplit(link).path)
    assert finder.submit(page.form("/pen")).status_code == 303
    Table(finder, table.address).record(6, 4, 2, 1, QS=1)
    assert Phone(app).client.get(urlsplit(link).path).status_code == 404
    # The only pad need not be named.
    assert "/pen/" in scorepad(tmp_path / "data", "pen").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["pen", f"/pad/{PART}/"], 1, f"Error: there is no pad {PART}\n"),
        (["pen", "http://["], 2, "is no address of a pad"),
        (["pen", "--none"], 2, "No such option"),
        (["--database-uri", "postgres://anna:mysecret@x/y", "pen", PART], 1, "database URI"),
    ],
)
def test_errors_of_one_line_change_nothing(
    tmp_path: Path, app: Flask, arguments: list[str], status: int, message: str
) -> None:
    before = everything(app)
    made = scorepad(tmp_path / "data", *arguments)
    assert (made.exit_code, made.stdout) == (status, "")
    assert message in made.stderr
    assert made.stderr.count("Error: ") == 1
    assert "mysecret" not in made.stderr
    assert everything(app) == before


def test_of_several_pads_one_is_chosen_on_a_terminal(tmp_path: Path, app: Flask) -> None:
    tables = [start(Phone(app)), start(Phone(app))]
    refused = scorepad(tmp_path / "data", "pen")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "there are 2 pads" in refused.stderr
    status, shown = on_terminal(tmp_path / "data", "pen", typed="2\n")
    assert status == 0
    # The newest is the first.
    assert shown.index(tables[1].key) < shown.index(tables[0].key)
    (link,) = re.findall(r"/pen/[\w-]+", shown)
    finder = Phone(app)
    page = finder.open(link)
    assert finder.submit(page.form("/pen")).location.startswith(tables[0].pad)
