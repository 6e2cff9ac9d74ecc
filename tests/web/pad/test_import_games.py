"""The page that imports a file: all of its games, or a list of what is wrong with it."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import pytest

from scorepad import caps
from scorepad.settings import Guard
from scorepad.store.transfer.check import MOST_FAULTS
from scorepad.web.http.request_checks import MOST_FILE_BYTES
from tests.web.apps import app_in, everything
from tests.web.cast import Phone, Table, seat_four
from tests.web.pad.importing import document, import_file, send
from tests.web.pages import page_of
from tests.web.table_page import totals


class Unread(io.BytesIO):
    """A body of so many bytes that must not be read."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length
        self.at = 0

    def seek(self, at: int, whence: int = io.SEEK_SET) -> int:
        self.at = at if whence == io.SEEK_SET else self.length
        return self.at

    def tell(self) -> int:
        return self.at

    def read(self, _size: int | None = -1) -> bytes:
        raise AssertionError("the body was read")


ONE = json.dumps(document()).encode()


def faults(table: Table, data: bytes) -> list[str]:
    """What is said to be wrong with a file, of which nothing was imported."""
    before = everything(table.app)
    answer = send(table.phone, table.pad, data)
    assert answer.status_code == 422
    assert everything(table.app) == before
    page = page_of(answer)
    assert page.alert.startswith("Nothing was imported")
    return page.faults


def test_games_of_a_file_are_added(table: Table) -> None:
    import_file(table.phone, table.pad, document(), document(players=["A", "B", "C"], hands=[]))
    page = table.phone.open(table.pad)
    assert page.news == "2 games imported."
    imported = Table(table.phone, f"{table.pad}table/2")
    assert totals(imported.page()) == [12, 34, 4, 2]
    imported.recorded(6, 4, 2, 1, QS=0)
    assert totals(imported.page()) == [31, 38, 6, 3]
    # Only the hand that was recorded here can be undone.
    imported.do("undo")
    assert imported.acts("undo") == []


def test_games_that_are_here_are_left_alone_and_a_full_pad_refuses_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_file(table.phone, table.pad, document(hands=[]), document(id="binned"))
    Table(table.phone, f"{table.pad}table/3").do("bin")
    import_file(table.phone, table.pad, document(hands=[]), document(id="binned"))
    assert table.phone.open(table.pad).news == (
        "2 games were here already. 1 of these is in the bin."
    )
    monkeypatch.setattr(caps, "PLAYERS", 5)
    (fault,) = faults(table, json.dumps(document(players=["X", "Y", "Z"], hands=[])).encode())
    assert fault.endswith("is one player more than a pad can have: 5")


def test_a_pad_moves_to_another_server(table: Table, tmp_path: Path) -> None:
    table.recorded(6, 4, 2, 1, QS=1).do("stop")
    table.write("note", 'Wine,\r\n"and" cards')
    table.write("evening-note", "Until late \\N")
    file = table.phone.client.get(f"{table.pad}games.jsonl").data
    assert b'"note":"Wine,\\n\\"and\\" cards","evening_note":' in file
    with app_in(tmp_path / "other") as other:
        there = seat_four(Phone(other))
        assert send(there.phone, there.pad, file).status_code == 303
        moved = there.phone.client.get(f"{there.pad}table/2/game.json").data
    assert moved == file.replace(b'"number":1', b'"number":2')


def test_a_bad_file_is_refused_with_the_place(table: Table) -> None:
    compressed = "The file is compressed: please unpack it first."
    for data, fault in {
        b" \n": "The file is empty.",
        gzip.compress(ONE, mtime=0): compressed,
        b"PK\x03\x04" + b"x" * 99: compressed,
        ONE.decode().encode("utf-16"): "The file is UTF-16: please save it as UTF-8.",
        ONE.replace(b"Finn", b"F\xe9e"): "line 1, byte 117: is not UTF-8",
        ONE + b"\n" + ONE[:9]: "line 2, column 10: is not JSON: Expecting ':' delimiter",
        ONE.replace(b"6, 4", b"6, 5"): "line 1, hands[0].hearts: 14 of 13 hearts placed",
        b"x" * 2_000_000: "line 1: is longer than any game: 262144 bytes at most",
    }.items():
        assert faults(table, data) == [fault]


def test_long_games_and_long_notes_are_refused_at_their_place(table: Table) -> None:
    """3.3 MB of games of a thousand hands, and notes of 9.6 kB in 300 letters."""
    hand = {"hearts": [4, 3, 3, 3], "cards": {"QS": 0}}
    long = json.dumps(document(hands=[hand] * 1000, rules={"target": 1000})).encode()
    lines = [long] * (3_300_000 // len(long) + 1)
    found = faults(table, b"\n".join(lines))
    assert (found[0], len(found)) == ("line 1, hands: must be at most 150", MOST_FAULTS)
    # A note of 9.6 kB in 300 letters, and one of as many bytes in ASCII.
    for note, fault in (
        (("é" + "\u0308" * 15) * 300, "take at most 1200 bytes; an emoji takes 4 or more"),
        ("x" * 9600, "have at most 300 characters"),
    ):
        for key in ("note", "evening_note"):
            found = faults(table, json.dumps(document(**{key: note})).encode())
            assert found == [f"line 1, {key}: a note must {fault}"]
    rules = {"pass_cycle": [1] * 500}
    found = faults(table, json.dumps(document(rules=rules)).encode())
    assert found == ["line 1, rules: are longer than any rules"]


def test_no_file_is_read_that_is_too_large_or_without_a_pen(table: Table, looker_on: Phone) -> None:
    address = f"{table.pad}import"
    for phone, where, size, status in (
        (table.phone, address, 100_000_000, 413),
        (looker_on, address, MOST_FILE_BYTES, 403),
        (looker_on, "/pad/AAAA/import", MOST_FILE_BYTES, 404),
    ):
        kind = "multipart/form-data; boundary=b"
        answer = phone.client.post(where, input_stream=Unread(size), content_type=kind)
        assert answer.status_code == status


def test_files_are_counted_by_kilobytes_also_faulty_ones(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(costs="5 per hour")) as app:
        table = seat_four(Phone(app))
        before = everything(app)
        # One that is too large is not counted: what still has room may come.
        assert send(table.phone, table.pad, b" " * 5001).status_code == 429
        assert everything(app) == before
        assert send(table.phone, table.pad, ONE + b" " * 2000).status_code == 303
        answers = [send(table.phone, table.pad, b"{}").status_code for _ in range(4)]
    assert answers[0] == 422
    assert answers[-1] == 429
