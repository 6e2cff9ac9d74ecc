"""Rows of the log: read in every format they ever had, and written in today's."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, select, update

from scorepad.rules import Hand
from scorepad.store.log.changes import (
    KINDS,
    AnyChange,
    Decision,
    EveningNoted,
    GameBinned,
    GameDeleted,
    GameImported,
    GameNoted,
    GameReopened,
    GamesImported,
    GameStarted,
    GameStopped,
    GameUnbinned,
    HandCorrected,
    HandRecorded,
    HandRemoved,
    NextHandDecided,
    PadMade,
    PadNamed,
    PenGiven,
    PenRenamed,
    PenWithdrawn,
    PlayerReplaced,
    Redone,
    Undone,
    change_of,
)
from scorepad.store.models import Change
from tests.store.table import PLAIN_HANDS, Table, hand

PLAIN: Final[dict[str, Any]] = {
    "hearts": [4, 3, 3, 3],
    "cards": {"QS": 0},
    "pass": 2,
}
NOW: Final[dict[str, Any]] = PLAIN | {"dealer": 3}
# Formerly a hand said what it had not, too.
NOTHING: Final[dict[str, Any]] = {"moon": None, "sun": False, "pass": None, "dealer": None}
UNDECIDED: Final = {"next_passed": None, "next_dealer": None}
DECIDED: Final = {"next_passed": 0, "next_dealer": 3}
AT: Final = datetime(2026, 11, 21, 17, 30, tzinfo=UTC)
MOMENT: Final = "2026-11-21T17:30:00+00:00"
START: Final = {"players": ["Anna", "Ben", "Cem"]}

PLAIN_HAND: Final = hand(4, 3, 3, 3, queen=0, passed=2)
HAND_NOW: Final = hand(4, 3, 3, 3, queen=0, passed=2, dealer=3)

# Every shape that a line is stored in: its kind, its sides, and what it says.
STORED: Final[list[tuple[str, Any, Any, AnyChange]]] = [
    ("pad", None, {}, PadMade()),
    ("name", None, {"name": "Friday"}, PadNamed(None, "Friday")),
    ("name", {"name": "Friday"}, {"name": "Freitag"}, PadNamed("Friday", "Freitag")),
    ("pen", None, {"device": "Firefox on Android"}, PenGiven("Firefox on Android")),
    ("withdrawal", {"device": "Anna’s phone"}, None, PenWithdrawn("Anna’s phone")),
    (
        "pen_name",
        {"device": "Browser"},
        {"device": "Ben’s phone"},
        PenRenamed("Browser", "Ben’s phone"),
    ),
    (
        "game",
        None,
        START,
        GameStarted(("Anna", "Ben", "Cem")),
    ),
    ("hand", None, PLAIN, HandRecorded(PLAIN_HAND)),
    ("hand", None, NOW, HandRecorded(HAND_NOW)),
    ("hand", DECIDED, NOW | UNDECIDED, HandRecorded(HAND_NOW, Decision(0, 3))),
    (
        "hand",
        {"next_passed": 0, "next_dealer": None},
        NOW | UNDECIDED,
        HandRecorded(HAND_NOW, Decision(0)),
    ),
    ("correction", PLAIN, PLAIN | {"sun": True}, HandCorrected(PLAIN_HAND, SUN := Hand(
        PLAIN_HAND.hearts, PLAIN_HAND.cards, None, True, 2
    ))),
    ("correction", PLAIN | {"sun": True}, NOW, HandCorrected(SUN, HAND_NOW)),
    ("removal", PLAIN, None, HandRemoved(PLAIN_HAND)),
    ("removal", NOW, None, HandRemoved(HAND_NOW)),
    ("next", UNDECIDED, DECIDED, NextHandDecided(Decision(), Decision(0, 3))),
    ("stop", {"stopped": None}, {"stopped": MOMENT}, GameStopped(AT)),
    ("reopening", {"stopped": MOMENT}, {"stopped": None}, GameReopened(AT)),
    ("bin", {"binned": None}, {"binned": MOMENT}, GameBinned(AT)),
    ("unbin", {"binned": MOMENT}, {"binned": None}, GameUnbinned(AT)),
    ("deletion", {"number": 2}, None, GameDeleted(2)),
    ("imported", None, {"players": ["A", "B", "C"], "hands": 4}, GameImported(("A", "B", "C"), 4)),
    ("import", None, {"games": 3, "known": 2}, GamesImported(3, 2)),
    ("note", {"note": None}, {"note": "Wine"}, GameNoted(None, "Wine")),
    ("note", {"note": "Wine"}, {"note": None}, GameNoted("Wine", None)),
    ("evening_note", {"note": "Late"}, {"note": "Later"}, EveningNoted("Late", "Later")),
    ("undo", None, None, Undone()),
    ("redo", None, None, Redone()),
    (
        "player",
        {"seat": 1, "player": "Ben", "player_id": 2},
        {"seat": 1, "player": "Eva", "player_id": 5, "last_line": 0},
        PlayerReplaced(1, "Ben", 2, "Eva", 5, 0),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("what", "before", "after", "change"), STORED)
def test_every_stored_shape_is_read(what: str, before: Any, after: Any, change: AnyChange) -> None:
    assert change_of(Change(what=what, before=before, after=after)) == change
    assert change.what == what
    assert change.to_json() == (before, after)


def test_a_hand_that_says_what_it_has_not_is_read() -> None:
    former = Change(what="correction", before=NOTHING | PLAIN, after=NOTHING | NOW)
    assert change_of(former) == HandCorrected(PLAIN_HAND, HAND_NOW)


def test_the_names_of_the_kinds_are_those_in_stored_logs() -> None:
    assert set(KINDS) == {
        *(
            "pad",
            "name",
            "rename",
            "merge",
            "pen",
            "pen_name",
            "withdrawal",
            "game",
            "hand",
            "correction",
            "removal",
            "next",
        ),
        *(
            "stop",
            "reopening",
            "bin",
            "unbin",
            "player",
            "note",
            "evening_note",
            "undo",
            "redo",
            "deletion",
            "imported",
            "import",
        ),
    }


SEATS: Final = st.integers(0, 5)
OFFSETS: Final = st.none() | SEATS
NAMES: Final = st.text(max_size=5)
IDS: Final = st.integers(1)
MOMENTS: Final = st.datetimes(timezones=st.just(UTC))
HANDS: Final = st.builds(
    Hand,
    hearts=st.lists(SEATS, min_size=3, max_size=6).map(tuple),
    cards=st.dictionaries(st.sampled_from(["QS", "JD", "TC"]), SEATS),
    moon_choice=st.sampled_from([None, "add", "subtract"]),
    sun=st.booleans(),
    passed=OFFSETS,
    dealer=OFFSETS,
)
DECISIONS: Final = st.builds(Decision, OFFSETS, OFFSETS)
CHANGES: Final[st.SearchStrategy[AnyChange]] = st.one_of(
    st.builds(PadMade),
    st.builds(PadNamed, st.none() | NAMES, NAMES),
    st.builds(PenGiven, NAMES),
    st.builds(PenWithdrawn, NAMES),
    st.builds(PenRenamed, NAMES, NAMES),
    st.builds(GameStarted, st.lists(NAMES).map(tuple)),
    st.builds(HandRecorded, HANDS, st.none() | DECISIONS),
    st.builds(HandCorrected, HANDS, HANDS),
    st.builds(HandRemoved, HANDS),
    st.builds(NextHandDecided, DECISIONS, DECISIONS),
    st.builds(GameStopped, MOMENTS),
    st.builds(GameReopened, MOMENTS),
    st.builds(GameBinned, MOMENTS),
    st.builds(GameUnbinned, MOMENTS),
    st.builds(PlayerReplaced, SEATS, NAMES, IDS, NAMES, IDS, SEATS),
    st.builds(GameNoted, st.none() | NAMES, st.none() | NAMES),
    st.builds(EveningNoted, st.none() | NAMES, st.none() | NAMES),
    st.builds(GameDeleted, IDS),
    st.builds(GameImported, st.lists(NAMES, max_size=6).map(tuple), SEATS),
    st.builds(GamesImported, IDS, IDS),
    st.builds(Undone),
    st.builds(Redone),
)


@given(CHANGES)
def test_what_is_written_is_read_again(change: AnyChange) -> None:
    before, after = json.loads(json.dumps(change.to_json()))
    assert type(change).from_json(before, after) == change
    assert change_of(Change(what=change.what, before=before, after=after)) == change


ONE, TWO = PLAIN_HANDS[:2]


def stored(cards: Hand) -> dict[str, Any]:
    """A hand as the log stores it."""
    return {"hearts": list(cards.hearts), "cards": dict(cards.cards)}


# Changes of a game that has hand ONE, and their rows.
LINES: Final[list[tuple[str, Any, Any]]] = [
    ("hand", None, stored(ONE)),
    ("correction", stored(ONE), stored(TWO)),
    ("correction", stored(ONE) | NOTHING, stored(TWO) | NOTHING),
    ("removal", stored(ONE), None),
    ("hand", DECIDED, stored(ONE) | {"pass": 0, "dealer": 3} | UNDECIDED),
    ("next", UNDECIDED, DECIDED),
    ("stop", {"stopped": None}, {"stopped": MOMENT}),
    ("bin", {"binned": None}, {"binned": MOMENT}),
    ("note", {"note": None}, {"note": "Wine"}),
    ("evening_note", {"note": None}, {"note": "Late"}),
]

DO: Final[dict[str, Callable[[Table], object]]] = {
    "hand": lambda _: None,
    "correction": lambda table: table.correct(1, TWO),
    "removal": lambda table: table.remove(1),
    "next": lambda table: table.set_next(0, 3),
    "stop": lambda table: table.stop(),
    "bin": lambda table: table.bin(),
    "note": lambda table: table.note("Wine"),
    "evening_note": lambda table: table.note_evening("Late"),
}


@pytest.mark.parametrize(("what", "before", "after"), LINES)
def test_a_stored_line_of_every_shape_is_undone_and_redone(
    table: Table, what: str, before: Any, after: Any
) -> None:
    if what == "hand" and before is not None:
        table.set_next(0, 3)
    table.record(ONE)
    DO[what](table)
    with table.database.writing() as session:
        newest = select(Change.id).order_by(Change.id.desc()).limit(1)
        line = session.scalars(newest).one()
        session.execute(update(Change).where(Change.id == line).values(before=before, after=after))
        # What was done to the pad in the meantime is not the game's.
        session.execute(insert(Change).values(pad_id=table.pad, what="pad", before=None, after={}))
    state = table.state()
    assert table.undo() == what
    assert table.state().content != state.content
    assert table.redo() == what
    redone = table.state()
    assert redone.sheet == state.sheet
    assert redone.content[1:] == state.content[1:]
    assert table.undo() == what
    assert [logged.what for logged in table.state().log][-3:] == ["undo", "redo", "undo"]
