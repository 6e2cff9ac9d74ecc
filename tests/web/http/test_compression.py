"""Clients that accept it get compressed answers: the same ones as everybody else."""

from __future__ import annotations

import gzip
import re
import tracemalloc
import zlib
from collections.abc import Iterator
from os import urandom
from typing import Final

import pytest
from flask import Flask, Response
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from scorepad.web.http import compression
from tests.web.cast import Phone, Table, hand

BROWSERS: Final = "gzip, deflate, br, zstd"
# What is never the same twice.
_FRESH: Final = re.compile(
    rb'(?<=value=")(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]+\.[\w-]{6}\.[\w-]+)(?=")'
)


def ask(phone: Phone, address: str, accepted: str | None = BROWSERS) -> TestResponse:
    headers = {} if accepted is None else {"Accept-Encoding": accepted}
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


@pytest.fixture
def played(table: Table) -> Table:
    table.recorded(6, 4, 2, 1, QS=1)
    table.recorded(1, 2, 4, 6, QS=2)
    return table


def test_every_kind_of_answer_is_the_same_compressed(played: Table, looker_on: Phone) -> None:
    named = looker_on.open(played.address).only("head").all()
    files = [str(each.attributes.get("href") or each.attributes.get("src")) for each in named]
    files = [each for each in files if re.search(r"scorepad\.(css|js)$", each)]
    assert len(files) == 2
    chart = looker_on.open(played.address).only("img").attributes["src"]
    pad, table = played.pad, played.address
    pages = (table, pad, f"{table}/log", f"{table}/hands.csv", f"{pad}hands.csv", chart, *files)
    for phone in (played.phone, looker_on):
        for address in (*pages, "/new", "/nothing", f"{table}/hand/1"):
            # In either order: the page of lookers-on is kept compressed and as it is.
            as_it_is, compressed = (ask(phone, address, accepted) for accepted in (None, BROWSERS))
            assert compressed.status_code == as_it_is.status_code
            assert compressed.headers["Content-Type"] == as_it_is.headers["Content-Type"]
            assert plain(compressed) == identity(as_it_is), address
            assert plain(compressed) == plain(ask(phone, address)), address
            assert len(compressed.data) < 0.75 * len(as_it_is.data), address
            for response in (as_it_is, compressed):
                assert "Accept-Encoding" in response.headers["Vary"].split(", ")
            head = phone.client.head(address, headers={"Accept-Encoding": "gzip"})
            # A file of a whole pad is made for who gets it.
            assert head.content_encoding == "gzip" or address == f"{pad}hands.csv"


def test_refused_form_is_the_same_compressed(played: Table) -> None:
    form = played.entry().filled(hand(1))
    answers = [
        played.phone.client.post(played.address, data=form, headers={"Accept-Encoding": accepted})
        for accepted in ("identity", "gzip")
    ]
    assert [each.status_code for each in answers] == [422, 422]
    assert plain(answers[1]) == identity(answers[0])


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        *((None, None), ("", None), ("identity", None), ("deflate, br", None), ("x-gzip", None)),
        *(("gzip;q=0", None), ("*;q=0", None), ("gzip;q=0, *", None), ("gzip;q=x", None)),
        *(("GZip", "gzip"), (BROWSERS, "gzip"), ("*", "gzip"), ("gzip;q=0.001", "gzip")),
        *(("gzip" * 2000, None), ("\x00\xff;q==;," * 500, None)),
        (f"{'x;q=0.1,' * 900} gzip", "gzip"),
    ],
)
def test_it_is_compressed_for_who_says_so(
    app: Flask, accepted: str | None, encoding: str | None
) -> None:
    assert ask(Phone(app), "/new", accepted).content_encoding == encoding


def test_small_and_empty_answers_are_sent_as_they_are(played: Table, looker_on: Phone) -> None:
    follow = looker_on.open(played.address).only(id="follow").attributes["data-asks"]
    for address, status in ((follow, 204), ("/healthz", 200), ("/", 302)):
        response = ask(played.phone, address)
        assert response.status_code == status
        assert response.content_encoding is None, address


@pytest.mark.parametrize(
    ("kind", "encoding"),
    [
        *((kind, "gzip") for kind in ("text/html", "text/csv; charset=utf-8", "image/svg+xml")),
        *((kind, None) for kind in ("image/png", "application/octet-stream", "font/woff2")),
    ],
)
def test_only_texts_are_compressed(kind: str, encoding: str | None) -> None:
    app = Flask(__name__)
    compression.setup(app)
    app.add_url_rule("/", view_func=lambda: Response(b"0123456789" * 100, content_type=kind))
    response = app.test_client().get("/", headers={"Accept-Encoding": "gzip"})
    assert response.content_encoding == encoding
    assert ("Vary" in response.headers) == (encoding is not None)


# As short compressed as it is.
NOISE: Final = urandom(300_000)


def pieces(count: int) -> Iterator[bytes]:
    for number in range(count):
        start = number * 5000 % len(NOISE)
        yield b"%d" % number + NOISE[start : start + 5000]


def test_pieces_are_compressed_one_by_one_and_held_by_nobody() -> None:
    packed, length = zlib.decompressobj(wbits=31), 0
    tracemalloc.start()
    try:
        for chunk in compression.compressed(pieces(2000)):
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
