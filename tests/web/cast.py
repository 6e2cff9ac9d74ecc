"""Who is at the table in these tests: phones, and the table of a game.

Also who is not: see :class:`Cast`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final
from uuid import uuid4

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from scorepad.rules import Hand
from scorepad.store.game.hands import Seen, record_hand
from scorepad.store.game.snapshot import game_with_id
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.models import Device, Game, Pad, Pen
from scorepad.store.pad import pads
from scorepad.store.pad import pens as pen_store
from scorepad.store.secrets import hash_of
from tests.web.apps import everything, reading, writing
from tests.web.pages import Form, Page, Value, page_of

NAMES: Final = ("Anna", "Ben", "Cara", "Dora", "Emil", "Fay", "Gus")
COOKIE: Final = "scorepad_device"
SESSION: Final = "scorepad_session"
WITHDRAWN: Final = "The withdrawn"


class Client(FlaskClient):
    """A client that reads every answer to its end, as browsers do, unless told otherwise."""

    def open(
        self, *args: Any, buffered: bool = True, follow_redirects: bool = False, **kwargs: Any
    ) -> TestResponse:
        return super().open(*args, buffered=buffered, follow_redirects=follow_redirects, **kwargs)


class Phone:
    """A browser with its cookies."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = Client(app, app.response_class)
        self.shows: tuple[str, Page] | None = None

    def open(self, address: str) -> Page:
        """The page at an address, redirects followed."""
        response = self.client.get(address, follow_redirects=True)
        assert response.status_code == 200, (address, response.status)
        page = page_of(response)
        self.shows = address, page
        return page

    def submit(self, form: Form, changes: Mapping[str, Value] | None = None) -> TestResponse:
        """Fill in a form as its page allows, and send it."""
        return self.client.post(form.action, data=form.filled(changes or {}))

    def force(self, form: Form, changes: Mapping[str, Value]) -> TestResponse:
        """Send a form with whatever somebody made up."""
        return self.client.post(form.action, data=form.forced(changes))

    def refused(
        self, form: Form, changes: Mapping[str, Value] | None = None, status: int = 422
    ) -> Page:
        """The page that answers a form, whatever is in it, of which nothing was stored."""
        before = everything(self.app)
        response = self.force(form, changes or {})
        assert response.status_code == status, (response.status, changes)
        assert everything(self.app) == before, changes
        page = page_of(response)
        says = page.alert, *page.faults, *page.all("fieldset", class_="moons")
        # The page of an error says nothing else.
        assert any(says) or not page.forms or status not in (409, 422), changes
        return page

    def token(self) -> str:
        """A CSRF token that is good for this phone."""
        token = self.open("/new").form()["csrf_token"]
        assert token
        return token

    def come_as(self, other: Phone) -> None:
        """Take over the cookies of another phone."""
        for cookie in (other.client.get_cookie(name) for name in (COOKIE, SESSION)):
            if cookie is not None:
                self.client.set_cookie(cookie.key, cookie.value)

    @property
    def secret(self) -> str | None:
        """What makes the phone the device that it is; ``None`` if it is none."""
        cookie = self.client.get_cookie(COOKIE)
        return None if cookie is None else cookie.value


@dataclass(frozen=True)
class Table:
    """A game at its address, and the phone that started it and holds the pen."""

    phone: Phone
    address: str

    @property
    def pad(self) -> str:
        """The address of the pad's front page."""
        return self.address.partition("table/")[0]

    @property
    def key(self) -> str:
        """The part of the pad's address that cannot be guessed."""
        return self.pad.split("/")[2]

    @property
    def number(self) -> int:
        """The game's number."""
        return int(self.address.rpartition("/")[2])

    @property
    def app(self) -> Flask:
        """The app that keeps it."""
        return self.phone.app

    def page(self) -> Page:
        """The table as the holder of the pen sees it."""
        return self.phone.open(self.address)

    def more(self, phone: Phone | None = None) -> Page:
        """The page More, as the holder of the pen sees it, or on another phone."""
        return (phone or self.phone).open(f"{self.address}/more")

    def entry(self) -> Form:
        """A form for the next hand that nobody else fills in."""
        form = self.page().form(self.address)
        self.phone.shows = None
        return form

    def hand(self, line: int) -> str:
        """The address of a hand."""
        return f"{self.address}/hand/{line}"

    def correction(self, line: int) -> Form:
        """The form in which a hand is corrected."""
        return self.phone.open(self.hand(line)).form(self.hand(line))

    def acts(self, what: str) -> list[Form]:
        """The forms of one thing to do with the game, as the table and then More have them."""
        pages = self.page(), self.more()
        self.phone.shows = None
        forms = [form for page in pages for form in page.forms]
        return [form for form in forms if form.action == f"{self.address}/{what}"]

    def act(self, what: str) -> Form:
        """The form of one thing to do with the game; the table has undo and redo too."""
        *others, form = self.acts(what)
        assert len(others) == (1 if others and what in ("undo", "redo") else 0)
        return form

    def do(self, what: str, **fields: str) -> Page:
        """Do one thing with the game; the table afterwards."""
        return self.saved(self.phone.submit(self.act(what), fields))

    def write(self, what: str, note: str) -> Page:
        """Write a "note" on the game or an "evening-note"; the page to which that leads."""
        form = self.phone.open(f"{self.address}/{what}").form(f"/{what}")
        response = self.phone.submit(form, {"note": note})
        assert response.status_code == 303
        return self.phone.open(response.location or "")

    def name_pad(self, name: str) -> Page:
        """Give the pad a name; its front page afterwards."""
        response = self.phone.submit(self.phone.open(self.pad).form("/name"), {"name": name})
        assert (response.status_code, response.location) == (303, self.pad)
        return self.phone.open(self.pad)

    def removal(self, line: int) -> Form:
        """The form that takes a hand out."""
        return self.phone.open(self.hand(line)).form("/remove")

    def record(self, *hearts: int, **cards: int) -> Page:
        """Take down a hand, on the table that the phone shows; the table afterwards."""
        shown = self.phone.shows
        page = shown[1] if shown and shown[0] == self.address else self.page()
        return self.saved(self.phone.submit(page.form(self.address), hand(*hearts, **cards)))

    def recorded(self, *hearts: int, **cards: int) -> Table:
        """Record a hand without any page, for tests of what comes afterwards."""
        with writing(self.app) as session:
            game = self.row(session)
            snapshot = game_with_id(session.connection(), game.id)
            secrets = (self.phone.secret or "").split(".")
            own = Device.secret_hash.in_([hash_of(secret) for secret in secrets])
            held = select(Pen.device_id).join(Device).where(Pen.pad_id == game.pad_id, own)
            device, seen = session.scalars(held).one(), Seen(snapshot.revision)
            hand = Hand(hearts, cards)
            record_hand(session, snapshot, device, hand, entry_id=str(uuid4()), seen=seen)
        return self

    def saved(self, response: TestResponse) -> Page:
        """The table, to which a response that saved something leads."""
        assert (response.status_code, response.location) == (303, self.address)
        return self.page()

    def rules(self) -> dict[str, Any]:
        """The options that were stored for the game."""
        with reading(self.app) as session:
            return dict(self.row(session).rules)

    def row(self, session: Session) -> Game:
        """The game in the database."""
        pad = session.scalars(select(Pad).where(Pad.address == self.key)).one()
        statement = select(Game).where(Game.pad_id == pad.id, Game.number == self.number)
        return session.scalars(statement).one()


def hand(*hearts: int | None, **cards: int) -> dict[str, Value]:
    """The entry form's fields for these hearts by seat and takers of special cards."""
    return {
        **{f"hearts_{seat}": str(count) for seat, count in enumerate(hearts) if count is not None},
        **{f"cards_{card}": str(taker) for card, taker in cards.items()},
    }


def players(*names: str) -> dict[str, Value]:
    """The start form's fields for these names; the rows after them are emptied."""
    return {f"name_{row}": "".join(names[row : row + 1]) for row in range(7)}


def start_form(phone: Phone) -> Form:
    """The form that starts a game in a new pad."""
    return phone.open("/new").form()


def start(phone: Phone, *names: str, at: str = "/new", **choices: str) -> Table:
    """Start a game with the form at an address; the first player deals unless chosen otherwise."""
    form = phone.open(at).form()
    fields = {**players(*(names or NAMES[:4])), "dealer": "0", **choices}
    response = phone.submit(form, fields)
    if response.status_code == 422 and "sure" in (asks := page_of(response).form()).named:
        response = phone.submit(asks)
    assert response.status_code == 303, page_of(response).faults
    assert response.location is not None
    return Table(phone, response.location)


def started(
    phone: Phone, base: str = "http://localhost", headers: Mapping[str, str] | None = None
) -> TestResponse:
    """The answer to the first start of a game at this address of the server."""
    page = page_of(phone.client.get("/new", base_url=base, headers=headers))
    data = page.form().filled({**players(*NAMES[:4]), "dealer": "0"})
    return phone.client.post("/new", base_url=base, data=data, headers=headers)


def cookies(response: TestResponse) -> dict[str, set[str]]:
    """The attributes of each cookie that an answer sets."""
    lines = [line.split("; ") for line in response.headers.getlist("Set-Cookie")]
    return {first.partition("=")[0]: {*rest} for first, *rest in lines}


def seat_four(phone: Phone) -> Table:
    """The game that the untouched start form makes of the first four names, in a pad of its own.

    For tests of what comes afterwards: without any page, and the phone gets the cookie.
    """
    new = NewGame(NAMES[:4], {"preset": "black-lady"}, 0)
    with writing(phone.app) as session:
        device, secret = pen_store.new_device(session)
        pad = pads.new_pad(session, device.id, "Phone")
        game = start_game(session, pad, device.id, new, entry_id=str(uuid4()))
        address = f"/pad/{pad.address}/table/{game.number}"
    phone.client.set_cookie(COOKIE, secret)
    return Table(phone, address)


def finished_beside(table: Table, *hearts: int, **cards: int) -> Table:
    """One more game in the pad of a game of four, which this one hand ended; without any page."""
    new = NewGame(NAMES[:4], {"target": 20}, 0)
    with writing(table.app) as session:
        pad = session.get_one(Pad, table.row(session).pad_id)
        (device, *_) = session.scalars(select(Pen.device_id).where(Pen.pad_id == pad.id))
        game = start_game(session, pad, device, new, entry_id=str(uuid4()))
        finished = Table(table.phone, f"{table.pad}table/{game.number}")
    return finished.recorded(*(hearts or (9, 2, 1, 1)), **(cards or {"QS": 0}))


def hand_over(table: Table, phone: Phone | None = None) -> str:
    """A link that gives the pad's pen, made by a holder with the page of the pens."""
    phone = phone or table.phone
    response = phone.submit(phone.open(f"{table.pad}pens").form("/pens/link"))
    assert response.status_code == 200
    return page_of(response).only(class_="link").text


def take_pen(phone: Phone, link: str, name: str | None = None) -> None:
    """Open a link and confirm it, with the name that the page proposes or with one's own."""
    response = phone.submit(phone.open(link).form("/pen"), {} if name is None else {"name": name})
    assert response.status_code == 303, page_of(response).faults


def pens(table: Table, phone: Phone | None = None) -> list[tuple[str, str]]:
    """The pens that a holder's page lists: the device's name, the address that withdraws it.

    The last one has no such address.
    """
    items = (phone or table.phone).open(f"{table.pad}pens").only("ul", class_="pens").all("li")
    rows = []
    for item in items:
        addresses = [form.attributes["action"] for form in item.all("form")]
        withdraws = [address for address in addresses if not address.endswith("/name")]
        rows.append((item.all("bdi")[0].text, "".join(withdraws)))
    return rows


def withdraw(table: Table, name: str, phone: Phone | None = None) -> TestResponse:
    """Withdraw the pen of the one device of this name with the page of the pens."""
    phone = phone or table.phone
    (address,) = [address for each, address in pens(table, phone) if each == name]
    return phone.submit(phone.open(f"{table.pad}pens").form(address))


@dataclass(frozen=True)
class Cast:
    """Everybody who may come to a pad, with the table that they come to.

    ``second`` took the pen through a link, ``withdrawn`` too, and lost it again. ``looker_on`` has
    the address and is no device, ``made_up`` says that it is one. ``undecided`` has opened a good
    link and not confirmed it. ``neighbour`` holds the pen of another pad. ``stranger`` has no
    address and guesses.
    """

    table: Table
    holder: Phone
    second: Phone
    withdrawn: Phone
    looker_on: Phone
    made_up: Phone
    undecided: Phone
    neighbour: Phone
    stranger: Phone

    @property
    def everybody(self) -> dict[str, Phone]:
        """All phones, by who they are."""
        return {each.name: getattr(self, each.name) for each in fields(self)[1:]}

    @property
    def holders(self) -> dict[str, Phone]:
        """Who may write."""
        return {"holder": self.holder, "second": self.second}

    @property
    def lookers_on(self) -> dict[str, Phone]:
        """Who may look and not write."""
        others = (*self.holders, "stranger")
        return {who: phone for who, phone in self.everybody.items() if who not in others}

    def guesses(self) -> list[str]:
        """Addresses of no pad: what somebody may try who has seen one, or who has not."""
        real = self.table.key
        other = "A" if real[0] != "A" else "B"
        middle = len(real) // 2
        return [
            *(other + real[1:], real[:middle] + other * 2 + real[middle + 2 :]),
            *(real[:-1], real[1:], real + "A", real.swapcase(), real[::-1], real + "%20"),
            *("x", "0", "1", "%00", "%25", "é", "A" * 5000),
        ]


def gather(table: Table) -> Cast:
    """The cast around a table."""
    app = table.app
    cast = Cast(table, table.phone, *(Phone(app) for _ in fields(Cast)[2:]))
    take_pen(cast.second, hand_over(table), "The second")
    cast.undecided.open(hand_over(table))
    cast.made_up.client.set_cookie(COOKIE, "A" * 43)
    seat_four(cast.neighbour)
    with writing(app) as session:
        pad = session.get_one(Pad, table.row(session).pad_id)
        secret = pen_store.take_pen(session, pen_store.hand_over(session, pad, None), WITHDRAWN)
        pen = session.scalars(select(Pen).where(Pen.name == WITHDRAWN)).one()
        pen_store.withdraw(session, pad, pen.id, pen.device_id)
        assert secret is not None
    cast.withdrawn.client.set_cookie(COOKIE, secret)
    return cast
