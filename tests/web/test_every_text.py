"""Nothing that people read goes round the catalogues, on any page.

In these tests a translation is its text in brackets: what stands outside of brackets was written
where no translation reaches it. Names that people typed are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from typing import Final
from uuid import uuid4

import pytest
from babel.dates import get_month_names
from hypothesis import HealthCheck, given, settings
from werkzeug.test import TestResponse

from scorepad.web.words import translation
from tests.support.many_games import PLAYERS, Size, fill
from tests.support.torture import examples
from tests.web.apps import app_in, writing
from tests.web.cast import COOKIE, NAMES, Phone, Table, start
from tests.web.pages import Node, page_of
from tests.web.test_every_page import Bench, Evening, evenings, pages

pytestmark = pytest.mark.slow

OPEN, CLOSE = "⟦", "⟧"
_BRACKETS: Final = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
# Names of people, of us, of the other language, and what is the same in every language.
_NAMES: Final = {
    *NAMES, *PLAYERS, *get_month_names(locale="de").values(),
    "Scorepad", "English", "Deutsch", "CSV", "UTC", "http", "localhost", "pad", "Phone",
}  # fmt: skip
# What people read of an element besides its text.
_READ: Final = ("alt", "aria-label", "placeholder", "title")
# These are addresses, or a suggestion of what people typed.
_NOT_READ: Final = ("datalist", "script", "style")
_ADDRESSES: Final = {"address", "link"}


class _Bracketed(NullTranslations):
    """Every text in brackets."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{CLOSE}"

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("texts")
    with pytest.MonkeyPatch.context() as patch, app_in(folder / "data") as app:
        patch.setattr(translation, "catalogue", lambda _: _Bracketed())
        phones = Phone(app), Phone(app)
        start(phones[0])
        for phone in phones:
            phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "de"
        yield Bench(phones[0], phones[0].token(), phones[1])


def texts(node: Node) -> Iterator[str]:
    """What people read in an element."""
    if node.tag in _NOT_READ or _ADDRESSES & {*node.attributes.get("class", "").split()}:
        return
    for name in _READ:
        yield node.attributes.get(name, "")
    # What scripts say.
    yield from (value for name, value in node.attributes.items() if name.startswith("data-say"))
    for child in node.children:
        if isinstance(child, str):
            yield child
        else:
            yield from texts(child)


def outside(text: str) -> set[str]:
    """The words outside of brackets."""
    while _BRACKETS.search(text):
        text = _BRACKETS.sub(" ", text)
    return set(_WORD.findall(text)) - _NAMES


def check(response: TestResponse) -> None:
    """A page has no word outside of brackets; redirects are followed before."""
    assert response.mimetype == "text/html", (response.request.path, response.mimetype)
    assert response.status_code not in range(300, 400), (response.request.path, response.location)
    # An inner pair of brackets may begin in one element and end in another.
    found = outside(" ".join(texts(page_of(response))))
    assert not found, (response.request.path, found)


def test_words_outside_of_brackets_are_found() -> None:
    assert outside(f"{OPEN}Save {OPEN}hand{CLOSE} 5{CLOSE} now, Anna") == {"now"}


@settings(
    max_examples=examples(2, 6),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(evening=evenings())
def test_every_text_of_a_game_can_be_translated(bench: Bench, evening: Evening) -> None:
    table = bench.begin(evening.new)
    for write in evening.writes:
        bench.send(table, write)
        check(bench.phone.client.get(table.address))
        check(bench.looker_on.client.get(table.address))
    for address, query, _ in pages(table, evening.moon_query):
        answer = bench.phone.client.get(address, query_string=query, follow_redirects=True)
        if not address.endswith((".svg", ".csv", ".json", ".jsonl")):
            check(answer)


def test_every_text_of_a_pad_can_be_translated(bench: Bench) -> None:
    client = bench.phone.client

    def see(phone: Phone, address: str) -> None:
        check(phone.client.get(address, follow_redirects=True))

    for players in range(3, 7):
        check(client.get("/new", query_string={"players": str(players)}))
    table = Table(bench.phone, start(bench.phone, *NAMES[:3]).address)
    for page in ("", "new", "pens", "delete", "bin"):
        see(bench.phone, f"{table.pad}{page}")
    with writing(bench.phone.app) as session:
        many = fill(session, Size(games=30, binned=30, pens=30, held=30))
    phone = Phone(bench.phone.app)
    phone.client.environ_base = client.environ_base
    phone.client.set_cookie(COOKIE, many.secret)
    for page in ("", "?before=30", "?oldest", "bin", "bin?before=30", "pens", "pens?after=20"):
        see(phone, f"/pad/{many.address}/{page}")
    for address in ("/", "/new", "/none", "/pen/none", f"{table.pad}pens/0"):
        see(bench.phone, address)
        see(bench.looker_on, address)
        check(bench.looker_on.client.post(address))
        check(client.post(address, data={"csrf_token": bench.token}))
    for page in ("name", "delete", "pens", "new", "table/1"):
        check(client.post(f"{table.pad}{page}", data={"csrf_token": bench.token, "name": "1" * 31}))
    check(client.post("/new", data={"csrf_token": bench.token, "name_0": "A", "name_1": "A"}))


def test_refused_answers_can_be_translated(bench: Bench) -> None:
    fields = {f"name_{seat}": name for seat, name in enumerate(NAMES[:4])}
    wrong = {
        "target": ("0", "x", "99999999"),
        "pass_count": ("0", "99"),
        "other_deck": ("XX", "QS", "2D", "2D,2D,2C,2S"),
        "queen": ("x", "1001"),
        "dealer": ("5", "9"),
        "moon": ("Anna",),
        "hands_before": ("-1", "x", "99999"),
        "opening_0": ("x", "99999"),
        "order_1": ("x",),
        "name_1": (
            "1" * 31,
            "Anna",
            "​",
            "e" + "\N{COMBINING ACUTE ACCENT}" * 300,
        ),
        "entry_id": ("", "ä"),
    }
    for field, values in wrong.items():
        for value in values:
            data = {"csrf_token": bench.token, "entry_id": uuid4().hex, **fields, field: value}
            answer = bench.phone.client.post("/new", data=data)
            assert answer.status_code == 422, (field, value)
            check(answer)
