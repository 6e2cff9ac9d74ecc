"""Requests by chance: what a browser would send, with some of it wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final
from urllib.parse import quote, quote_from_bytes

from hypothesis import strategies as st
from werkzeug.routing import Rule

from tests.web.cast import COOKIE, SESSION
from tests.web.http.asking import GAP, Bench
from tests.web.http.wire import SAFE, WireRequest, multipart, urlencoded
from tests.web.pages import Form

METHODS: Final = (
    "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND",
    "get", "post", "G", "X" * 300,
)  # fmt: skip
MOST_BYTES: Final = 64 * 1024
# How a body can be otherwise.
HOWS: Final = ("parts", "json", "many", "huge", "just so", "junk", "cut", "many parts", "parts cut")
ODD_HEADS: Final = (
    b"", b'; filename=""', b'; filename="../x\0.csv"', b"; filename*=utf-8''%ff", b'"', b"\xff",
    b"\r\nContent-Type: text/plain; charset=utf-16", b"\r\nContent-Type: text/plain; charset=x",
    b"\r\nContent-Transfer-Encoding: base64", b"\r\nX", b"\r\n: ", b"\r\n" * 9,
    b"\r\nContent-Disposition: form-data", b"\r\nX: " + b"x" * 9000,
)  # fmt: skip

# Junk, as it stands in the first line of a request: percent-encoded.
ODD_PARTS: Final = (
    "", "0", "3", "-1", "1.0", "%31", "999999", "1000000", "9" * 25, "9" * 5000, "x", "A" * 22,
    "A" * 5000, ".", "..", "%2e%2e", "..%2f..", "a%2Fb", "%00", "1%00", "%", "%zz", "%ff",
    "%ed%a0%80", "%c3%a9", "%d9%a3", "%0d%0aX:%20y", "%3Cscript%3E", "a;b", "a%3Fb", "%5C", "//",
    "%E2%80%AE", "'--", "x/../scorepad.css", "./icon.svg", "icon.svg/",
)  # fmt: skip
ODD_ADDRESSES: Final = (
    "", "*", "/", "//", "//elsewhere.example/", "/%2F%2Felsewhere.example", "/%5C/",
    "http://elsewhere.example/", "/pad", "/static", "/static/x", "/static/../x", "/nothing",
    "/favicon.ico", "/%ff", "/%00", "/pad/%0d%0ax", "/pad/" + "x" * 9000,
)  # fmt: skip
QUERY_NAMES: Final = (
    "me", "page", "seen", "shooter", "v", "layout", "separator", "next", "csrf_token",
    "rules", "after", "before",
    "revision", "entry_id", "hearts_0", "cards_QS", "x", "",
)  # fmt: skip
ODD_VALUES: Final = (
    b"", b" ", b"0", b"1", b"2", b"3", b"-1", b"+1", b"1e9", b"13", b"26", b"1_0", b"9" * 25,
    b"9" * 5000, b"add", b"choice", b"lot", b"drawn", b"y", b"null", b"QS", b"semicolon", b"\0",
    b"a\0b", b"\r\nX: y", b"\xff", b"\xff\xfe\0", b"\xed\xa0\x80", "é".encode(),
    "\u202e\u2068".encode(), "٣".encode(), "👨‍👩‍👧".encode() * 9, b"=1+1", b"<script>",
    b"//elsewhere.example/", b"x" * 5000,
)  # fmt: skip
ODD_TYPES: Final = (
    "", "nonsense", "text/plain", "application/json", "application/octet-stream",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=nonsense",
    "application/x-www-form-urlencoded; charset=\xff", "text/html; charset=utf-7",
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=b",
    "multipart/form-data; boundary=other", f"multipart/form-data; boundary={'b' * 999}",
    "multipart/form-data; boundary=\"b\xff\"", "multipart/form-data; boundary=b; charset=x",
    "multipart/form-data; boundary*=utf-8''%ff",
)  # fmt: skip
ODD_LENGTHS: Final = (
    None, "", "0", "1", "-1", "+5", "1_0", "1.5", "x", "\xb2", "70000", "9" * 5000,
)  # fmt: skip
ODD_HEADERS: Final[Mapping[str, Sequence[str]]] = {
    "Accept": ("", "*/*", "text/html;q=x", "image/*;q=9", ",,,", "application/json"),
    "Accept-Encoding": ("gzip", "br;q=-1", "\xff"),
    "Accept-Language": ("de", "x-klingon;q=nan", "*", ";;;"),
    "Authorization": ("", "Basic", "Basic \xff", "Basic ====", "Bearer x", "Digest a=b, \xff"),
    "Expect": ("100-continue", "x"),
    "Forwarded": ("for=_x;host=elsewhere.example;proto=https", "\xff"),
    "Host": ("", "x", "elsewhere.example", "localhost:80", "localhost:x", "localhost:99999", "[",
        "[::1]", "a b", "\xff", "a/b", ".".join(["x" * 60] * 50), "a..b", "x" * 64, "a@b",
        "x" * 3000, "a,b", "%00", "xn--\xe9", "..", "<script>"),
    "HX-Boosted": ("true",),
    "HX-Current-URL": ("\xff", "//elsewhere.example"),
    "HX-Request": ("true", "\xff"),
    "HX-Target": ("main", "\xff"),
    "If-Match": ("*", '"x"'),
    "If-Modified-Since": ("x", "Mon, 99 Jan 9999 99:99:99 GMT", "Fri, 01 Jan 2100 00:00:00 GMT"),
    "If-None-Match": ("*", "x", 'W/"', '"\xff"'),
    "If-Range": ("x", '"x"'),
    "If-Unmodified-Since": ("Mon, 01 Jan 1990 00:00:00 GMT", "x"),
    "Origin": ("null", "https://elsewhere.example", "\xff"),
    "Range": ("bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=99999999-", "bytes=0-1,3-4", "x=1-2",
        "bytes=\xb2-"),
    "Referer": ("", "https://localhost/", "https://localhost:443/x", "https://localhost:x/",
        "https://[", "//[x", "https://localhost:99999/", "\xff", "https://elsewhere.example/"),
    "Transfer-Encoding": ("chunked", "x"),
    "User-Agent": ("", "\xff", "x" * 5000),
    "X-CSRFToken": ("x", "\xff", ""),
    "X-Forwarded-For": ("127.0.0.1", "x, y", "\xff", "1.2.3.4," * 300),
    "X-Forwarded-Host": ("elsewhere.example", "[", "\xff"),
    "X-Forwarded-Port": ("x", "99999"),
    "X-Forwarded-Prefix": ("/x", "//elsewhere.example", "\xff"),
    "X-Forwarded-Proto": ("https", "javascript", "\xff"),
    "X-HTTP-Method-Override": ("DELETE", "POST"),
}  # fmt: skip
ODD_COOKIES: Final = (
    "", ";", "=", "x", "x=\xff", "\xff=x", '"', f"{COOKIE}", f"{COOKIE}=", f"{COOKIE}=x",
    f"{COOKIE}=\xff\xfe", f'{COOKIE}="\\355\\240\\200"', f'{COOKIE}="', f"{COOKIE}={'A' * 43}",
    f"{COOKIE}=\xc3\xa9", f"{COOKIE}={'A' * 9000}", f"{SESSION}=", f"{SESSION}=\xff",
    f"{SESSION}=.eJw.x.y", f"{SESSION}=e30.AAAAAA.{'A' * 27}", f'{SESSION}="\\377"',
    f"{SESSION}={'.' * 99}",
)  # fmt: skip


def mostly(usual: st.SearchStrategy[Any], odd: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The usual in three of four draws: a request with faults everywhere does not get far."""
    # Not one_of(), which would count the parts of each.
    return _odd.flatmap(lambda chosen: odd if chosen else usual)


_odd = st.sampled_from((False, False, False, True))


# Whatever a header can hold: servers let no line ends and no other controls through.
LATIN = st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_categories=["Cc"]))
QUOTED = st.binary(max_size=9).map(lambda junk: quote_from_bytes(junk, safe=""))
VALUES = st.one_of(st.sampled_from(ODD_VALUES), st.binary(max_size=12))


@st.composite
def requests(draw: st.DrawFn, bench: Bench) -> WireRequest:
    """A request to any rule: what a browser would send, with some of it wrong."""
    known = bench.known
    rule = draw(st.sampled_from(bench.rules))
    methods = st.sampled_from(sorted(rule.methods or ()))
    method = draw(mostly(methods, st.sampled_from(METHODS)))
    sender = bench.senders[draw(mostly(st.just("holder"), st.sampled_from(sorted(bench.senders))))]
    scheme = draw(mostly(st.just("http"), st.just("https")))
    headers: dict[str, str | None] = {"Cookie": sender.cookies}
    if scheme == "https":
        odd = st.sampled_from(ODD_HEADERS["Referer"])
        headers["Referer"] = draw(mostly(st.just("https://localhost/new"), odd))
    address = draw(mostly(usual_addresses(bench, rule), odd_addresses(bench, rule)))
    query = draw(mostly(st.just(""), queries(bench)))
    body = b""
    if method.upper() not in SAFE or draw(mostly(st.just(False), st.just(True))):
        tokens = [each.token for each in bench.senders.values()]
        token = draw(
            mostly(st.just(sender.token), st.sampled_from([None, "", "x", "é\0", *tokens]))
        )
        forms = [form for form in known.forms[rule.endpoint] if form.action == address]
        every = forms or [form for _, forms in sorted(known.forms.items()) for form in forms]
        if draw(mostly(st.just(False), st.just(True))):
            # As scripts send it.
            headers["X-CSRFToken"], token = (token or "").replace("\0", ""), None
        pairs = draw(fields(draw(st.sampled_from(every)), token))
        headers["Content-Type"], body = draw(bodies(pairs))
    headers.update(draw(mostly(st.just({}), odd_headers(sender.cookies, bench))))
    ends = draw(mostly(st.just(True), st.just(False)))
    return WireRequest(method, address, query, headers, body, scheme, ends)


def usual_addresses(bench: Bench, rule: Rule) -> st.SearchStrategy[str]:
    """Addresses from pages; if there is none, a rule filled with values of other gaps."""
    addresses = bench.known.addresses[rule.endpoint]
    return st.sampled_from(addresses) if addresses else filled(bench, rule, st.just("1"))


def odd_addresses(bench: Bench, rule: Rule) -> st.SearchStrategy[str]:
    odd = st.one_of(st.sampled_from(ODD_PARTS), QUOTED)
    anywhere = st.one_of(st.sampled_from(ODD_ADDRESSES), QUOTED.map("/{}".format))
    return st.one_of(filled(bench, rule, odd), filled(bench, rule, odd), anywhere)


@st.composite
def filled(draw: st.DrawFn, bench: Bench, rule: Rule, odd: st.SearchStrategy[str]) -> str:
    """A rule with something in its gaps that is known to be there, or not."""

    def fill(gap: re.Match[str]) -> str:
        offered = re.findall(r"\w+", (gap["kind"] or "").partition("(")[2])
        there = offered or bench.known.values[gap["name"]]
        return str(draw(st.one_of(st.sampled_from(there).map(quote), odd) if there else odd))

    return GAP.sub(fill, str(rule))


@cache
def queries(bench: Bench) -> st.SearchStrategy[str]:
    """Pairs, or anything else."""
    forms = [form for forms in bench.known.forms.values() for form in forms]
    names = sorted({*QUERY_NAMES, *(name for form in forms for name in form.named)})
    name = st.one_of(st.sampled_from(QUERY_NAMES), st.sampled_from(names)).map(str.encode)
    pairs = st.lists(st.tuples(mostly(name, VALUES), VALUES), max_size=4)
    one = st.builds("{}={}".format, st.sampled_from(QUERY_NAMES), st.integers(0, 9))
    return st.one_of(pairs.map(urlencoded).map(bytes.decode), one, LATIN)


@st.composite
def fields(draw: st.DrawFn, form: Form, token: str | None) -> list[tuple[bytes, bytes]]:
    """The fields of a form; some with another value, doubled or left out, and some unknown ones."""
    pairs = [(name.encode(), value.encode()) for name, value in form.sent if name != "csrf_token"]
    if token is not None:
        pairs.append((b"csrf_token", token.encode()))
    for name in draw(st.just([]) | st.lists(st.sampled_from(sorted(form.named)), max_size=3)):
        old = [each for each in pairs if each[0] == name.encode()]
        for each in old:
            pairs.remove(each)
        values = draw(st.lists(VALUES, max_size=2))
        pairs += [(name.encode(), value) for value in values]
    unknown = st.lists(st.tuples(VALUES, VALUES), max_size=3)
    more: list[tuple[bytes, bytes]] = draw(mostly(st.just([]), unknown))
    return pairs + more


@st.composite
def bodies(draw: st.DrawFn, pairs: list[tuple[bytes, bytes]]) -> tuple[str | None, bytes]:
    """The fields as a browser would send them, or in another way; with their type."""
    kind, body = "application/x-www-form-urlencoded", urlencoded(pairs)
    how = draw(mostly(st.just("form"), st.sampled_from(HOWS)))
    if how == "parts":
        heads = draw(
            mostly(st.just([b""]), st.lists(st.sampled_from(ODD_HEADS), min_size=1, max_size=3))
        )
        kind, body = "multipart/form-data; boundary=b", multipart(pairs, heads)
    elif how == "json":
        read = {name.decode("latin-1"): value.decode("latin-1") for name, value in pairs}
        kind, body = "application/json", json.dumps(read).encode()
    elif how == "many":
        body += b"&x=" * 20_000
    elif how == "huge":
        body += b"&x=" + b"x" * MOST_BYTES
    elif how == "just so":
        body += b"&x=" + b"x" * (MOST_BYTES - len(body) - 3)
    elif how == "junk":
        body = draw(st.one_of(VALUES, st.binary(max_size=200)))
    elif how == "cut":
        body = body[: draw(st.integers(0, len(body)))]
    elif how == "many parts":
        kind, body = (
            "multipart/form-data; boundary=b",
            multipart(pairs + [(b"x", b"")] * 1_000, [b""]),
        )
    elif how == "parts cut":
        body = multipart(pairs, [b'; filename="a.txt"\r\nContent-Type: text/plain', b""])
        kind, body = "multipart/form-data; boundary=b", body[: draw(st.integers(0, len(body)))]
    return draw(mostly(st.just(kind), st.sampled_from([None, *ODD_TYPES]))), body


@st.composite
def odd_headers(draw: st.DrawFn, cookies: str, bench: Bench) -> dict[str, str | None]:
    """Headers that no browser would send so."""
    names = [*sorted(ODD_HEADERS), "Content-Length", "Cookie", "Cookie", "Cookie"]
    headers: dict[str, str | None] = {}
    for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=4)):
        if name == "Content-Length":
            headers[name] = draw(st.sampled_from(ODD_LENGTHS))
        elif name == "Cookie":
            every = [*ODD_COOKIES, cookies, *(sender.cookies for sender in bench.senders.values())]
            some = draw(st.lists(st.one_of(st.sampled_from(every), LATIN), max_size=3))
            headers[name] = draw(st.sampled_from(("; ", ";", ",", ""))).join(some)
        else:
            headers[name] = draw(st.one_of(st.none(), st.sampled_from(ODD_HEADERS[name]), LATIN))
    return headers
