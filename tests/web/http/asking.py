"""An app of which anything may be asked: who asks, what its pages offer, and what it keeps."""

from __future__ import annotations

import gzip
import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urljoin, urlsplit

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Rule
from werkzeug.test import TestResponse, run_wsgi_app
from werkzeug.wrappers import Request

from scorepad.web.database import db
from tests.web.apps import app_in, everything
from tests.web.cast import (
    COOKIE,
    NAMES,
    SESSION,
    WITHDRAWN,
    Phone,
    hand,
    hand_over,
    players,
    start,
    take_pen,
    withdraw,
)
from tests.web.http.wire import WireRequest
from tests.web.pages import Form, Page, Value, page_of
from tests.web.scenes import Scenes, scenes_in

GAP: Final = re.compile(r"<(?:(?P<kind>[^<>]+):)?(?P<name>\w+)>")
# A link for another phone, as in a page's text.
LINK: Final = re.compile(r"https?://localhost(/[^\s<>\"]*)")

# Values for fields that the page leaves empty.
FILLING: Final[Mapping[str, Value]] = {
    **hand(6, 4, 2, 1, QS=1), **players(*NAMES[:4]), "dealer": "0", "name": "Fay", "seat": "0",
}  # fmt: skip


@dataclass(frozen=True)
class Sender:
    """Somebody with cookies, and a CSRF token that is good with them."""

    cookies: str
    token: str

    @classmethod
    def with_phone(cls, phone: Phone) -> Sender:
        token = phone.token()
        cookies = [phone.client.get_cookie(name) for name in (COOKIE, SESSION)]
        return cls("; ".join(f"{each.key}={each.value}" for each in cookies if each), token)

    @property
    def secret(self) -> str | None:
        """The secret of the phone's device."""
        match = re.search(rf"{COOKIE}=([^;]+)", self.cookies)
        return match and match[1]


class Logged(logging.Handler):
    """Collects logged errors."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


@contextmanager
def listening() -> Iterator[Logged]:
    logged = Logged()
    logging.getLogger().addHandler(logged)
    try:
        yield logged
    finally:
        logging.getLogger().removeHandler(logged)


class Known:
    """Known examples from the app's pages: addresses by endpoint, values of gaps, and forms."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.addresses: dict[str, list[str]] = defaultdict(list)
        self.values: dict[str, list[str]] = defaultdict(list)
        self.forms: dict[str, list[Form]] = defaultdict(list)

    def crawl(self, phone: Phone, *addresses: str) -> None:
        """Read every page that a phone gets to from here."""
        waiting, seen = [*addresses], set(addresses)
        while waiting:
            address = waiting.pop(0)
            self._add(address, "GET")
            response = phone.client.get(address, follow_redirects=True)
            self._add(response.request.path, "GET")
            if response.mimetype == "text/html":
                links = self.read(address, page_of(response))
                waiting += [each for each in links if each not in seen]
                seen.update(links)

    def read(self, address: str, page: Page) -> list[str]:
        """Store the forms of a page, filled in, and return the targets of its links."""
        for form in page.forms:
            to = urlsplit(urljoin(f"http://localhost{address}", form.action)).path
            # Where a browser without script stands afterwards.
            self._add(to, "GET")
            filling = {name: value for name, value in FILLING.items() if name in form.named}
            fields = list(form.forced(filling).items(multi=True))
            self.forms[self._add(to, "POST")].append(Form(to, fields, form.offered, form.named))
        links = [
            urlsplit(urljoin(f"http://localhost{address}", node.attributes[name]))
            for node in page.below
            for name in ("href", "src")
            if node.attributes.get(name)
        ]
        here = [link.path for link in links if link.netloc == "localhost"]
        return list(dict.fromkeys([*here, *LINK.findall(page.text)]))

    def made(self, phone: Phone, pad: str) -> list[str]:
        """The links of the answers to all forms that need no more than the pad's address.

        Such as making a link that gives the pen.
        """
        links = []
        for form in [form for forms in self.forms.values() for form in forms]:
            if form.action.startswith(pad) and not re.search(r"/\d+(/|$)", form.action):
                answer = phone.force(form, {})
                if answer.status_code == 200:
                    links += self.read(form.action, page_of(answer))
        return links

    def _add(self, address: str, method: str) -> str:
        """Keep an address as an example of its rule; the endpoint."""
        try:
            endpoint, values = self.app.url_map.bind("localhost").match(address, method)
        except HTTPException:
            return ""
        if address not in self.addresses[endpoint]:
            self.addresses[endpoint].append(address)
        for name, value in values.items():
            if str(value) not in self.values[name]:
                self.values[name].append(str(value))
        return str(endpoint)


@dataclass(eq=False)
class Bench:
    """An app with some games, and the means to send requests and to see their effects."""

    app: Flask
    known: Known
    senders: Mapping[str, Sender]
    scenes: Scenes
    logged: Logged
    requests: int = 0
    answered: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.rules: list[Rule] = sorted(self.app.url_map.iter_rules(), key=str)
        self.rows = everything(self.app)
        self._kept = self.scenes.keep()
        hashes = [
            str(row[list(table.columns).index(table.columns["secret_hash"])])
            for table in db.metadata.sorted_tables
            if "secret_hash" in table.columns
            for row in self.rows[table.name]
        ]
        own = [sender.secret for sender in self.senders.values() if sender.secret]
        self.secrets = [*own, *hashes, str(self.app.secret_key)]

    def reset(self) -> None:
        """Make everything as it was at first. Fails if a request still writes."""
        self.scenes.expect_no_writer()
        if everything(self.app) != self.rows:
            self.scenes.put_back(self._kept)

    def ask(self, request: WireRequest) -> TestResponse:
        """Send a request, each from another address, so that no limit is reached."""
        self.requests += 1
        environ = request.environ(
            ".".join(str(self.requests >> bits & 255) for bits in (24, 16, 8, 0))
        )
        answer = run_wsgi_app(self.app, environ, buffered=True)
        self.answered[int(answer[1].split()[0])] += 1
        response = TestResponse(*answer, request=Request(environ))
        if response.content_encoding == "gzip":
            # As a browser would read it.
            response.data = gzip.decompress(response.data)
        return response

    def holds_a_pen(self, request: WireRequest) -> bool:
        secrets = [self.senders[who].secret or "" for who in ("holder", "other")]
        return any(secret in (request.headers.get("Cookie") or "") for secret in secrets)

    def secrets_in(self, text: str) -> list[str]:
        return [secret for secret in self.secrets if secret in text]


@contextmanager
def bench_in(folder: Path) -> Iterator[Bench]:
    """A pad with games in every state and two pens, another pad, and a pen that was withdrawn."""
    with app_in(folder) as app:
        holder, other, withdrawn = Phone(app), Phone(app), Phone(app)
        table = start(holder)
        for _ in range(3):
            table.recorded(6, 4, 2, 1, QS=1)
        table.do("undo")
        more = f"{table.pad}new"
        start(holder, at=more, target="20").recorded(10, 3, 0, 0, QS=0)
        start(holder, at=more, moon="choice", sun="y", preset="omnibus")
        start(holder, at=more).do("stop")
        start(holder, at=more).do("bin")
        others = start(other)
        others.recorded(6, 4, 2, 1, QS=1)
        for phone, name in ((Phone(app), "Another"), (withdrawn, WITHDRAWN)):
            take_pen(phone, hand_over(table), name)
        withdraw(table, WITHDRAWN)
        with listening() as logged:
            known = Known(app)
            known.crawl(holder, table.address, table.pad, "/", "/new")
            known.crawl(other, others.address, others.pad)
            looker_on = Phone(app)
            known.crawl(looker_on, *known.made(holder, table.pad), table.pad)
            # A failure here would otherwise show as something else later.
            assert not logged.records, logged.records
            phones = {
                "holder": holder,
                "other": other,
                "withdrawn": withdrawn,
                "looker on": looker_on,
            }
            senders = {who: Sender.with_phone(phone) for who, phone in phones.items()}
            with scenes_in(app) as scenes:
                yield Bench(app, known, senders, scenes, logged)
