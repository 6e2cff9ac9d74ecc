"""After any writes in a game, with any rules, every page can be shown, and all of it translated.

Writes include made-up forms with values that no page offers. A translation is here its text in
brackets: what stands outside of brackets was written where no translation reaches it. Names that
people typed are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from hashlib import sha256
from typing import Final, TypeAlias
from uuid import uuid4

import pytest
from babel.dates import get_month_names
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorepad import rules
from scorepad.store.figures.evenings import evenings_of
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.models import Device, Hand, Player
from scorepad.store.pad.pads import new_pad
from scorepad.web.words import translation
from tests.rules.strategies import document_of, games, hands
from tests.support.many_games import PLAYERS, Size, fill
from tests.support.torture import examples
from tests.web.apps import app_in, reading, writing
from tests.web.cast import COOKIE, NAMES, Phone, Table, start
from tests.web.pages import Node, page_of

pytestmark = pytest.mark.slow

Fields: TypeAlias = Mapping[str, str]
# The statuses of a table's answers to a form: carried out, a conflict, refused, no such hand; to a
# preview also a page.
ANSWERS: Final = {303, 409, 422, 404}
PREVIEW: Final = 200

SEATS: Final = ("", "0", "1", "2", "3", "4", "5", "6", "-1", "x")
MADE_UP: Final[Mapping[str, Sequence[str]]] = {
    "moon_choice": ("", "add", "subtract", "safe"),
    "sun": ("", "y"),
    "shooter": SEATS,
    "passed": SEATS,
    "dealer": SEATS,
    "hearts_0": ("0", "1", "13"),
    "cards_QS": SEATS,
}
OTHERS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "next": {"passed": ("", "0", "1", "2", "7"), "dealer": ("2", "1", "", "x")},
    "replace": {"seat": ("1", "0", "2", "7"), "name": ("Fay", "עֵדֶן", "=1+1", "anna", "x" * 31)},
    "stop": {},
    "reopen": {},
    "bin": {},
    "unbin": {},
    "undo": {},
    "redo": {},
    "rematch": {"seats": ("kept", "drawn")},
    "note": {"note": ("Anna", "", "=1+1\r\nעֵדֶן", "5" * 301)},
    "evening-note": {"note": ("Ben", "", "<b>")},
}
KINDS: Final = (
    *["record"] * 10,
    *["correct"] * 6,
    *["remove", "undo", "redo", "unbin"] * 2,
    *OTHERS,
)
# Some of them nearly always there, one never.
LINES: Final = (1, 1, 1, 2, 2, 3, 4, 5, 0)


@dataclass(frozen=True)
class Write:
    """A form sent to an address below the table; ``stale``: for the revision before."""

    address: str
    fields: Fields
    stale: bool


@dataclass(frozen=True)
class Evening:
    """A new game and its writes; ``moon_query``: the entry's request for the moon chooser."""

    new: NewGame
    writes: Sequence[Write]
    moon_query: Fields


def some(choices: Mapping[str, Sequence[str]]) -> st.SearchStrategy[dict[str, str]]:
    """Values for some of these fields."""
    fields = {name: st.sampled_from(values) for name, values in choices.items()}
    return st.fixed_dictionaries({}, optional=fields)


def entries(table: rules.Ruleset) -> st.SearchStrategy[dict[str, str]]:
    """A hand as the fields of a form; often with values that no page offers."""
    made_up = st.one_of(some({}), some({}), some(MADE_UP))
    return st.builds(lambda hand, more: {**as_fields(hand), **more}, hands(table), made_up)


def as_fields(hand: rules.Hand) -> dict[str, str]:
    return {
        **{f"hearts_{seat}": str(count) for seat, count in enumerate(hand.hearts)},
        **{f"cards_{card}": str(taker) for card, taker in hand.cards.items()},
        **({} if hand.moon_choice is None else {"moon_choice": hand.moon_choice}),
        **({"sun": "y"} if hand.sun else {}),
        **({} if hand.passed is None else {"passed": str(hand.passed)}),
        **({} if hand.dealer is None else {"dealer": str(hand.dealer)}),
    }


@st.composite
def writes(draw: st.DrawFn, table: rules.Ruleset, kinds: Sequence[str] = KINDS) -> Write:
    """One of these writes; a few of them stale."""
    what = draw(st.sampled_from(kinds))
    if what in ("record", "correct"):
        fields = draw(entries(table))
        if what == "correct" and draw(st.integers(0, 3)) == 3:
            fields["preview"] = "yes"
    else:
        fields = {name: draw(st.sampled_from(each)) for name, each in OTHERS.get(what, {}).items()}
    line = draw(st.sampled_from(LINES))
    address = {"record": "", "correct": f"/hand/{line}", "remove": f"/hand/{line}/remove"}
    return Write(address.get(what, f"/{what}"), fields, draw(st.integers(0, 9)) == 9)


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    game = draw(games(most_hands=0, stopped=False))
    options = document_of(game)["rules"]
    assert isinstance(options, dict)
    names = NAMES[: game.rules.players]
    new = NewGame(names, options, game.dealer, game.opening, game.hands_before)
    return Evening(
        new,
        [
            *draw(st.lists(writes(game.rules, ["record"]), min_size=2, max_size=5)),
            *draw(st.lists(writes(game.rules), min_size=2, max_size=9)),
        ],
        draw(entries(game.rules)),
    )


@dataclass(frozen=True)
class Bench:
    """A phone that holds the pens of all the pads, its CSRF token, and one that looks on."""

    phone: Phone
    token: str
    looker_on: Phone

    def begin(self, new: NewGame) -> Table:
        """The table of this game, in a pad of its own."""
        with writing(self.phone.app) as session:
            secret = sha256((self.phone.secret or "").encode()).hexdigest()
            device = session.scalars(select(Device).where(Device.secret_hash == secret)).one()
            pad = new_pad(session, device.id)
            game = start_game(session, pad, device.id, new, entry_id="start")
            return Table(self.phone, f"/pad/{pad.address}/table/{game.number}")

    def send(self, table: Table, write: Write) -> int:
        """Send a write, and check the page to which a browser is led; the answer's status."""
        with reading(self.phone.app) as session:
            revision = table.row(session).revision - write.stale
        data = {"csrf_token": self.token, "entry_id": str(uuid4()), "revision": str(revision)}
        data.update(write.fields)
        response = self.phone.client.post(f"{table.address}{write.address}", data=data)
        if response.status_code == 303:
            assert self.phone.client.get(response.location or "").status_code == 200
        return response.status_code


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
    folder = tmp_path_factory.mktemp("every")
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


def pages(table: Table, moon_query: Fields) -> Iterator[tuple[str, Fields, int]]:
    """Every page of a game and of its pad: address, query, and expected status."""
    with reading(table.app) as session:
        game = table.row(session)
        binned, finished = game.binned is not None, game.finished is not None
        rows = session.scalars(select(Hand).where(Hand.game_id == game.id)).all()
        struck = {hand.line: hand.struck is not None for hand in rows}
        played = not all(struck.values())
    yield table.address, {}, 200
    yield f"{table.address}/more", {}, 200
    yield f"{table.address}/log", {}, 200
    yield f"{table.address}/show", {}, 200
    yield f"{table.address}/note", {}, 302 if binned else 200
    yield f"{table.address}/evening-note", {}, 200 if finished and not binned else 302
    yield f"{table.address}/middle", {}, 200
    yield f"{table.address}/chart.svg", {}, 200 if played else 404
    yield f"{table.address}/result.svg", {}, 200 if played else 404
    yield f"{table.address}/outcome", {}, 200
    yield f"{table.address}/outcome", moon_query, 200
    yield table.pad, {}, 200
    yield f"{table.pad}new", {}, 200
    for page in ("players", "players/history", "records", "evenings", "games", "files", "card"):
        yield f"{table.pad}{page}", {}, 200
    for address in _of_figures(table):
        yield address, {}, 200
        yield address, {"rules": "all"}, 200
        if "/evening/" in address:
            # Without a result there is nothing to tell.
            told = "/story" in table.phone.client.get(address).text
            yield f"{address}/story", {}, 200 if told else 404
    for folder in (table.pad, f"{table.address}/"):
        yield f"{folder}hands.csv", {}, 200
        yield f"{folder}hands.csv", {"separator": "semicolon"}, 200
    yield f"{table.address}/game.json", {}, 200
    yield f"{table.pad}games.jsonl", {}, 200
    yield f"{table.pad}import", {}, 200
    for line in range(len(struck) + 2):
        # A hand that was removed, or never existed; without a correction it leads to the table.
        yield table.hand(line), {}, 404 if struck.get(line, True) else 302 if binned else 200


def _of_figures(table: Table) -> Iterator[str]:
    """The pages about the pad's players and evenings that there are."""
    with reading(table.app) as session:
        pad = table.row(session).pad_id
        players = session.scalars(select(Player.id).where(Player.pad_id == pad)).all()
        evenings = [each.number for each in evenings_of(session.connection(), pad)]
    yield f"{table.pad}records"
    yield from (f"{table.pad}player/{player}" for player in players)
    yield from (f"{table.pad}evening/{evening}" for evening in evenings)


def seven_hands(last: Write) -> Evening:
    """A choice that no page offered, and a write that can change how that moon counts."""
    high = {"hearts_0": "12", "hearts_1": "0", "hearts_2": "0", "hearts_3": "1", "cards_QS": "3"}
    before = {"hearts_0": "0", "hearts_1": "1", "hearts_2": "0", "hearts_3": "12", "cards_QS": "1"}
    shot = {"hearts_0": "13", "hearts_1": "0", "hearts_2": "0", "hearts_3": "0", "cards_QS": "0"}
    hands = [*[high] * 5, before, {**shot, "moon_choice": "subtract"}]
    writes = [*(Write("", fields, False) for fields in hands), last]
    return Evening(NewGame(NAMES[:4], {"moon": "safe"}, 0), writes, {})


@settings(
    max_examples=examples(3, 10),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@example(evening=seven_hands(Write("/hand/1/remove", {}, stale=False)))
@example(evening=seven_hands(Write("/undo", {}, stale=False)))
@given(evening=evenings())
def test_after_any_writes_every_page_is_shown_and_translated(
    bench: Bench, evening: Evening
) -> None:
    table = bench.begin(evening.new)
    for write in evening.writes:
        status = bench.send(table, write)
        assert status in ANSWERS | ({PREVIEW} if "preview" in write.fields else set()), write
        for phone in (bench.phone, bench.looker_on):
            check(phone.client.get(table.address))
    for address, query, expected in pages(table, evening.moon_query):
        response = bench.phone.client.get(address, query_string=query)
        assert response.status_code == expected, (address, query)
        if response.mimetype == "text/html" and expected != 302:
            check(response)


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
    wrong: Mapping[str, Sequence[str]] = {
        "target": ("0", "x", "99999999"),
        "pass_count": ("0", "99"),
        "other_deck": ("XX", "QS", "2D", "2D,2D,2C,2S"),
        "queen": ("x", "1001"),
        "dealer": ("5", "9"),
        "moon": ("Anna",),
        "hands_before": ("-1", "x", "99999"),
        "opening_0": ("x", "99999"),
        "order_1": ("x",),
        "name_1": ("1" * 31, "Anna", "\u200b", "e" + "\N{COMBINING ACUTE ACCENT}" * 300),
        "entry_id": ("", "ä"),
    }
    for field, values in wrong.items():
        for value in values:
            data = {"csrf_token": bench.token, "entry_id": uuid4().hex, **fields, field: value}
            answer = bench.phone.client.post("/new", data=data)
            assert answer.status_code == 422, (field, value)
            check(answer)
