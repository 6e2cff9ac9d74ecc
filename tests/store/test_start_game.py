"""Starting a game."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from sqlalchemy import select

from scorepad.rules import RulesError
from scorepad.store.game.snapshot import game_with_id
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.models import Change, Game, Pad
from scorepad.store.pad.pads import new_pad
from scorepad.store.pad.pens import new_device
from scorepad.store.pad.players import players_of
from tests.store.table import NAMES, Database, Table, hand


class Owner(NamedTuple):
    pad: int
    device: int


@pytest.fixture
def owner(database: Database) -> Owner:
    with database.writing() as session:
        device, _ = new_device(session)
        return Owner(new_pad(session, device.id).id, device.id)


def start(database: Database, owner: Owner, new: NewGame, entry: str) -> tuple[int, int]:
    """The id and the number of the game that was started."""
    with database.writing() as session:
        pad = session.get_one(Pad, owner.pad)
        game = start_game(session, pad, owner.device, new, entry_id=entry)
        return game.id, game.number


def names_of(database: Database, game: int) -> list[str]:
    with database.reading() as session:
        return [*game_with_id(session.connection(), game).names]


def test_a_game_is_kept_as_it_was_started(database: Database, owner: Owner) -> None:
    options = {"preset": "omnibus", "target": 50, "pass_cycle": [1, 2]}
    new = NewGame(["Dora", "Cem", "Ben"], options, 2, [7, -3, 12], 5)
    game, _ = start(database, owner, new, "start")
    with database.reading() as session:
        row = session.get_one(Game, game)
        assert row.rules == options
        assert row.revision == 1
        assert row.finished is None
        stored = game_with_id(session.connection(), game)
        assert stored.names == ("Dora", "Cem", "Ben")
        change = session.scalars(select(Change).where(Change.game_id == game)).one()
        assert (change.what, change.before) == ("game", None)
        assert change.after == {"players": ["Dora", "Cem", "Ben"]}
        seen = stored.game
        assert (seen.rules.target, seen.dealer, seen.opening, seen.hands_before, seen.hands) == (
            50,
            2,
            (7, -3, 12),
            5,
            (),
        )


def test_players_are_known_again_whatever_their_case(database: Database, owner: Owner) -> None:
    start(database, owner, NewGame(["Anna", "Jörg", "Weiß"], {}, 0), "one")
    again, _ = start(database, owner, NewGame(["WEISS", "anna", "Zoë", "JÖRG"], {}, 0), "two")
    assert names_of(database, again) == ["Weiß", "Anna", "Zoë", "Jörg"]
    with database.reading() as session:
        everybody = players_of(session.connection(), owner.pad)
        assert [each.name for each in everybody] == ["Anna", "Jörg", "Weiß", "Zoë"]


def test_the_longest_names_fit(database: Database, owner: Owner) -> None:
    # Upper case of one letter, and when folded three characters.
    widest = "ΐ" * 30
    long = NewGame(["🂡" * 30, widest, "W" * 30], {}, 0)
    game, _ = start(database, owner, long, "start")
    assert names_of(database, game) == ["🂡" * 30, widest, "W" * 30]


@pytest.mark.parametrize(
    ("new", "place"),
    [
        (NewGame(["Anna", "", "Cem"], {}, 0), "players[1]"),
        (NewGame(["Anna", "Ben", "A" * 31], {}, 0), "players[2]"),
        (NewGame(["Weiß", "Ben", "WEISS"], {}, 0), "players[2]"),
        (NewGame(["Anna", "Ben"], {}, 0), "players"),
        (NewGame(NAMES, {"target": 5}, 0), "rules.target"),
        (NewGame(NAMES, {"pass_cycle": [1, 9]}, 0), "rules.pass_cycle[1]"),
        (NewGame(NAMES, {"card_points": {"XX": 1}}, 0), "rules.card_points.XX"),
        (NewGame(NAMES, {}, 4), "dealer"),
        (NewGame(NAMES, {}, 10**20), "dealer"),
        (NewGame(NAMES, {}, 0, [1, 2, 3]), "opening"),
        (NewGame(NAMES, {}, 0, [1, 2, 3, 10**9]), "opening[3]"),
        (NewGame(NAMES, {}, 0, (), 10**9), "hands_before"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(
    database: Database, owner: Owner, new: NewGame, place: str
) -> None:
    before = database.rows()
    with pytest.raises(RulesError) as refused:
        start(database, owner, new, "bad")
    assert refused.value.place == place
    assert refused.value.message
    assert database.rows() == before
    # Put right, it can be sent again.
    assert start(database, owner, NewGame(NAMES, {}, 3), "bad")[1] == 1


def test_a_game_brought_from_paper_goes_on_from_its_totals(
    database: Database, owner: Owner
) -> None:
    game, _ = start(database, owner, NewGame(NAMES, {}, 1, [70, 10, 20, 4], 4), "start")
    table = Table(database, owner.pad, owner.device, game)
    table.record(hand(6, 4, 2, 1, queen=0))
    line = table.state().sheet.lines[0]
    assert (line.number, line.dealer, line.totals) == (5, 1, (89, 14, 22, 5))
    table.record(hand(6, 4, 2, 1, queen=0))
    assert table.state().finished
