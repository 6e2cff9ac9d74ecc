"""Game files for all who see the pad, and those of a pad with more hands than one file holds."""

from __future__ import annotations

import json
import re

import pytest

from scorepad import caps
from scorepad.gamefile import read_game
from tests.web.cast import NAMES, Phone, Table, finished_beside, start
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


def test_a_game_is_a_file_for_lookers_on_too(table: Table, looker_on: Phone) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    answer = looker_on.client.get(f"{table.address}/game.json")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"] == "attachment; filename=scorepad-1.json"
    assert answer.data.endswith(b"}\n")
    read = read_game(answer.json)
    assert read.players == tuple(NAMES[:4])
    assert [hand.hearts for hand in read.game.hands] == [(6, 4, 2, 1)]


def test_all_games_are_a_file_oldest_first_without_the_bin(table: Table, looker_on: Phone) -> None:
    start(table.phone, at=f"{table.pad}new").do("bin")
    start(table.phone, at=f"{table.pad}new")
    answer = looker_on.client.get(f"{table.pad}games.jsonl")
    assert [json.loads(line)["number"] for line in answer.text.splitlines()] == [1, 3]
    assert answer.mimetype == "application/jsonl"
    assert answer.headers["Content-Disposition"] == "attachment; filename=scorepad.jsonl"
    one = looker_on.client.get(f"{table.address}/game.json")
    assert answer.text.splitlines(keepends=True)[0] == one.text
