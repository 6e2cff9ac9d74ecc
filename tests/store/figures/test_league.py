"""The league and its players, against numbers worked out by hand; the rest is in test_figures."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from scorepad.rules import Hand
from scorepad.rules.results import HandStats
from scorepad.store.figures.evenings import evening_of, evenings_page
from scorepad.store.figures.games import (
    EVER,
    Games,
    Season,
    agreement,
    most_used,
    player_with_rules,
)
from scorepad.store.figures.games import played as games_played
from scorepad.store.figures.league import LeagueLine, Sums, league, pairs
from scorepad.store.figures.player import FormGame, PlayerFigures, figures_of
from scorepad.store.figures.records import Extreme, Run, Streaks, records_of
from tests.store.figures.evenings import FRIDAY, empty_pad, ids, played
from tests.store.table import Database, Table, seat_four

pytestmark = pytest.mark.usefixtures("clock")

# A hand that ends a game to 20: whoever sits first has 22, the next one 2, the others 1.
LOST: Final = ((9, 2, 1, 1), 0)
FOUR: Final = "Anna Ben Cara Dora"
HOUR: Final = timedelta(hours=1)


@pytest.fixture
def pad(database: Database) -> Table:
    """Three games of four and one of three; in each of them the win is shared.

    Points of the fours: 22, 2, 1, 1. Of the three: 20, 2, 2, because a heart is out.
    """
    table = empty_pad(database)
    played(table, FOUR, LOST)
    played(table, "Ben Anna Cara Dora", LOST, hours=1)
    played(table, FOUR, ((2, 9, 1, 1), 1), hours=2)
    played(table, "Anna Ben Cara", ((8, 2, 2), 0), hours=30)
    played(empty_pad(database), "Eva Finn Gustav", ((8, 2, 2), 0), options={"target": 50})
    return table


def lines(pad: Table, season: Season = EVER) -> dict[str, LeagueLine]:
    with pad.database.connection() as connection:
        return {line.name: line for line in league(connection, Games(pad.pad, None, season))}


def figures(pad: Table, name: str, digest: str | None, season: Season = EVER) -> PlayerFigures:
    with pad.database.connection() as connection:
        return figures_of(connection, Games(pad.pad, digest, season), ids(pad)[name])


def agreements(pad: Table) -> tuple[str, str]:
    """Those of four and of three."""
    with pad.database.connection() as connection:
        four, three = most_used(connection, pad.pad)
    assert [(each.players, each.games) for each in (four, three)] == [(4, 3), (3, 1)]
    return four.id, three.id


def test_the_league_has_all_players_of_the_pad_by_name(pad: Table) -> None:
    assert {
        name: (line.sums.games, line.sums.wins, line.sums.hands)
        for name, line in lines(pad).items()
    } == {"Anna": (4, 0, 4), "Ben": (4, 1, 4), "Cara": (4, 4, 4), "Dora": (3, 3, 3)}
    assert [*lines(pad)] == FOUR.split()


def test_a_season_holds_the_games_that_began_in_it(pad: Table) -> None:
    season = Season(FRIDAY + HOUR, FRIDAY + 30 * HOUR)
    assert {line.sums.games for line in lines(pad, season).values()} == {2}
    assert lines(pad, Season(FRIDAY + HOUR * 50))["Ben"].sums == Sums()
    with pad.database.connection() as connection:
        in_season = games_played(connection, Games(pad.pad, None, season))
        records = records_of(connection, Games(pad.pad, None, season))
    assert in_season == (2, FRIDAY + HOUR, FRIDAY + 2 * HOUR)
    # Streaks begin with it.
    best = figures(pad, "Cara", None, season).streaks.wins.best
    assert best is not None
    assert best.value == 2
    assert records.wins_in_a_row is not None
    assert (records.wins_in_a_row.value, records.wins_in_a_row.number) == (2, 3)
    assert records.hands is not None
    assert records.hands.number == 2


def test_figures_of_a_player_under_one_agreement(pad: Table) -> None:
    four, three = agreements(pad)
    anna = figures(pad, "Anna", four)
    # Places 4, 3, 3; points 22, 2, 2; one queen.
    assert anna.all == Sums(games=3, places=10, hands=3, points=26, queens=1)
    assert anna.by_pass == {1: HandStats(hands=3, points=26, queens=1)}
    assert anna.by_seat == {
        0: Sums(games=2, places=7, hands=2, points=24, queens=1),
        1: Sums(games=1, places=3, hands=1, points=2),
    }
    assert anna.lowest == Extreme(2, FRIDAY + HOUR, 2)
    assert anna.highest == Extreme(22, FRIDAY, 1)
    # From the oldest game to the latest.
    assert anna.form == [
        FormGame(1, 4, 0, 1, 22), FormGame(2, 3, 0, 1, 2), FormGame(3, 3, 0, 1, 2),
    ]  # fmt: skip
    assert [(each.name, each.met.games, each.met.ahead, each.met.level) for each in anna.others] \
        == [("Ben", 3, 2, 0), ("Cara", 3, 0, 0), ("Dora", 3, 0, 0)]  # fmt: skip
    cara = figures(pad, "Cara", three)
    assert cara.all == Sums(games=1, wins=1, shared=1, places=1, hands=1, points=2)


def test_over_all_rules_a_player_has_only_what_adds_up(pad: Table) -> None:
    cara = figures(pad, "Cara", None)
    assert cara.all._replace(points=0, places=0) == Sums(games=4, wins=4, shared=4, hands=4)
    assert (cara.by_pass, cara.by_seat, cara.lowest, cara.highest) == ({}, {}, None, None)
    assert [game.number for game in cara.form] == [1, 2, 3, 4]
    best = Extreme(4, FRIDAY + 30 * HOUR, 4)
    assert cara.streaks == Streaks(Run(4, 0, best), Run(4, 0, best))
    assert [(each.name, each.met.games, each.met.ahead, each.met.level, each.met.wins)
            for each in cara.others] == [
        ("Anna", 4, 4, 0, 4), ("Ben", 4, 3, 1, 4), ("Dora", 3, 0, 3, 3),
    ]  # fmt: skip


def test_a_player_without_a_finished_game_has_nothing(database: Database) -> None:
    nobody = figures(seat_four(database), "Anna", None)
    assert nobody.all == Sums()
    assert (nobody.others, nobody.form, nobody.streaks) == ([], [], Streaks())


def test_players_and_rules_are_found_in_their_pad_only(pad: Table) -> None:
    four, _ = agreements(pad)
    with pad.database.connection() as connection:
        dora = player_with_rules(connection, pad.pad, ids(pad)["Dora"])
        assert dora is not None
        assert (dora.name, [each.id for each in dora.agreements]) == ("Dora", [four])
        found = agreement(connection, pad.pad, four)
        assert found is not None
        assert found.games == 3
        assert agreement(connection, pad.pad + 1, four) is None
        assert player_with_rules(connection, pad.pad + 1, dora.id) is None


@pytest.fixture
def game(database: Database) -> Table:
    """Eva sits in for Dora for a hand, and then Finn for Eva and Gus for Anna."""
    table = played(empty_pad(database), FOUR, options={"target": 100})
    table.reopen()
    table.record(Hand((0, 0, 0, 13), {"QS": 3}))
    table.replace(3, "Eva")
    table.record(Hand((2, 3, 4, 4), {"QS": 1}))
    table.replace(3, "Finn")
    table.replace(0, "Gus")
    table.record(Hand((2, 3, 4, 4), {"QS": 1}))
    table.stop()
    return table


def test_hands_together_are_those_that_both_played(game: Table) -> None:
    who = ids(game)
    with game.database.connection() as connection:
        found = pairs(connection, Games(game.pad))

    def together(one: str, other: str) -> int:
        return found[who[one], who[other]].hands

    assert together("Anna", "Ben") == together("Ben", "Anna") == 2
    assert together("Anna", "Dora") == together("Anna", "Eva") == 1
    # In one game, but one after the other.
    assert together("Dora", "Eva") == together("Finn", "Anna") == together("Gus", "Eva") == 0
    assert together("Finn", "Gus") == 1
    # Games are those that both finished.
    assert (found[who["Anna"], who["Ben"]].games, found[who["Gus"], who["Ben"]].games) == (0, 1)


def test_moons_of_who_left_count(game: Table) -> None:
    with game.database.connection() as connection:
        night = evening_of(connection, game.pad, 1)
        record = records_of(connection, Games(game.pad)).evening_moons
    assert night is not None
    assert night.moons == {"Dora": 1}
    assert "Dora" not in {each.name for each in night.players}
    assert record is not None
    assert record.value == 1


def test_a_queen_that_costs_nothing_is_no_magnet(database: Database) -> None:
    pad = empty_pad(database)
    played(pad, FOUR, LOST)
    played(pad, FOUR, LOST, hours=1, options={"target": 20, "card_points": {"QS": 0}})
    anna = lines(pad)["Anna"]
    assert anna.sums.games == 2
    assert (anna.hand_sums.queen_hands, anna.hand_sums.queen_taken) == (1, 1)


def test_an_evening_is_of_one_season_with_all_its_games(database: Database) -> None:
    pad = empty_pad(database)
    # From 31 December, 22:00, to 1 January, 1:00.
    eve = (datetime(2026, 12, 31, 22, tzinfo=UTC) - FRIDAY) / HOUR
    for hour in (0, 3):
        played(pad, FOUR, ((13, 0, 0, 0), 0), hours=eve + hour)
    years = [
        Season(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))
        for year in (2026, 2027)
    ]
    with database.connection() as connection:
        old, new = (
            records_of(connection, Games(pad.pad, None, year)).evening_moons for year in years
        )
        listed = [evenings_page(connection, pad.pad, None, year) for year in years]
    assert old is not None
    assert (old.value, old.started, old.number) == (2, FRIDAY + eve * HOUR, 1)
    assert new is None
    assert [[each.games for each in page.rows] for page in listed if page] == [[2], []]
