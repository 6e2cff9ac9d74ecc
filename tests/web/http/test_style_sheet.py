"""Style sheets: many files of one idea each, and one request for every page."""

from __future__ import annotations

import pytest

from scorepad.assets import STYLES, assets, style_sheet, styles
from tests.web.cast import Phone, Table
from tests.web.pages import Page


def sheets(page: Page) -> list[str]:
    links = page.all("link", rel="stylesheet")
    return [link.attributes["href"].rpartition("/")[2] for link in links]


@pytest.mark.parametrize("sheet", STYLES)
def test_it_is_its_files_in_their_order(phone: Phone, sheet: str) -> None:
    folder = assets("static") / "css"
    written = styles(sheet)
    at = [written.index((folder / f"{name}.css").read_text("utf-8")) for name in STYLES[sheet]]
    assert at == sorted(at)
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
        *((new, [every, "start.css"]) for new in ("/new", f"{table.pad}new")),
        *(
            (f"{table.pad}{page}", [pad, every, "figures.css"])
            for page in ("players", "records", "evenings")
        ),
    ):
        assert sheets(table.phone.open(address)) == asked, address


def test_a_page_that_leads_to_the_start_form_has_its_styles(table: Table) -> None:
    """Of the answer to a form that is saved in place, the head is not used."""
    page = table.phone.open(f"{table.pad}delete")
    assert sheets(page) == ["pad.css", "scorepad.css", "start.css"]
