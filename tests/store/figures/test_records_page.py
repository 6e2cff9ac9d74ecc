"""The records of a pad, against numbers worked out by hand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scorepad.store.figures.games import Games, most_used
from scorepad.store.figures.player import figures_of
from scorepad.store.figures.records import Records, records_of
from tests.store.figures.evenings import FRIDAY, empty_pad, ids, played
from tests.store.table import Database, Table

FOUR = "Anna Ben Cara Dora"


def records(pad: Table, agreement: str | None = None) -> Records:
    with pad.database.reading() as session:
        return records_of(session.connection(), Games(pad.pad, agreement))


@pytest.mark.usefixtures("clock")
def test_each_record_is_of_the_first_game_that_reached_it(database: Database) -> None:
    pad = empty_pad(database)
    # Totals 22, 2, 1, 1: a shared win, which is no lead.
    played(pad, FOUR, ((9, 2, 1, 1), 0))
    # Totals 18, 0, 0, 8 – 18, 13, 10, 11 – 33, 18, 10, 17: Cara wins by 7.
    played(pad, FOUR, ((5, 0, 0, 8), 0), ((0, 0, 10, 3), 1), ((2, 5, 0, 6), 0), hours=1)
    # A moon: 0, 26, 26, 26. Anna wins by 26.
    played(pad, FOUR, ((13, 0, 0, 0), 0), hours=2)
    played(pad, FOUR, ((0, 13, 0, 0), 1), hours=48)
    found = records(pad)
    assert found.hands is not None
    assert (found.hands.value, found.hands.number) == (3, 2)
    assert found.hands.players == ["Anna", "Ben", "Cara", "Dora"]
    assert found.lead is not None
    assert (found.lead.value, found.lead.number, found.lead.players) == (26, 3, ["Anna"])
    assert found.lead.started == FRIDAY + timedelta(hours=2)
    assert found.evening_moons is not None
    assert (found.evening_moons.value, found.evening_moons.number) == (1, 1)
    assert found.wins_in_a_row is not None
    streak = found.wins_in_a_row
    assert (streak.value, streak.players, streak.number) == (2, ["Cara"], 2)
    assert found.without_queen is not None
    # Cara and Dora never took it: six hands in four games.
    assert (found.without_queen.value, found.without_queen.number) == (6, 4)


@pytest.mark.usefixtures("clock")
def test_of_games_that_began_in_the_same_second_the_first_holds_the_record(
    database: Database,
) -> None:
    pad = empty_pad(database)
    games = [played(pad, "Ben Anna Cara Dora", ((13, 0, 0, 0), 0)) for _ in range(3)]
    played(pad, "Cara Ben Emil Dora", ((13, 0, 0, 0), 0), hours=-1)
    # Written again, behind the others.
    for game in games[:2]:
        game.bin()
        game.unbin()
    found = records(pad)
    assert found.lead is not None
    assert found.hands is not None
    assert (found.lead.number, found.hands.number) == (4, 4)
    games[0].bin()
    games[0].unbin()
    with database.writing() as session:
        most = most_used(session.connection(), pad.pad)[0].id
        figures = figures_of(session.connection(), Games(pad.pad, most), ids(pad)["Ben"])
    assert figures.highest is not None
    assert figures.lowest is not None
    assert (figures.lowest.number, figures.highest.number) == (1, 4)


@pytest.mark.usefixtures("clock")
def test_a_streak_of_two_belongs_to_the_first_in_the_pad(database: Database) -> None:
    pad = empty_pad(database)
    # Cara and Dora win both.
    played(pad, "Anna Ben Cara Dora", ((9, 2, 1, 1), 0))
    played(pad, "Anna Ben Dora Cara", ((9, 2, 1, 1), 0), hours=1)
    found = records(pad).wins_in_a_row
    assert found is not None
    assert (found.players, found.value) == (["Cara"], 2)


@pytest.mark.usefixtures("clock")
def test_a_winner_who_was_behind_came_back(database: Database) -> None:
    pad = empty_pad(database)
    # Totals 12, 1, 0, 13 – 12, 14, 12, 14, then stopped: Anna and Cara share the win.
    played(pad, FOUR, ((12, 1, 0, 0), 3), ((0, 0, 12, 1), 1))
    found = records(pad).comeback
    # Anna had been 12 behind Cara.
    assert found is not None
    assert (found.value, found.players) == (12, ["Anna"])


@pytest.mark.usefixtures("clock")
def test_games_are_filtered_by_rules_and_streaks_are_not(database: Database) -> None:
    pad = empty_pad(database)
    played(pad, FOUR, ((13, 0, 0, 0), 0))
    played(pad, "Anna Ben Cara", ((8, 2, 2), 0), hours=1)
    played(pad, "Anna Ben Cara", ((8, 2, 2), 0), hours=2)
    with database.reading() as session:
        three, four = most_used(session.connection(), pad.pad)
    assert (three.players, four.players) == (3, 4)
    under = records(pad, three.id)
    assert under.lead is None
    assert under.hands is not None
    assert (under.hands.value, under.hands.number) == (1, 2)
    lead = records(pad, four.id).lead
    assert lead is not None
    assert lead.ruleset is not None
    assert (lead.value, lead.ruleset.players) == (26, 4)
    assert under.evening_moons is not None
    assert under.evening_moons.value == 1
    assert under.wins_in_a_row is not None
    assert (under.wins_in_a_row.value, under.wins_in_a_row.number) == (2, 3)


def test_a_pad_without_finished_games_has_no_records(database: Database) -> None:
    assert records(empty_pad(database)) == Records(None, None, None, None, None, None)
