"""Whoever has the address can see; only holders of the pen can write. For every address.

The addresses are those of the app's own map, and everybody of the cast tries all of them, so that
one added later is tried too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

import pytest
from flask import Flask, url_for
from sqlalchemy import select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorepad.store.base import now
from scorepad.store.models import Device, Pen, PenLink
from tests.web.cast import (
    COOKIE,
    Cast,
    Client,
    Phone,
    Table,
    everything,
    finished_beside,
    gather,
    hand,
    hand_over,
    pens,
    reading,
    writing,
)
from tests.web.pages import page_of

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# An address like any other, of a pad that never was.
NEVER = "A" * 22
# Too large for a game, for a column, for a float, and for Python to read.
HUGE = ("1000000000", "9" * 25, "9" * 400, "9" * 5000)
WHO: Final = (
    "holder",
    "second",
    "withdrawn",
    "looker_on",
    "made_up",
    "undecided",
    "neighbour",
    "stranger",
)
WITH_THE_ADDRESS: Final = WHO[:-1]
WITHOUT_THE_PEN: Final = WITH_THE_ADDRESS[2:]

# Everybody's answers at the addresses without a pad, except for those that are named. A new address
# must be added here: who may do what there is a decision.
WITHOUT_A_PAD: Final[Mapping[tuple[str, str], tuple[int, Mapping[str, int]]]] = {
    ("GET", "/static/<path:filename>"): (200, {}),
    ("GET", "/static/<string(length=12):release>/<path:filename>"): (200, {}),
    # On to the only pad that the phone can write in.
    ("GET", "/"): (200, {"holder": 302, "second": 302, "neighbour": 302}),
    ("GET", "/language/<code>"): (303, {}),
    ("GET", "/theme/<name>"): (303, {}),
    ("GET", "/manifest.webmanifest"): (200, {}),
    ("GET", "/sw.js"): (200, {}),
    ("GET", "/offline"): (200, {}),
    # On to a game of those whose pen the phone holds, or to the first page.
    ("GET", "/play"): (302, {}),
    ("GET", "/play/new"): (302, {}),
    ("GET", "/new"): (200, {}),
    # The form is not filled in.
    ("POST", "/new"): (422, {}),
    # No link gives a pen but the one that the undecided has opened, and that by its page only.
    ("GET", "/pen"): (404, {"undecided": 200}),
    ("POST", "/pen"): (404, {"undecided": 409}),
    ("GET", "/pen/<secret>"): (404, {}),
}


@pytest.fixture
def played(table: Table) -> Table:
    """A game with two hands, and beside it one that is over, an evening of its own."""
    finished_beside(table)
    return table.recorded(6, 4, 2, 1, QS=1).recorded(1, 2, 4, 6, QS=2)


@pytest.fixture
def cast(played: Table) -> Cast:
    return gather(played)


def rules_of(app: Flask) -> list[Rule]:
    """Every address below a pad."""
    rules = [rule for rule in app.url_map.iter_rules() if "address" in rule.arguments]
    assert len(rules) >= 9
    return rules


def values_for(rule: Rule, table: Table, **others: object) -> dict[str, Any]:
    """Values for the gaps of an address; a future gap gets a default."""
    known: dict[str, object] = {
        **dict.fromkeys(rule.arguments, 1),
        "address": table.key,
        "number": table.number,
        "line": 1,
        "pen": "1",
        "first": 2,
        # The one gap that is filled with a word.
        "_act": "undo",
        **others,
    }
    return {name: known[name] for name in rule.arguments}


def address_of(app: Flask, rule: Rule, values: Mapping[str, Any]) -> str:
    """The address of a rule; values for numbers may be any text."""
    numbers = sorted(name for name in values if name != "_act")
    marks = {name: 987654321000 + index for index, name in enumerate(numbers)}
    words = {name: value for name, value in values.items() if name not in marks}
    with app.test_request_context():
        address = url_for(
            rule.endpoint,
            _anchor=None,
            _method=None,
            _scheme=None,
            _external=None,
            **{name: str(mark) if name == "address" else mark for name, mark in marks.items()},
            **words,
        )
    for name, mark in marks.items():
        address = address.replace(str(mark), str(values[name]))
    return address


def requests(app: Flask, table: Table, **others: object) -> Iterator[tuple[str, str, Rule]]:
    """Method and address of every request below a pad."""
    for rule in rules_of(app):
        address = address_of(app, rule, values_for(rule, table, **others))
        for method in sorted(rule.methods or ()):
            yield method, address, rule


def for_the_pen(app: Flask, rule: Rule) -> bool:
    return bool(getattr(app.view_functions[rule.endpoint], "for_the_pen", False))


def written(app: Flask, table: Table, token: str) -> dict[str, str]:
    """The fields of every write: enough for most of them to be carried out."""
    with reading(app) as session:
        revision = str(table.row(session).revision)
    filled = {name: str(value) for name, value in hand(1, 2, 4, 6, QS=0).items()}
    return {**filled, "csrf_token": token, "revision": revision, "entry_id": "e", "name": "Emil",
            "seat": "0", "dealer": "1"}  # fmt: skip


def told_of_the_pen(response: TestResponse) -> bool:
    """Whether the answer is the page that explains how to get the pen."""
    page = page_of(response)
    return page.title == "This phone has no pen" and "can give you one" in page.main.text


def test_the_cast_is_who_it_is_said_to_be(cast: Cast) -> None:
    assert tuple(cast.everybody) == WHO
    assert tuple(cast.holders) == WHO[:2]
    assert tuple(cast.lookers_on) == WITHOUT_THE_PEN
    assert [name for name, _ in pens(cast.table)][1:] == ["The second"]
    secrets = {who: phone.secret for who, phone in cast.everybody.items()}
    assert {who for who, secret in secrets.items() if secret is None} == {
        *("looker_on", "undecided", "stranger"),
    }
    with reading(cast.table.app) as session:
        held = select(Pen.withdrawn).where(Pen.name == "The withdrawn")
        assert session.scalars(held).one() is not None
    assert cast.table.address not in cast.neighbour.open("/").text


@pytest.mark.parametrize("who", WITHOUT_THE_PEN)
def test_nobody_writes_without_the_pen(app: Flask, cast: Cast, who: str) -> None:
    phone = cast.lookers_on[who]
    token = phone.token()
    before = everything(app)
    tried = set()
    # As if the own pen, another one, or none were to be withdrawn.
    for pen in ("1", "2", "3", "999999999"):
        for method, address, rule in requests(app, cast.table, pen=pen):
            if method in SAFE or (pen != "1" and "pen" not in rule.arguments):
                continue
            data = written(app, cast.table, token)
            response = phone.client.open(address, method=method, data=data)
            assert response.status_code == 403, (method, address)
            assert told_of_the_pen(response)
            assert everything(app) == before, (method, address)
            tried.add(rule.endpoint)
    assert tried == {
        rule.endpoint for rule in rules_of(app) if rule.methods and rule.methods - SAFE
    }
    assert tried >= {
        *("new_game.start", "table.record", "correction.correct", "correction.remove"),
        *("pens.hand_over", "pens.withdraw", "pad_name.give"),
        *("undo.undo", "undo.redo", "stop.stop", "stop.reopen", "bin.put", "bin.take_out"),
        *("bin.delete", "next_hand.decide", "substitution.replace", "rematch.rematch"),
    }  # fmt: skip


@pytest.mark.parametrize("who", ["holder", "second"])
def test_the_same_requests_reach_what_they_are_for_with_the_pen(
    app: Flask, cast: Cast, who: str
) -> None:
    phone = cast.holders[who]
    token = phone.token()
    other = {"holder": "The second"}.get(who, pens(cast.table)[0][0])
    pen = next(where.rpartition("/")[2] for name, where in pens(cast.table) if name == other)
    for method, address, rule in requests(app, cast.table, pen=pen):
        if method in SAFE:
            continue
        data = written(app, cast.table, token)
        response = phone.client.open(address, method=method, data=data)
        # Two forms are not filled in, this game has neither ended nor is it in the bin, a link is
        # shown and that is all.
        others = {
            "new_game.start": 422,
            "delete_pad.delete": 422,
            # Without a file.
            "import_games.take": 422,
            # Without a name of anybody, or a change of names.
            "player_names.merge": 422,
            "names_history.undo": 422,
            "names_history.redo": 422,
            "rematch.rematch": 409,
            "bin.delete": 409,
            "pens.hand_over": 200,
        }
        assert response.status_code == others.get(rule.endpoint or "", 303), address


@pytest.mark.parametrize("who", WITH_THE_ADDRESS)
def test_every_page_is_shown_to_who_may_see_it(app: Flask, cast: Cast, who: str) -> None:
    phone = cast.everybody[who]
    writes = who in cast.holders
    for method, address, rule in requests(app, cast.table):
        expected = {403} if for_the_pen(app, rule) and not writes else {200, 302}
        if method == "GET":
            response = phone.client.get(address)
            assert response.status_code in expected, address
            assert phone.client.head(address).status_code == response.status_code, address
            if 403 in expected:
                assert told_of_the_pen(response)
            elif response.location:
                assert response.location.startswith(cast.table.pad), address
            response = phone.client.get(address, follow_redirects=True)
            assert response.status_code in expected, address
            if response.mimetype == "text/html" and not writes:
                assert not page_of(response).forms, address
        elif method == "OPTIONS":
            # What says only which methods there are.
            allowed = {200} if writes else {200, 403}
            assert phone.client.options(address).status_code in allowed, address


@pytest.mark.parametrize("who", WITH_THE_ADDRESS)
def test_whoever_looks_changes_nothing(app: Flask, cast: Cast, who: str) -> None:
    before = everything(app)
    for method, address, _ in requests(app, cast.table):
        if method in SAFE:
            cast.everybody[who].client.open(address, method=method)
    assert everything(app) == before


@pytest.mark.parametrize("who", WITH_THE_ADDRESS)
def test_no_other_methods_do_anything(app: Flask, cast: Cast, who: str) -> None:
    phone = cast.everybody[who]
    data = written(app, cast.table, phone.token())
    before = everything(app)
    addresses: dict[str, set[str]] = {}
    for method, address, _ in requests(app, cast.table):
        addresses.setdefault(address, set()).add(method)
    for address, methods in addresses.items():
        for method in {"POST", "PUT", "PATCH", "DELETE"} - methods:
            response = phone.client.open(address, method=method, data=data)
            assert response.status_code == 405, (method, address)
    assert everything(app) == before


def test_who_may_not_write_is_told_so_even_without_a_token(cast: Cast) -> None:
    for phone in cast.lookers_on.values():
        assert phone.client.post(cast.table.address).status_code == 403


@pytest.mark.parametrize("who", WITH_THE_ADDRESS)
def test_no_answer_shows_a_secret_or_its_hash(app: Flask, cast: Cast, who: str) -> None:
    secrets = {phone.secret for phone in cast.everybody.values() if phone.secret}
    with reading(app) as session:
        hashes = set(session.scalars(select(Device.secret_hash)))
        hashes |= set(session.scalars(select(PenLink.secret_hash)))
    assert len(secrets) == 5
    assert {sha256(secret.encode()).hexdigest() for secret in secrets} & hashes
    pattern = re.compile("|".join(re.escape(each) for each in secrets | hashes))
    phone = cast.everybody[who]
    places = [address for method, address, _ in requests(app, cast.table) if method == "GET"]
    for address in (*places, "/", "/new", "/pen", "/pen/x", "/nothing"):
        response = phone.client.get(address, follow_redirects=True)
        # Pictures are no text.
        assert not pattern.search(str(response.data, "latin-1")), address
        headers = [line for line in response.headers if line[0] != "Set-Cookie"]
        assert not pattern.search(repr(headers)), address
        # A browser is given its own secret again, and nobody else's.
        in_cookies = pattern.findall(repr(response.headers.getlist("Set-Cookie")))
        assert set(in_cookies) <= {phone.secret}, address


def test_the_addresses_without_a_pad_are_known(app: Flask) -> None:
    addresses = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        if "address" not in rule.arguments
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    assert addresses == set(WITHOUT_A_PAD)


@pytest.mark.parametrize("who", WHO)
def test_without_a_pads_address_nobody_is_led_to_a_pad_but_its_holders(
    app: Flask, cast: Cast, who: str
) -> None:
    phone = cast.everybody[who]
    token = phone.token()
    before = everything(app)
    for (method, rule), (usual, others) in WITHOUT_A_PAD.items():
        address = rule.replace("<string(length=12):release>", "0" * 12)
        address = address.replace("<path:filename>", "icon.svg").replace("<secret>", NEVER)
        address = address.replace("<code>", "de").replace("<name>", "dark")
        data = {"csrf_token": token, "name": "x" * 31} if method == "POST" else None
        response = phone.client.open(address, method=method, data=data)
        assert response.status_code == others.get(who, usual), (method, address)
        if who not in cast.holders:
            assert cast.table.key not in f"{response.headers} {response.text}", (method, address)
    assert everything(app) == before


def test_the_pages_that_are_only_good_for_writing_are_for_the_pen(app: Flask) -> None:
    marked = {rule.endpoint for rule in rules_of(app) if for_the_pen(app, rule)}
    assert marked >= {"new_game.ask", "correction.hand", "pens.list_of_pens", "pens.not_made"}


def test_a_pen_that_is_withdrawn_no_longer_writes(app: Flask, played: Table) -> None:
    form = played.entry()
    with writing(app) as session:
        session.scalars(select(Pen)).one().withdrawn = now()
    before = everything(app)
    response = played.phone.submit(form, hand(6, 4, 2, 1, QS=1))
    assert response.status_code == 403
    assert everything(app) == before
    assert not played.page().forms
    # The phone no longer goes to that pad by itself.
    assert played.phone.client.get("/").status_code == 200


def answer(response: TestResponse) -> tuple[int, bytes, list[tuple[str, str]]]:
    """All that somebody could learn from an answer; a new session's cookie is never the same."""
    headers = [line for line in response.headers if line[0] != "Set-Cookie"]
    return response.status_code, response.data, headers


@pytest.mark.parametrize("who", ["stranger", "neighbour", "holder", "undecided"])
def test_a_guessed_address_is_answered_like_one_that_never_was(
    app: Flask, cast: Cast, who: str
) -> None:
    phone = cast.everybody[who]
    token = phone.token()

    def answers(key: str) -> list[tuple[int, bytes, list[tuple[str, str]]]]:
        results = []
        for method, address, _ in requests(app, cast.table, address=key):
            ways: list[dict[str, Any]] = [{}]
            if method not in SAFE:
                ways.append({"data": {"csrf_token": token}})
            elif method == "GET":
                # Whether a game went on is answered by other means.
                ways.append({"query_string": "seen=3"})
            results += [answer(phone.client.open(address, method=method, **way)) for way in ways]
        return results

    before = everything(app)
    never = answers(NEVER)
    assert {status for status, _, _ in never} == {404}
    # Whoever asks: what is looked for does not depend on it.
    guesses = cast.guesses()
    for guess in guesses if who == "stranger" else (guesses[0], guesses[-1]):
        assert answers(guess) == never, guess
    assert everything(app) == before


def test_an_address_says_nothing_without_its_end(app: Flask, cast: Cast) -> None:
    for phone in (cast.stranger, cast.neighbour):
        answers = [phone.client.get(f"/pad/{key}") for key in (cast.table.key, NEVER)]
        texts = [each.text.replace(cast.table.key, NEVER) for each in answers]
        assert answers[0].status_code == answers[1].status_code
        assert texts[0] == texts[1]


@pytest.mark.parametrize("who", ["holder", "nobody"])
@pytest.mark.parametrize("number", ["0", "3", "-1", "1.0", "999999"])
def test_a_game_that_is_not_there_is_404_for_everybody(
    app: Flask, played: Table, who: str, number: str
) -> None:
    phone = played.phone if who == "holder" else Phone(app)
    token = phone.token()
    before = everything(app)
    for method, address, rule in requests(app, played, number=number):
        if "number" in rule.arguments:
            data = {"csrf_token": token} if method not in SAFE else None
            response = phone.client.open(address, method=method, data=data)
            assert response.status_code == 404, (method, address)
    assert everything(app) == before


@pytest.mark.parametrize("line", ["0", "3", "999999"])
@pytest.mark.parametrize(
    "endpoint",
    [
        "correction.hand",
        "correction.correct",
        "correction.remove",
    ],
)
def test_a_hand_that_is_not_there_is_404_for_the_holder(
    app: Flask, played: Table, line: str, endpoint: str
) -> None:
    token = played.phone.token()
    before = everything(app)
    for method, address, rule in requests(app, played, line=line):
        if rule.endpoint == endpoint and method != "OPTIONS":
            data = {**hand(6, 4, 2, 1, QS=1), "csrf_token": token, "revision": "3", "entry_id": "e"}
            response = played.phone.client.open(
                address, method=method, data=data if method not in SAFE else None
            )
            assert response.status_code == 404, (method, address)
    assert everything(app) == before


@pytest.mark.parametrize("name", ["number", "line"])
@pytest.mark.parametrize("huge", HUGE)
def test_looking_at_a_huge_number_is_404(app: Flask, played: Table, name: str, huge: str) -> None:
    for method, address, rule in requests(app, played, **{name: huge}):
        if name in rule.arguments and method in ("GET", "HEAD"):
            assert played.phone.client.open(address, method=method).status_code == 404


@pytest.mark.parametrize("name", ["number", "line"])
@pytest.mark.parametrize("huge", HUGE)
def test_writing_at_a_huge_number_is_404(app: Flask, played: Table, name: str, huge: str) -> None:
    token = played.phone.token()
    before = everything(app)
    statuses = set()
    for method, address, rule in requests(app, played, **{name: huge}):
        if name in rule.arguments and method not in SAFE:
            response = played.phone.client.open(
                address, method=method, data={"csrf_token": token, "revision": "3"}
            )
            statuses.add(response.status_code)
    assert everything(app) == before
    assert statuses == {404}


def test_a_pad_that_is_not_there_looks_like_any_page_that_is_not(app: Flask) -> None:
    phone = Phone(app)
    texts = {
        page_of(phone.client.get(address)).text
        for address in ("/pad/x/", "/pad/x/table/1", "/nothing", "/pad/", "/static/nothing.css")
    }
    assert len(texts) == 1


def test_a_write_with_the_pen_needs_its_token(app: Flask, played: Table) -> None:
    before = everything(app)
    for wrong in ({}, {"csrf_token": ""}, {"csrf_token": "x"}, {"csrf_token": "é" * 99}):
        for method, address, _ in requests(app, played):
            if method in SAFE:
                continue
            data = {**hand(1, 2, 4, 6, QS=0), "revision": "3", "entry_id": "e", **wrong}
            response = played.phone.client.open(address, method=method, data=data)
            assert response.status_code == 400, (method, address)
            page_of(response)
            assert everything(app) == before, (method, address)


def test_a_first_start_needs_its_token(app: Flask) -> None:
    phone = Phone(app)
    form = phone.open("/new").form()
    names = {f"name_{row}": name for row, name in enumerate("ABC")}
    assert phone.force(form, {**names, "csrf_token": None}).status_code == 400
    assert all(not rows for rows in everything(app).values())


def test_to_take_a_pen_needs_its_token(app: Flask, played: Table) -> None:
    phone = Phone(app)
    form = phone.open(hand_over(played)).form("/pen")
    before = everything(app)
    for wrong in (None, "", "x", Phone(app).token()):
        assert phone.force(form, {"csrf_token": wrong}).status_code == 400
        assert everything(app) == before
    assert phone.secret is None


def test_a_token_of_another_phone_is_no_good(app: Flask, played: Table) -> None:
    before = everything(app)
    form = played.entry()
    forced = {**hand(6, 4, 2, 1, QS=1), "csrf_token": Phone(app).token()}
    assert played.phone.force(form, forced).status_code == 400
    assert everything(app) == before


def test_the_database_has_no_secret_of_a_phone(app: Flask, cast: Cast) -> None:
    secrets = [phone.secret for who, phone in cast.everybody.items() if who != "made_up"]
    known = [secret for secret in secrets if secret]
    assert len(set(known)) == 4
    assert min(map(len, known)) >= 16
    content = repr(everything(app))
    assert not [secret for secret in known if secret in content]


@pytest.mark.parametrize("secret", ["", "x", "é", "\x01", "A" * 4000, '"quoted"', "a;b", "%00"])
def test_a_cookie_that_is_nobodys_is_no_accident(app: Flask, played: Table, secret: str) -> None:
    # One that keeps cookies would leave this one out.
    client = Client(app, app.response_class, use_cookies=False)
    own = {"Cookie": f"{COOKIE}={played.phone.secret}"}
    assert page_of(client.get(played.address, headers=own)).forms
    headers = {"Cookie": f"{COOKIE}={secret}"}
    assert client.get(played.address, headers=headers).status_code == 200
    assert client.post(played.address, headers=headers).status_code == 403
