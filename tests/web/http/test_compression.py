"""Clients that accept it get compressed answers: the same ones as all others."""

from __future__ import annotations

import gzip
import re
from typing import Final

import pytest
from flask import Flask
from itsdangerous import TimestampSigner
from werkzeug.test import TestResponse

from scorepad.web.http.compression import encoding_for
from tests.web.cast import Phone, Table, hand

BROWSERS: Final = "gzip, deflate, br, zstd"
# What is never the same twice.
_FRESH: Final = re.compile(
    rb'(?<=value=")(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]+\.[\w-]{6}\.[\w-]+)(?=")'
)


def ask(phone: Phone, address: str, accepted: str = BROWSERS, **more: str) -> TestResponse:
    return phone.client.get(address, headers={**more, "Accept-Encoding": accepted})


def unpacked(response: TestResponse) -> bytes:
    """The decompressed body, without the parts that are never the same twice."""
    assert response.headers["Content-Encoding"] == "gzip"
    assert response.content_length in (None, len(response.data))
    return _FRESH.sub(b"", gzip.decompress(response.data))


def as_it_is(response: TestResponse) -> bytes:
    """The same of an uncompressed answer."""
    assert "Content-Encoding" not in response.headers
    return _FRESH.sub(b"", response.data)


def static_file(phone: Phone, name: str) -> str:
    """The address under which pages ask for a static file."""
    nodes = phone.open("/new").only("head").all()
    named = [each.attributes.get("href") or each.attributes.get("src", "") for each in nodes]
    (address,) = [each for each in named if each.endswith(f"/{name}")]
    return address


def test_every_kind_of_answer_is_the_same_compressed(played: Table, looker_on: Phone) -> None:
    chart = looker_on.open(played.address).only("img").attributes["src"]
    pad, table = played.pad, played.address
    pages = (table, pad, f"{table}/log", f"{table}/show", f"{table}/hands.csv", f"{pad}hands.csv")
    files = [static_file(looker_on, name) for name in ("scorepad.css", "scorepad.js")]
    for phone in (played.phone, looker_on):
        for address in (*pages, chart, "/new", "/nothing", f"{table}/hand/1", *files):
            plain, packed = ask(phone, address, ""), ask(phone, address)
            assert packed.status_code == plain.status_code
            assert packed.headers["Content-Type"] == plain.headers["Content-Type"]
            assert unpacked(packed) == as_it_is(plain), address
            assert len(packed.data) < 0.75 * len(plain.data), address
            for response in (plain, packed):
                assert "Accept-Encoding" in response.headers["Vary"].split(", ")
            head = phone.client.head(address, headers={"Accept-Encoding": BROWSERS})
            assert head.data == b""
            for name in ("Content-Encoding", "Content-Type", "Vary", "ETag", "Cache-Control"):
                assert head.headers.get(name) == packed.headers.get(name), name
            # Tokens differ by a byte or two once they are compressed.
            assert head.content_length == pytest.approx(packed.content_length, abs=60)
    form = played.entry().filled(hand(1))
    refused = [
        played.phone.client.post(table, data=form, headers={"Accept-Encoding": accepted})
        for accepted in ("identity", "gzip")
    ]
    assert [each.status_code for each in refused] == [422, 422]
    assert unpacked(refused[1]) == as_it_is(refused[0])


@pytest.mark.parametrize(
    ("encoding", "headers"),
    [
        ("gzip", ("gzip", "GZip", BROWSERS, "*", "gzip;q=0.001", "gzip, *;q=0")),
        ("gzip", ("br;q=1.0, gzip;q=0.8, *;q=0.1", "identity;q=0, gzip", "identity;q=0.5, gzip")),
        ("", ("", "identity", "br", "deflate, br", ",", "gzip;q=0", "gzip;q=0.000", "*;q=0")),
        ("", ("gzip;q=0, *", "identity, gzip;q=0.5", "gzip;q=x", "gzip;q=-1", "gzip;q=nan")),
        ("", ("x-gzip", "gzipp", "gzip" * 2000, ", " * 4000, "\x00\xff;q==;," * 500)),
        # Neither of what there is.
        ("", ("identity;q=0", "gzip;q=0, identity;q=0")),
    ],
)
def test_clients_are_sent_what_they_accept(encoding: str, headers: tuple[str, ...]) -> None:
    assert {encoding_for(accepted) for accepted in headers} == {encoding}


def test_what_is_small_or_no_text_is_sent_as_it_is(played: Table, looker_on: Phone) -> None:
    follow = looker_on.open(played.address).only(id="follow").attributes["hx-get"]
    icons = [static_file(looker_on, name) for name in ("icon.svg", "icon-192.png")]
    for address in (follow, *icons, "/healthz"):
        assert "Content-Encoding" not in ask(looker_on, address).headers, address


def test_a_file_that_did_not_change_is_not_sent_again(looker_on: Phone) -> None:
    address = static_file(looker_on, "scorepad.css")
    for accepted in ("gzip", ""):
        first = ask(looker_on, address, accepted)
        tag = first.headers["ETag"]
        # One for each: their bytes differ.
        assert tag.endswith('-gzip"') == bool(accepted)
        again = ask(looker_on, address, accepted, **{"If-None-Match": tag})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
        assert "Accept-Encoding" in again.headers["Vary"]
        assert ask(looker_on, address, accepted, **{"If-None-Match": '"x"'}).data == first.data


def test_a_part_of_a_file_is_a_part_of_the_file_itself(looker_on: Phone) -> None:
    address = static_file(looker_on, "scorepad.css")
    whole = ask(looker_on, address, "")
    assert whole.headers["Accept-Ranges"] == "bytes"
    part = ask(looker_on, address, Range="bytes=1000-1999")
    assert (part.status_code, as_it_is(part)) == (206, whole.data[1000:2000])
    # What was begun compressed cannot go on with that.
    packed = ask(looker_on, address)
    assert "Accept-Ranges" not in packed.headers
    more = {"Range": "bytes=1000-1999", "If-Range": packed.headers["ETag"]}
    again = ask(looker_on, address, **more)
    assert (again.status_code, unpacked(again)) == (200, whole.data)


def test_no_looker_on_is_sent_what_another_one_accepts(app: Flask, table: Table) -> None:
    """The page is cached twice: compressed, and as it is."""
    for first, second in (("gzip", ""), ("", "gzip")):
        bodies = {each: ask(Phone(app), table.address, each) for each in (first, second)}
        assert unpacked(bodies["gzip"]) == as_it_is(bodies[""])
        # Whatever else they accept, it is the same one.
        also = ask(Phone(app), table.address, "gzip, x;q=0.5")
        assert also.data == bodies["gzip"].data
        table.recorded(6, 4, 2, 1, QS=1)


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


def test_a_token_is_signed_again_every_second(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a stranger would have to guess of it is another one by the time of the next guess."""
    phone.token()
    signatures = []
    for second in (1_700_000_001, 1_700_000_002):
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _, now=second: now)
        signatures.append(phone.token().rpartition(".")[2])
    assert len(set(signatures)) == 2
    assert min(map(len, signatures)) >= 27
