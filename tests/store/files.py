"""Game files for tests of the store: put into pads, and taken out of them again."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from scorepad import caps
from scorepad.store.models import Pad
from scorepad.store.pad.pads import name_pad, new_pad
from scorepad.store.transfer.check import Check, check
from scorepad.store.transfer.exporting import all_games, game_lines
from scorepad.store.transfer.importing import Imported, import_games, prepare
from tests.rules.strategies import document_of, games
from tests.store.table import Database

# As many as leave one after the other, at tables of six besides.
PEOPLE = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hà", "Ian", "Jo", "Kaï", "李")


def checked(data: bytes, *, lines: bool = True) -> Check:
    return check(io.BytesIO(data), most=caps.IMPORTED_GAMES, lines_for_sure=lines)


def json_lines(*documents: Mapping[str, Any]) -> bytes:
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


def empty_pad(database: Database, name: str | None = None) -> int:
    """A pad without a game; its row's id."""
    with database.writing() as session:
        pad = new_pad(session, None)
        if name is not None:
            name_pad(session, pad, None, name)
        return pad.id


def put(
    database: Database, pad: int, data: bytes, device: int | None = None, *, lines: bool = True
) -> Imported:
    """Import a file that is right into a pad."""
    found = checked(data, lines=lines)
    assert found.faults == []
    prepared = prepare(found.games)
    with database.writing() as session:
        return import_games(session, session.get_one(Pad, pad), device, prepared)


def taken(database: Database, pad: int) -> bytes:
    """The file of a pad."""
    with database.reading() as session:
        return b"".join(
            game_lines(session.get_one(Pad, pad).name, all_games(session.connection(), pad))
        )


def moments() -> st.SearchStrategy[str]:
    """Points in time, some with an offset."""
    return st.builds(
        "20{:02}-11-{:02}T{:02}:30:{:02}{}".format,
        st.integers(0, 30),
        st.integers(1, 30),
        st.integers(0, 23),
        st.integers(0, 59),
        st.sampled_from(["Z", "+01:00", "-09:30"]),
    )


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A game file with any of its keys."""
    game = draw(games(most_hands=5))
    seats = range(game.rules.players)
    people = draw(st.permutations(PEOPLE))
    document: dict[str, Any] = document_of(game, people)
    if draw(st.booleans()):
        document["started"] = draw(moments())
    if draw(st.booleans()):
        document["rules"] = {
            key: value for key, value in document["rules"].items() if key not in ("tie", "end")
        }
        document["rules"] |= {"tie": game.rules.tie, "end": game.rules.end}
    if document["stopped"] is not None:
        document["stopped"] = draw(moments())
    for hand in document["hands"]:
        if draw(st.booleans()):
            hand["recorded"] = draw(moments())
    afters = draw(st.lists(st.integers(0, len(game.hands)), max_size=3))
    document["left"] = [
        {"seat": draw(st.sampled_from(seats)), "player": person, "after": after}
        for person, after in zip(people[len(seats) :], sorted(afters), strict=False)
    ]
    decided = draw(
        st.fixed_dictionaries(
            {}, optional=dict.fromkeys(("pass", "dealer"), st.sampled_from(seats))
        )
    )
    document["next"] = decided
    return document
