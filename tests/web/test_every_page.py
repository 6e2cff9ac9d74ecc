"""After any writes in a game, with any rules, every page of it can be shown.

Writes include made-up forms with values that no page offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, TypeAlias
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from scorepad import rules
from scorepad.store.figures.evenings import evenings_of
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.models import Device, Hand, Player
from scorepad.store.pad.pads import new_pad
from tests.rules.strategies import document_of, games, hands
from tests.support.torture import examples
from tests.web.apps import app_in, reading, writing
from tests.web.cast import NAMES, Phone, Table, start

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


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with app_in(tmp_path_factory.mktemp("every") / "data") as app:
        phone = Phone(app)
        start(phone)
        yield Bench(phone, phone.token(), Phone(app))


def pages(table: Table, moon_query: Fields) -> Iterator[tuple[str, Fields, int]]:
    """Every page of a game and of its pad: address, query, and expected status."""
    with reading(table.app) as session:
        game = table.row(session)
        binned, finished = game.binned is not None, game.finished is not None
        rows = session.scalars(select(Hand).where(Hand.game_id == game.id)).all()
        struck = {hand.line: hand.struck is not None for hand in rows}
        played = not all(struck.values())
    yield table.address, {}, 200
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
    for page in ("players", "records", "evenings", "card"):
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
def test_after_whatever_was_written_every_page_can_be_shown(bench: Bench, evening: Evening) -> None:
    table = bench.begin(evening.new)
    for write in evening.writes:
        status = bench.send(table, write)
        assert status in ANSWERS | ({PREVIEW} if "preview" in write.fields else set()), write
    for address, query, expected in pages(table, evening.moon_query):
        response = table.phone.client.get(address, query_string=query)
        assert response.status_code == expected, (address, query)
    assert bench.looker_on.client.get(table.address).status_code == 200
