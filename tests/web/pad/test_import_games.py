"""The page that imports a file: all of its games, or a list of what is wrong with it."""

from __future__ import annotations

import gzip
import io
import json
import tempfile
from pathlib import Path

import pytest

from scorepad.settings import Guard
from scorepad.store.transfer.check import MOST_FAULTS
from scorepad.web.http.request_checks import MOST_FILE_BYTES
from scorepad.web.pad import import_games
from tests.web.apps import app_in, everything
from tests.web.cast import Phone, Table, seat_four
from tests.web.pad.importing import document, import_file, send
from tests.web.pages import page_of
from tests.web.table_page import totals


class Unread(io.BytesIO):
    """A body of so many bytes, which nobody reads."""

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


def test_the_log_says_where_a_game_came_from(table: Table) -> None:
    import_file(table.phone, table.pad, document())
    page = table.phone.open(f"{table.pad}table/2/log")
    line = page.only("ol", class_="log").text
    assert "Game imported from a file, with 2 hands: Eva, Finn, Gül and Anna." in line


def test_the_same_game_comes_once(table: Table, phone: Phone) -> None:
    table.recorded(6, 4, 2, 1, QS=1)
    file = phone.client.get(f"{table.pad}games.jsonl").data
    assert send(phone, table.pad, file + ONE + b"\n" + ONE).status_code == 303
    assert phone.open(table.pad).news == "1 game imported. 2 games were here already."
    table.do("undo")
    table.do("bin")
    before = everything(table.app)
    assert send(phone, table.pad, file).status_code == 303
    assert phone.open(table.pad).news == (
        "1 game was here already. 1 of these is in the bin. "
        "1 of these has more hands in the file than here; it was left as it is."
    )
    assert everything(table.app) == before


def test_a_pad_moves_to_another_server(table: Table, tmp_path: Path) -> None:
    table.recorded(6, 4, 2, 1, QS=1).do("stop")
    notes = {"note": 'Wine,\r\n"and" cards', "evening-note": "Until late \\N"}
    for what, note in notes.items():
        form = table.phone.open(f"{table.address}/{what}").form(f"/{what}")
        assert table.phone.submit(form, {"note": note}).status_code == 303
    file = table.phone.client.get(f"{table.pad}games.jsonl").data
    assert b'"note":"Wine,\\n\\"and\\" cards","evening_note":' in file
    with app_in(tmp_path / "other") as other:
        there = seat_four(Phone(other))
        assert send(there.phone, there.pad, file).status_code == 303
        moved = there.phone.client.get(f"{there.pad}table/2/game.json").data
    assert moved == file.replace(b'"number":1', b'"number":2')


def test_a_note_is_shown_and_kept(table: Table) -> None:
    note = "With <b>the old</b> cards.\nAnna was late."
    import_file(table.phone, table.pad, document(note=f"\u2067\u202e{note} "))
    address = f"{table.pad}table/2"
    shown = [each.text for each in table.phone.open(address).main.all("dd")]
    assert " ".join(note.split()) in [" ".join(each.split()) for each in shown]
    answer = table.phone.client.get(f"{address}/game.json")
    assert json.loads(answer.data)["note"] == note
    assert "note" not in json.loads(table.phone.client.get(f"{table.address}/game.json").data)


def test_a_game_written_over_several_lines_is_one_game(table: Table) -> None:
    data = json.dumps(document(), indent=2).encode()
    assert send(table.phone, table.pad, b"\xef\xbb\xbf" + data, "game.json").status_code == 303


def test_a_bad_file_is_refused_with_the_place(table: Table) -> None:
    before = everything(table.app)
    compressed = "The file is compressed: please unpack it first."
    for data, fault in {
        b" \n": "The file is empty.",
        gzip.compress(ONE, mtime=0): compressed,
        b"PK\x03\x04" + b"x" * 99: compressed,
        ONE.decode().encode("utf-16"): "The file is UTF-16: please save it as UTF-8.",
        ONE.replace(b"Finn", b"F\xe9e"): "line 1, byte 117: is not UTF-8",
        ONE + b"\n" + ONE[:9]: "line 2, column 10: is not JSON: Expecting ':' delimiter",
        ONE.replace(b"6, 4", b"6, 5"): "line 1, hands[0].hearts: 14 of 13 hearts placed",
        b"x" * 2_000_000: "line 1: is longer than any game: 1048576 bytes at most",
    }.items():
        answer = send(table.phone, table.pad, data)
        assert answer.status_code == 422, fault
        page = page_of(answer)
        assert page.faults == [fault]
        assert page.alert.startswith("Nothing was imported")
        assert everything(table.app) == before, fault


def test_every_line_is_checked_and_nothing_written_unless_all_are_right(table: Table) -> None:
    before = everything(table.app)
    data = b"".join([ONE, b"\n", b"{}\n" * 30])
    page = page_of(send(table.phone, table.pad, data))
    assert len(page.faults) == MOST_FAULTS
    assert page.faults[-1] == "line 21, format: is missing"
    assert "And 10 more lines are wrong." in page.text
    assert everything(table.app) == before


def test_a_fault_is_no_longer_than_a_line_can_be_read(table: Table) -> None:
    key = '"' + "<b>" * 300_000 + '": 1, "format"'
    page = page_of(send(table.phone, table.pad, ONE.replace(b'"format"', key.encode(), 1)))
    (fault,) = page.faults
    assert len(fault) < 500


def test_faults_are_told_in_the_language_of_the_page(table: Table) -> None:
    table.phone.client.get("/language/de")
    page = page_of(send(table.phone, table.pad, ONE + b"\n{\n" + ONE[:20] + b"\xff"))
    assert [fault.partition(":")[0] for fault in page.faults] == [
        "Zeile 2, Spalte 2",
        "Zeile 3, Byte 21",
    ]


def test_a_file_must_be_chosen(table: Table) -> None:
    for data, name in ((b"", ""), (ONE, "")):
        answer = send(table.phone, table.pad, data, name)
        assert answer.status_code == 422
        assert page_of(answer).alert == "Please choose one file."
    token = table.phone.token()
    for fields in (
        {"csrf_token": token},
        {"csrf_token": token, "file": "text"},
        {"csrf_token": token, "file": [(io.BytesIO(ONE), "a"), (io.BytesIO(ONE), "b")]},
    ):
        assert table.phone.client.post(f"{table.pad}import", data=fields).status_code == 422


def test_a_file_that_is_too_large_is_not_read(table: Table) -> None:
    before = everything(table.app)

    answer = table.phone.client.post(
        f"{table.pad}import",
        input_stream=Unread(100_000_000),
        content_type="multipart/form-data; boundary=b",
    )
    assert answer.status_code == 413
    assert everything(table.app) == before


def test_no_file_is_read_of_whom_may_not_write(table: Table, looker_on: Phone) -> None:
    for address, status in ((f"{table.pad}import", 403), ("/pad/AAAA/import", 404)):
        answer = looker_on.client.post(
            address,
            input_stream=Unread(MOST_FILE_BYTES),
            content_type="multipart/form-data; boundary=b",
        )
        assert answer.status_code == status


def test_a_file_without_a_token_of_the_page_is_refused(table: Table) -> None:
    before = everything(table.app)
    fields = {"file": (io.BytesIO(ONE), "game.json")}
    assert table.phone.client.post(f"{table.pad}import", data=fields).status_code == 400
    assert everything(table.app) == before


def test_two_files_are_not_checked_at_once(table: Table) -> None:
    assert import_games._ONE.acquire(blocking=False)
    try:
        assert send(table.phone, table.pad, ONE).status_code == 503
    finally:
        import_games._ONE.release()
    assert send(table.phone, table.pad, ONE).status_code == 303


def test_games_of_files_are_counted_the_faulty_ones_too(tmp_path: Path) -> None:
    with app_in(tmp_path / "data", Guard(games="5 per hour")) as app:
        table = seat_four(Phone(app))
        three = b"".join(
            json.dumps(document(id=f"game {number}")).encode() + b"\n" for number in range(3)
        )
        before = everything(app)
        # Too many are not counted: what still has room may come.
        assert send(table.phone, table.pad, three * 2).status_code == 429
        assert everything(app) == before
        assert send(table.phone, table.pad, three).status_code == 303
        answers = [send(table.phone, table.pad, b"{}").status_code for _ in range(3)]
    assert answers == [422, 422, 429]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_disk_without_room_for_the_checked_games_is_said(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where they wait: a disk that is really full.
    with Path("/dev/full").open("r+b", buffering=0) as full:
        monkeypatch.setattr(tempfile, "SpooledTemporaryFile", lambda _: full)
        before = everything(table.app)
        assert send(table.phone, table.pad, ONE).status_code == 507
    assert everything(table.app) == before
