"""Another name for a player, and two entries that are one person; undone and redone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from scorepad.gamefile import BadFileError
from scorepad.rules import Hand, RulesError
from scorepad.store.errors import MergedError, StaleError
from scorepad.store.game.snapshot import game_snapshot
from scorepad.store.log.changes import PlayersChange
from scorepad.store.log.rows import players_steps
from scorepad.store.models import Game, Pad, Player
from scorepad.store.pad import players
from scorepad.store.pad.players import players_of
from tests.gamefile.documents import game
from tests.store.figures.by_hand import counted_by_hand, worked_out
from tests.store.files import json_lines, put
from tests.store.table import NAMES, SHORT, Database, Table, next_game, seat_four

OVER = Hand((9, 2, 1, 1), {"QS": 0})


def names_in(table: Table) -> tuple[str, ...]:
    """The names that the page of a table shows."""
    with table.database.reading() as session:
        number = session.get_one(Game, table.game).number
        game = game_snapshot(session.connection(), table.pad, number)
        assert game is not None
        return game.names


def known(table: Table) -> list[str]:
    """The names that a new game in the pad proposes."""
    with table.database.reading() as session:
        return [each.name for each in players_of(session.connection(), table.pad)]


def do(table: Table, verb: Callable[..., Any], *names: str, to: str | None = None) -> None:
    """Rename or merge: players by their names."""
    with table.database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        found = [
            session.scalars(
                select(Player).where(Player.pad_id == pad.id, Player.name == name)
            ).one()
            for name in names
        ]
        verb(session, pad, table.device, *found, *([] if to is None else [to]))


def rename(table: Table, name: str, to: str) -> None:
    do(table, players.rename_player, name, to=to)


def merge(table: Table, name: str, into: str) -> None:
    do(table, players.merge_players, name, into)


def step(table: Table, *, back: bool) -> PlayersChange | None:
    """Undo or redo."""
    with table.database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        steps = players_steps(session.connection(), pad.id)
        row = steps.undo if back else steps.redo
        return players.step(session, pad, table.device, row.id if row else 0, back=back)


def expect_figures(table: Table) -> None:
    with table.database.reading() as session:
        assert worked_out(session, table.pad) == counted_by_hand(session, table.pad)


def test_a_new_name_is_on_every_page_and_can_be_taken_back(database: Database) -> None:
    table = seat_four(database, SHORT, [OVER])
    revision = table.revision()
    rename(table, "Anna", "Änne")
    assert names_in(table) == ("Änne", *NAMES[1:])
    # Pages are kept by the revision of their game.
    assert table.revision() > revision
    step(table, back=True)
    assert names_in(table) == NAMES
    step(table, back=False)
    assert names_in(table) == ("Änne", *NAMES[1:])
    assert step(table, back=False) is None


@pytest.mark.parametrize("name", ["ben", "B\u200ben", "", "\u2800", "x" * 31, "a\nb"])
def test_a_name_that_is_none_or_another_ones_is_refused(database: Database, name: str) -> None:
    table = seat_four(database)
    before = database.rows()
    with pytest.raises(RulesError) as refused:
        rename(table, "Anna", name)
    assert refused.value.place == "name"
    assert database.rows() == before


def test_two_entries_of_one_person_become_one(database: Database) -> None:
    first = seat_four(database, SHORT, [OVER])
    second = next_game(first, SHORT, "second", ("Annie", "Eva", "Finn"))
    second.record(Hand((1, 1, 10), {"QS": 2}))
    before = names_in(second)
    merge(first, "Annie", "Anna")
    assert names_in(second) == ("Anna", "Eva", "Finn")
    assert "Annie" not in known(first)
    expect_figures(first)
    # Whoever types the old name means the same person.
    third = next_game(first, SHORT, "third", ("annie", "Ben", "Eva"))
    assert names_in(third) == ("Anna", "Ben", "Eva")
    step(first, back=True)
    assert names_in(second) == before
    # What was played since stays with the player who played it.
    assert names_in(third) == ("Anna", "Ben", "Eva")
    expect_figures(first)
    step(first, back=False)
    assert names_in(second) == ("Anna", "Eva", "Finn")
    expect_figures(first)


def test_who_sat_at_one_table_are_two_people(database: Database) -> None:
    table = seat_four(database)
    before = database.rows()
    with pytest.raises(MergedError) as refused:
        merge(table, "Anna", "Ben")
    assert refused.value.game == 1
    assert database.rows() == before


def test_one_person_sits_in_one_seat_under_whatever_name(database: Database) -> None:
    first = seat_four(database)
    next_game(first, SHORT, "second", ("Annie", "Eva", "Finn"))
    merge(first, "Annie", "Anna")
    with pytest.raises(RulesError) as refused:
        next_game(first, SHORT, "third", ("Anna", "Annie", "Ben"))
    assert refused.value.place == "players[1]"
    with pytest.raises(RulesError):
        first.replace(1, "Annie")
    before = names_in(first)
    first.replace(0, "Annie")
    assert names_in(first) == before


def test_a_former_name_of_ones_own_can_be_taken_again(database: Database) -> None:
    first = seat_four(database)
    second = next_game(first, SHORT, "second", ("Annie", "Eva", "Finn"))
    merge(first, "Annie", "Anna")
    rename(first, "Anna", "Annie")
    assert names_in(first)[0] == names_in(second)[0] == "Annie"
    assert names_in(next_game(first, SHORT, "third", ("anna", "Eva", "Finn")))[0] == "Annie"
    step(first, back=True)
    assert names_in(first)[0] == "Anna"
    step(first, back=True)
    assert names_in(second)[0] == "Annie"


def test_a_step_needs_the_change_that_the_writer_saw(database: Database) -> None:
    table = seat_four(database)
    rename(table, "Anna", "Änne")
    with database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        row = players_steps(session.connection(), pad.id).undo
        assert row is not None
        with pytest.raises(StaleError):
            players.step(session, pad, table.device, row.id + 1, back=True)


def test_undoing_a_name_that_somebody_else_has_by_now_is_refused(database: Database) -> None:
    table = seat_four(database)
    rename(table, "Anna", "Änne")
    next_game(table, SHORT, "second", ("Anna", "Eva", "Finn"))
    before = database.rows()
    with pytest.raises(RulesError):
        step(table, back=True)
    assert database.rows() == before


def test_an_undone_seat_goes_to_the_player_that_was_meant(database: Database) -> None:
    table = seat_four(database)
    table.replace(0, "Eva")
    second = next_game(table, SHORT, "second", ("Annie", "Finn", "Gül"))
    with pytest.raises(MergedError):
        merge(table, "Eva", "Anna")
    merge(table, "Anna", "Annie")
    table.undo()
    assert names_in(table)[0] == names_in(second)[0] == "Annie"
    expect_figures(table)
    # And is refused to one who has another seat by now.
    merge(table, "Eva", "Ben")
    before = database.rows()
    with pytest.raises(RulesError):
        table.redo()
    assert database.rows() == before


def test_nothing_of_a_name_stays_when_the_last_game_of_its_player_goes(database: Database) -> None:
    first = seat_four(database)
    second = next_game(first, SHORT, "second", ("Annie", "Eva", "Finn"))
    rename(first, "Eva", "Evchen")
    rename(first, "Annie", "Anneliese")
    third = next_game(first, SHORT, "third", ("Lotte", "Ben", "Cara"))
    merge(first, "Lotte", "Anneliese")
    for table in (second, third):
        table.bin()
        table.delete()
    rows = str(database.rows())
    assert not [name for name in ("Annie", "Anneliese", "Eva", "Evchen", "Lotte") if name in rows]
    assert "Anna" in rows


def test_a_file_knows_a_player_by_a_former_name_and_seats_nobody_twice(database: Database) -> None:
    first = seat_four(database)
    next_game(first, SHORT, "second", ("Annie", "Eva", "Finn"))
    merge(first, "Annie", "Anna")
    document = game(players=["Ben", "annie", "Cara", "Dora"])
    assert put(database, first.pad, json_lines(document)).games == 1
    with database.reading() as session:
        third = game_snapshot(session.connection(), first.pad, 3)
    assert third is not None
    assert third.names == ("Ben", "Anna", "Cara", "Dora")
    before = database.rows()
    with pytest.raises(BadFileError) as refused:
        put(database, first.pad, json_lines(document, game(players=["Anna", "annie", "C", "D"])))
    assert str(refused.value).startswith("line 2, players[1]")
    assert database.rows() == before
