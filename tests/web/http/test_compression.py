"""Clients that accept it get compressed answers: the same ones as everybody else."""

from __future__ import annotations

import gzip
import re
import sys
import tracemalloc
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from os import urandom
from typing import Any, Final

import pytest
from flask import Flask, Response
from flask.typing import ResponseReturnValue
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from scorepad.web.http import compression
from scorepad.web.http.compression import compressed, encoding_for
from tests.web.cast import Client, Phone, Table, hand

BROWSERS: Final = "gzip, deflate, br, zstd"
# What is never the same twice.
_FRESH: Final = re.compile(
    rb'(?<=value=")(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]+\.[\w-]{6}\.[\w-]+)(?=")'
)


def ask(phone: Phone, address: str, accepted: str | None = BROWSERS, **more: str) -> TestResponse:
    headers = {**more, **({} if accepted is None else {"Accept-Encoding": accepted})}
    return phone.client.get(address, headers=headers)


def plain(response: TestResponse) -> bytes:
    """The decompressed body, without the parts that are never the same twice."""
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.content_length in (None, len(response.data))
    return _FRESH.sub(b"", gzip.decompress(response.data))


def identity(response: TestResponse) -> bytes:
    """The same of an uncompressed answer."""
    assert "Content-Encoding" not in response.headers
    return _FRESH.sub(b"", response.data)


def static_files(phone: Phone) -> list[str]:
    head = phone.open("/new").only("head")
    named = [each.attributes.get("href") or each.attributes.get("src", "") for each in head.all()]
    # Pictures other than drawings are small as they are.
    texts = [address for address in named if address.startswith("/static/")]
    return [address for address in texts if ".png" not in address]


@pytest.fixture
def played(table: Table) -> Table:
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(1, 2, 4, 6, QS=2)
    return table


@contextmanager
def compressions() -> Iterator[list[None]]:
    """One entry for each call of zlib's one-shot compression meanwhile."""
    calls: list[None] = []

    def note(_: object, event: str, called: object) -> None:
        if event == "c_call" and called is zlib.compress:
            calls.append(None)

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def test_every_kind_of_answer_is_the_same_compressed(played: Table, looker_on: Phone) -> None:
    chart = looker_on.open(played.address).only("img").attributes["src"]
    pad, table = played.pad, played.address
    pages = (table, pad, f"{table}/log", f"{table}/show", f"{table}/hands.csv", f"{pad}hands.csv")
    # A short script gains nothing by it.
    files = [
        each
        for each in static_files(looker_on)
        if "icon" not in each and len(ask(looker_on, each, None).data) >= 1000
    ]
    assert len(files) >= 2
    for phone in (played.phone, looker_on):
        for address in (*pages, chart, "/new", "/nothing", f"{table}/hand/1", *files):
            as_it_is = ask(phone, address, None)
            compressed = ask(phone, address)
            assert compressed.status_code == as_it_is.status_code
            assert compressed.headers["Content-Type"] == as_it_is.headers["Content-Type"]
            assert plain(compressed) == identity(as_it_is), address
            assert len(compressed.data) < 0.75 * len(as_it_is.data), address
            for response in (as_it_is, compressed):
                assert "Accept-Encoding" in response.headers["Vary"].split(", ")


def test_what_is_refused_is_the_same_compressed(played: Table) -> None:
    form = played.entry().filled(hand(1))
    answers = [
        played.phone.client.post(played.address, data=form, headers={"Accept-Encoding": accepted})
        for accepted in ("identity", "gzip")
    ]
    assert [each.status_code for each in answers] == [422, 422]
    assert plain(answers[1]) == identity(answers[0])


@pytest.mark.parametrize("address", ["{table}", "{table}?seen=1", "/new", "{pad}", "/static/{css}"])
def test_who_asks_for_the_head_learns_of_the_same_answer(played: Table, address: str) -> None:
    css = next(each for each in static_files(played.phone) if "scorepad.css" in each)
    where = address.format(table=played.address, pad=played.pad, css=css.rpartition("/")[2])
    headers = {"Accept-Encoding": "gzip"}
    for phone in (played.phone, Phone(played.app)):
        got = phone.client.get(where, headers=headers)
        head = phone.client.head(where, headers=headers)
        assert head.data == b""
        for name in ("Content-Encoding", "Content-Type", "Vary", "ETag", "Cache-Control"):
            assert head.headers.get(name) == got.headers.get(name), name
        assert head.headers["Content-Encoding"] == "gzip"
        # Tokens differ by a byte or two once they are compressed.
        assert head.content_length == pytest.approx(got.content_length, abs=60)


def test_it_is_compressed_for_who_says_so() -> None:
    cases: list[tuple[str | None, str]] = [
        *((None, ""), ("", ""), ("identity", ""), ("br", ""), ("deflate, br", ""), (",", "")),
        *(("gzip", "gzip"), ("GZip", "gzip"), (BROWSERS, "gzip"), ("*", "gzip")),
        *(("gzip;q=0.001", "gzip"), ("br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip")),
        *(("gzip;q=0", ""), ("gzip; q=0", ""), ("gzip;q=0.000", ""), ("*;q=0", "")),
        *(("gzip;q=0, *", ""), ("gzip, *;q=0", "gzip"), ("identity;q=0, gzip", "gzip")),
        # Neither of what there is: it is sent as it is.
        *(("identity;q=0", ""), ("gzip;q=0, identity;q=0", "")),
        *(("identity, gzip;q=0.5", ""), ("identity;q=0.5, gzip", "gzip")),
        *(("gzip;q=x", ""), ("gzip;q=-1", ""), ("gzip;q=nan", ""), ("x-gzip", ""), ("gzipp", "")),
        *(("gzip" * 2000, ""), (", " * 4000, ""), ("\x00\xff;q==;," * 500, "")),
        (f"{'x;q=0.1,' * 900} gzip", "gzip"),
    ]
    for accepted, encoding in cases:
        assert encoding_for(accepted or "") == encoding, (accepted, encoding)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        *((None, ""), ("identity", ""), ("gzip;q=0, *", ""), ("gzip" * 2000, "")),
        *((BROWSERS, "gzip"), ("identity;q=0, gzip", "gzip")),
    ],
)
def test_pages_and_files_are_compressed_for_who_says_so(
    played: Table, looker_on: Phone, accepted: str | None, encoding: str
) -> None:
    for phone in (played.phone, looker_on):
        for address in (played.address, played.pad, static_files(looker_on)[1]):
            response = ask(phone, address, accepted)
            assert response.status_code == 200
            assert response.headers.get("Content-Encoding", "") == encoding
            body = gzip.decompress(response.data) if encoding else response.data
            assert b"<html" in body or b"color" in body


def test_what_is_small_or_nothing_is_sent_as_it_is(played: Table, looker_on: Phone) -> None:
    follow = looker_on.open(played.address).only(id="follow").attributes["data-asks"]
    for phone in (played.phone, looker_on):
        response = ask(phone, follow)
        assert (response.status_code, response.data) == (204, b"")
        assert "Content-Encoding" not in response.headers
    (icon,) = [each for each in static_files(looker_on) if "icon" in each]
    for address, status in ((icon, 200), ("/healthz", 200), ("/", 302), ("/static/x.css", 404)):
        response = ask(played.phone, address)
        assert response.status_code == status
        small = len(response.data) < 500
        assert ("Content-Encoding" not in response.headers) == small, address
    assert "Content-Encoding" not in ask(looker_on, icon).headers


def test_a_file_that_did_not_change_is_not_sent_again(looker_on: Phone) -> None:
    for address in (each.partition("?")[0] for each in static_files(looker_on)):
        for accepted in ("gzip", None):
            first = ask(looker_on, address, accepted)
            tag = first.headers["ETag"]
            # One for each: their bytes differ.
            assert tag.endswith('-gzip"') == ("Content-Encoding" in first.headers)
            again = ask(looker_on, address, accepted, **{"If-None-Match": tag})
            assert (again.status_code, again.data) == (304, b"")
            assert again.headers["ETag"] == tag
            assert "Accept-Encoding" in again.headers["Vary"]
            assert "Content-Encoding" not in again.headers
            assert ask(looker_on, address, accepted, **{"If-None-Match": '"x"'}).data == first.data


def test_a_part_of_a_file_is_a_part_of_the_file_itself(looker_on: Phone) -> None:
    address = next(each for each in static_files(looker_on) if "scorepad.css" in each)
    whole = ask(looker_on, address, None)
    assert whole.headers["Accept-Ranges"] == "bytes"
    part = ask(looker_on, address, Range="bytes=1000-1999")
    assert part.status_code == 206
    assert identity(part) == whole.data[1000:2000]
    # What was begun compressed cannot go on with that.
    compressed = ask(looker_on, address)
    assert "Accept-Ranges" not in compressed.headers
    more = {"Range": "bytes=1000-1999", "If-Range": compressed.headers["ETag"]}
    again = ask(looker_on, address, **more)
    assert (again.status_code, plain(again)) == (200, whole.data)


def test_a_static_file_is_compressed_once(looker_on: Phone) -> None:
    files = static_files(looker_on)
    before = [ask(looker_on, address).data for address in files]
    with compressions() as calls:
        assert [ask(looker_on, address).data for address in files] == before
        assert calls == []
        # Whatever else is compressed is seen here.
        ask(looker_on, "/nothing")
        assert len(calls) == 1


def test_the_page_of_lookers_on_is_compressed_once_a_revision(app: Flask, table: Table) -> None:
    for _ in range(2):
        with compressions() as calls:
            bodies = {ask(Phone(app), table.address, BROWSERS).data for _ in range(3)}
            # Whatever else they accept: it is the same page.
            bodies |= {ask(Phone(app), table.address, f"gzip, x;q=0.{n}").data for n in range(3)}
        assert len(bodies) == len(calls) == 1
        table.recorded(6, 4, 2, 1, QS=1)


def test_no_looker_on_is_sent_what_another_one_accepts(app: Flask, table: Table) -> None:
    """The page is cached twice: compressed, and as it is."""
    for _ in range(2):
        for order in (("gzip", None), (None, "gzip")):
            one, other = (ask(Phone(app), table.address, accepted) for accepted in (*order,))
            compressed, as_it_is = (one, other) if order[0] else (other, one)
            assert plain(compressed) == identity(as_it_is)
        table.recorded(6, 4, 2, 1, QS=1)


PIECE: Final = b"0123456789" * 100
# As short compressed as it is.
NOISE: Final = urandom(300_000)


def pieces(count: int) -> Iterator[bytes]:
    for number in range(count):
        start = number * 5000 % len(NOISE)
        yield b"%d" % number + NOISE[start : start + 5000]


def app_that(answer: Any) -> Client:
    """An app that compresses, and answers this."""
    app = Flask(__name__)
    app.testing = True
    compression.setup(app)

    @app.get("/")
    def index() -> ResponseReturnValue:
        value: ResponseReturnValue = answer
        return value

    client = Client(app, Response)
    client.environ_base["HTTP_ACCEPT_ENCODING"] = "gzip"
    return client


def test_only_texts_are_compressed() -> None:
    cases: list[tuple[str, str | None]] = [
        *((kind, "gzip") for kind in ("text/html", "text/csv; charset=utf-8", "image/svg+xml")),
        *((kind, None) for kind in ("image/png", "application/octet-stream", "font/woff2")),
    ]
    for kind, encoding in cases:
        response = app_that(Response(PIECE, content_type=kind)).get("/")
        assert response.headers.get("Content-Encoding") == encoding, (kind, encoding)
        assert ("Vary" in response.headers) == (encoding is not None), (kind, encoding)


def test_what_is_compressed_is_not_compressed_again() -> None:
    body = gzip.compress(PIECE)
    answer = Response(body, mimetype="text/plain", headers={"Content-Encoding": "gzip"})
    assert app_that(answer).get("/").data == body


def test_pieces_are_compressed_one_by_one_and_held_by_nobody() -> None:
    packed, length = zlib.decompressobj(wbits=31), 0
    tracemalloc.start()
    try:
        for chunk in compressed(pieces(2000)):
            length += len(packed.decompress(chunk))
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert packed.eof
    assert length > 10_000_000
    assert held < 1_000_000


def test_no_page_repeats_what_its_address_says(played: Table) -> None:
    """Next to a secret of the page, the compressed length would reveal a right guess.

    But for the id of an entry, which a moon's page keeps.
    """
    guess = "GuessedByAStranger"
    names = ("", "seen", "me", "page", "v", "revision", "moon", "name_0", "x")
    query = "&".join(
        f"{name}={guess}" for name in (*names, "hearts_0", "cards_QS", "shooter", "csrf_token")
    )
    table, pad = played.address, played.pad
    pages = ("/", "/new", pad, f"{pad}new", f"{pad}pens", f"{pad}delete", table, f"{table}/log")
    for address in (*pages, f"{table}/show", f"{table}/outcome", f"{table}/hand/1", f"/{guess}"):
        response = played.phone.client.get(
            f"{address}?{query}", headers={"Referer": f"http://localhost/{guess}"}
        )
        assert response.mimetype == "text/html"
        assert guess not in response.text, address


def test_a_token_is_signed_anew_every_second(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a stranger would have to guess of it is another one by the time of the next guess."""
    phone.token()
    signatures = []
    for second in (1_700_000_001, 1_700_000_002):
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _, now=second: now)
        token, _, signature = phone.token().rpartition(".")
        assert token
        signatures.append(signature)
    assert len(set(signatures)) == 2
    assert min(map(len, signatures)) >= 27
