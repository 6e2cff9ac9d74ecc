"""Style sheets: many files of one idea each, and one request for every page."""

from __future__ import annotations

import pytest

from scorepad.assets import STYLES, assets, style_sheet
from tests.web.cast import Phone, Table


@pytest.mark.parametrize("sheet", STYLES)
def test_it_is_its_files_in_their_order(phone: Phone, sheet: str) -> None:
    answer = phone.client.get(f"/static/x/{sheet}.css")
    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert answer.text == style_sheet(sheet)


def test_every_file_is_a_part_of_one_sheet() -> None:
    named = [name for names in STYLES.values() for name in names]
    assert sorted(named) == sorted(file.stem for file in (assets("static") / "css").iterdir())


def test_a_page_asks_once_for_what_every_page_has(table: Table) -> None:
    pad, every = "pad.css", "scorepad.css"
    for address, asked in (
        *((table.address, [every]), (table.pad, [pad, every]), (f"{table.pad}pens", [pad, every])),
        ("/new", [every, "start.css"]),
        (f"{table.pad}players", [pad, every, "figures.css"]),
        # Of the answer to a form that is saved in place, the head is not used.
        (f"{table.pad}delete", [pad, every, "start.css"]),
    ):
        links = table.phone.open(address).all("link", rel="stylesheet")
        assert [link.attributes["href"].rpartition("/")[2] for link in links] == asked, address
