"""The files of a pad with more hands than one file holds."""

from __future__ import annotations

import json
import re

import pytest

from scorepad import caps
from tests.web.cast import Table, finished_beside
from tests.web.pad.csv_files import of_pad, only, read
from tests.web.pages import Page


@pytest.fixture
def many(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Games 2 to 4 have a hand each, and a file holds two."""
    for _ in range(3):
        finished_beside(table)
    monkeypatch.setattr(caps, "FILE_HANDS", 2)
    return table


def files(page: Page) -> list[str]:
    return [a.attributes["href"] for a in page.all("a") if "download" in a.attributes]


def test_a_file_goes_on_where_the_one_before_ends(many: Table) -> None:
    for path in ("hands.csv", "hands.csv?layout=sheet", "games.jsonl"):
        address, links = f"{many.pad}{path}", []
        while True:
            answer = many.phone.client.get(address)
            link = answer.headers.get("Link")
            if link is None:
                break
            links.append(link)
            (query,) = re.findall(r'^<(\?[^>]+)>; rel="next"$', link)
            address = f"{many.pad}{path.partition('?')[0]}{query}"
        assert len(links) == 1, path
        assert "after=3" in links[0]
        assert ("layout=sheet" in links[0]) == ("layout=sheet" in path)
    first, second = (read(many.phone, of_pad(many, query)) for query in ("", "?after=3"))
    assert only(first[::4], "game") == [("2",), ("3",)]
    assert only(second[::4], "game") == [("4",)]
    lines = many.phone.client.get(f"{many.pad}games.jsonl").data.splitlines()
    # The running game has no hand.
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3]


def test_a_page_leads_to_all_parts(many: Table) -> None:
    front = many.phone.open(many.pad)
    assert files(front) == []
    assert front.only("a", href=f"{many.pad}files")
    page = many.phone.open(f"{many.pad}files")
    assert [each.text for each in page.all("h2")] == ["Games 1 to 3", "Games 4 to 4"]
    assert len(files(page)) == 10
    assert [each for each in files(page) if "after" in each] == files(page)[5:]
    assert files(page)[-1] == f"{many.pad}games.jsonl?after=3"


def test_a_pad_with_one_file_has_it_on_its_front_page(table: Table) -> None:
    finished_beside(table)
    assert len(files(table.phone.open(table.pad))) == 5
    page = table.phone.open(f"{table.pad}files")
    assert len(files(page)) == 5
    assert "more hands" not in page.main.text
