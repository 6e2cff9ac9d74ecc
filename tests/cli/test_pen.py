"""``scorepad pen`` beside the app: for when every pen of a pad is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.cli.command import scorepad
from tests.web.apps import app_in, everything
from tests.web.cast import Phone, Table, start


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A game whose pad's pen is on a lost phone."""
    with app_in(tmp_path / "data") as app:
        yield start(Phone(app))


def test_it_makes_a_link_that_gives_the_pen_once(tmp_path: Path, table: Table) -> None:
    result = scorepad(tmp_path / "data", "pen", f"https://scorepad.example{table.address}")
    assert result.exit_code == 0, result.stderr
    assert "15 minutes" in result.stderr
    assert "another address" not in result.stderr
    link = result.stdout.removesuffix("\n")
    assert link.startswith("https://scorepad.example/pen/")
    finder = Phone(table.app)
    page = finder.open(urlsplit(link).path)
    assert finder.submit(page.form("/pen")).status_code == 303
    Table(finder, table.address).record(6, 4, 2, 1, QS=1)
    assert Phone(table.app).client.get(urlsplit(link).path).status_code == 404


def test_a_pad_that_is_not_there_is_an_error_and_changes_nothing(
    tmp_path: Path, table: Table
) -> None:
    before = everything(table.app)
    made = scorepad(tmp_path / "data", "pen", f"https://scorepad.example/pad/{'A' * 22}/")
    assert (made.exit_code, made.stdout) == (1, "")
    assert f"there is no pad {'A' * 22}\n" in made.stderr
    assert "Traceback" not in made.stderr
    assert everything(table.app) == before


def test_what_is_no_address_is_an_error_in_the_use(tmp_path: Path) -> None:
    for nonsense in ("http://[", "--none"):
        made = scorepad(tmp_path / "data", "pen", nonsense)
        assert (made.exit_code, made.stdout) == (2, "")
        assert made.stderr.count("Error: ") == 1
        assert "Traceback" not in made.stderr
        assert not (tmp_path / "data").exists()


def test_help_is_still_an_option(tmp_path: Path, table: Table) -> None:
    for ask in ("-h", "--help"):
        made = scorepad(tmp_path / "data", "pen", ask)
        assert made.exit_code == 0
        assert "PAD is the address of any page" in made.stdout


@pytest.mark.parametrize("uri", ["mysql://x", "postgres://anna:mysecret@x/y"])
def test_a_database_that_cannot_be_is_one_sentence(tmp_path: Path, uri: str) -> None:
    made = scorepad(tmp_path / "data", "--database-uri", uri, "pen", "nonsense")
    assert (made.exit_code, made.stdout) == (1, "")
    assert re.fullmatch("Error: .*the database URI.*\n", made.stderr)
    assert "mysecret" not in made.stderr
