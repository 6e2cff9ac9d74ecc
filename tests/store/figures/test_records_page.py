"""The records of a pad, against numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from scorepad.store.figures.games import Games, most_used
from scorepad.store.figures.player import figures_of
from scorepad.store.figures.records import Record, Records, records_of
from tests.store.figures.evenings import empty_pad, ids, played
from tests.store.table import Database, Table

pytestmark = pytest.mark.usefixtures("clock")

FOUR = "Anna Ben Cara Dora"
LOST = ((9, 2, 1, 1), 0)


@pytest.fixture
def pad(database: Database) -> Table:
    return empty_pad(database)


def records(pad: Table, agreement: str | None = None) -> Records:
    with pad.database.connection() as connection:
        return records_of(connection, Games(pad.pad, agreement))


def brief(record: Record | None) -> tuple[int, int, Sequence[str]] | None:
    """Its value, its game or evening, and who holds it."""
    return None if record is None else (record.value, record.number, record.players)


def test_each_record_is_of_the_first_game_that_reached_it(pad: Table) -> None:
    # Totals 22, 2, 1, 1: a shared win, which is no lead.
    played(pad, FOUR, LOST)
    # Totals 18, 0, 0, 8 – 18, 13, 10, 11 – 33, 18, 10, 17: Cara wins by 7.
    played(pad, FOUR, ((5, 0, 0, 8), 0), ((0, 0, 10, 3), 1), ((2, 5, 0, 6), 0), hours=1)
    # A moon: 0, 26, 26, 26. Anna wins by 26.
    played(pad, FOUR, ((13, 0, 0, 0), 0), hours=2)
    played(pad, FOUR, ((0, 13, 0, 0), 1), hours=48)
    found = records(pad)
    assert brief(found.hands) == (3, 2, FOUR.split())
    assert brief(found.lead) == (26, 3, ["Anna"])
    assert brief(found.evening_moons) == (1, 1, ())
    assert brief(found.wins_in_a_row) == (2, 2, ["Cara"])
    # Cara and Dora never took it: six hands in four games.
    assert brief(found.without_queen) == (6, 4, ["Cara"])


def test_of_games_that_began_in_the_same_second_the_first_holds_the_record(pad: Table) -> None:
    games = [played(pad, "Ben Anna Cara Dora", ((13, 0, 0, 0), 0)) for _ in range(3)]
    played(pad, "Cara Ben Emil Dora", ((13, 0, 0, 0), 0), hours=-1)
    # Written again, behind the others.
    for game in games[:2]:
        game.bin()
        game.unbin()
    found = records(pad)
    assert brief(found.lead) == (26, 4, ["Cara"])
    assert brief(found.hands) == (1, 4, ["Cara", "Ben", "Emil", "Dora"])
    with pad.database.connection() as connection:
        most = most_used(connection, pad.pad)[0].id
        figures = figures_of(connection, Games(pad.pad, most), ids(pad)["Ben"])
    assert figures.highest is not None
    assert figures.lowest is not None
    assert (figures.lowest.number, figures.highest.number) == (1, 4)


def test_a_streak_of_two_belongs_to_the_first_in_the_pad(pad: Table) -> None:
    # Cara and Dora win both.
    played(pad, FOUR, LOST)
    played(pad, "Anna Ben Dora Cara", LOST, hours=1)
    assert brief(records(pad).wins_in_a_row) == (2, 2, ["Cara"])


def test_a_winner_who_was_behind_came_back(pad: Table) -> None:
    # Totals 12, 1, 0, 13 – 12, 14, 12, 14, then stopped: Anna and Cara share the win.
    played(pad, FOUR, ((12, 1, 0, 0), 3), ((0, 0, 12, 1), 1))
    # Anna had been 12 behind Cara.
    assert brief(records(pad).comeback) == (12, 1, ["Anna"])


def test_games_are_filtered_by_rules_and_streaks_are_not(pad: Table) -> None:
    played(pad, FOUR, ((13, 0, 0, 0), 0))
    played(pad, "Anna Ben Cara", ((8, 2, 2), 0), hours=1)
    played(pad, "Anna Ben Cara", ((8, 2, 2), 0), hours=2)
    with pad.database.connection() as connection:
        three, four = most_used(connection, pad.pad)
    under = records(pad, three.id)
    assert under.lead is None
    assert brief(under.hands) == (1, 2, ["Anna", "Ben", "Cara"])
    assert brief(under.evening_moons) == (1, 1, ())
    assert brief(under.wins_in_a_row) == (2, 3, ["Ben"])
    lead = records(pad, four.id).lead
    assert lead is not None
    assert lead.ruleset is not None
    assert (lead.value, lead.ruleset.players) == (26, 4)


def test_a_pad_without_finished_games_has_no_records(pad: Table) -> None:
    assert records(pad) == Records(None, None, None, None, None, None)
