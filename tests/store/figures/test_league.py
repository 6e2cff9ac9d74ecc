"""The league and its seasons, against numbers worked out by hand and against all games."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import pytest

from scorepad.rules import Hand
from scorepad.store.figures.evenings import evening_of, evenings_page
from scorepad.store.figures.games import EVER, Games, Season, played
from scorepad.store.figures.league import LeagueLine, Met, Sums, league, pairs
from scorepad.store.figures.player import figures_of
from scorepad.store.figures.records import records_of
from tests.store.figures.evenings import FRIDAY, empty_pad, ids
from tests.store.figures.evenings import played as play
from tests.store.table import Database, Table

# A hand that ends a game to 20: whoever sits first has 22, the next one 2, the others 1.
LOST: Final = ((9, 2, 1, 1), 0)
DRAW: Final = ((8, 2, 2), 0)
HOUR: Final = timedelta(hours=1)


@pytest.fixture
def pad(database: Database) -> Table:
    """Three games of four and one of three, on two evenings."""
    table = empty_pad(database)
    play(table, "Anna Ben Cara Dora", LOST)
    play(table, "Ben Anna Cara Dora", LOST, hours=1)
    play(table, "Anna Ben Cara Dora", ((13, 0, 0, 0), 0), hours=48)
    play(table, "Anna Ben Cara", DRAW, hours=49)
    play(empty_pad(database), "Eva Finn Gustav", DRAW)
    return table


def read(pad: Table, agreement: str | None = None, season: Season = EVER) -> dict[str, LeagueLine]:
    with pad.database.reading() as session:
        games = Games(pad.pad, agreement, season)
        return {line.name: line for line in league(session.connection(), games)}


def brief(lines: dict[str, LeagueLine]) -> dict[str, tuple[int, int, int]]:
    return {
        name: (line.sums.games, line.sums.wins, line.sums.hands) for name, line in lines.items()
    }


@pytest.mark.usefixtures("clock")
class TestLeague:
    def test_it_has_all_players_of_the_pad_by_name(self, pad: Table) -> None:
        found = read(pad)
        assert [*found] == ["Anna", "Ben", "Cara", "Dora"]
        assert brief(found) == {
            "Anna": (4, 1, 4), "Ben": (4, 1, 4), "Cara": (4, 3, 4), "Dora": (3, 2, 3),
        }  # fmt: skip

    def test_a_season_holds_the_games_that_began_in_it(self, pad: Table) -> None:
        first_night = Season(FRIDAY, FRIDAY + 48 * HOUR)
        assert brief(read(pad, season=first_night)) == {
            "Anna": (2, 0, 2), "Ben": (2, 0, 2), "Cara": (2, 2, 2), "Dora": (2, 2, 2),
        }  # fmt: skip
        second = read(pad, season=Season(FRIDAY + 48 * HOUR, FRIDAY + 49 * HOUR))
        assert brief(second)["Anna"] == (1, 1, 1)
        assert (
            read(pad, season=Season(FRIDAY + HOUR * 50, FRIDAY + HOUR * 60))["Ben"].sums == Sums()
        )
        with pad.database.reading() as session:
            found = played(session.connection(), Games(pad.pad, None, first_night))
            assert found == (2, FRIDAY, FRIDAY + HOUR)
            assert played(session.connection(), Games(pad.pad)) == (4, FRIDAY, FRIDAY + 49 * HOUR)

    def test_pairs_are_of_those_who_finished_the_same_games(self, pad: Table) -> None:
        who = ids(pad)
        with pad.database.reading() as session:
            found = pairs(session.connection(), Games(pad.pad))
            anna, cara = who["Anna"], who["Cara"]
            # Games 1, 2 and 4 were lost to Cara; a moon won game 3.
            assert found[anna, cara] == Met(games=4, wins=1, hands=4, ahead=1)
            assert found[cara, anna] == Met(games=4, wins=3, hands=4, ahead=3)
            first_game = Season(FRIDAY, FRIDAY + HOUR)
            in_season = pairs(session.connection(), Games(pad.pad, None, first_game))
            assert len(in_season) == 12
            assert {met.games for met in in_season.values()} == {1}

    def test_streaks_begin_with_the_season(self, pad: Table) -> None:
        cara = ids(pad)["Cara"]
        season = Season(FRIDAY + HOUR, FRIDAY + 99 * HOUR)
        with pad.database.reading() as session:
            ever, since = (
                figures_of(session.connection(), Games(pad.pad, None, each), cara).streaks
                for each in (EVER, season)
            )
            records = records_of(session.connection(), Games(pad.pad, None, season))
        assert ever.wins.best is not None
        assert since.wins.best is not None
        assert (ever.wins.best.value, ever.without_queen.now) == (2, 4)
        assert (since.wins.best.value, since.without_queen.now) == (1, 3)
        assert records.wins_in_a_row is not None
        assert (records.wins_in_a_row.value, records.wins_in_a_row.number) == (1, 2)
        assert records.hands is not None
        assert records.hands.number == 2
        assert records.evening_moons is not None
        assert records.evening_moons.number == 3


@pytest.mark.usefixtures("clock")
class TestWhoCameAndWent:
    @pytest.fixture
    def game(self, database: Database) -> Table:
        """Eva sits in for Dora for a hand, and then Finn for Eva and Gus for Anna."""
        table = play(empty_pad(database), "Anna Ben Cara Dora", options={"target": 100})
        table.reopen()
        table.record(Hand((0, 0, 0, 13), {"QS": 3}))
        table.replace(3, "Eva")
        table.record(Hand((2, 3, 4, 4), {"QS": 1}))
        table.replace(3, "Finn")
        table.replace(0, "Gus")
        table.record(Hand((2, 3, 4, 4), {"QS": 1}))
        table.stop()
        return table

    def test_hands_together_are_those_that_both_played(self, game: Table) -> None:
        who = ids(game)
        with game.database.reading() as session:
            found = pairs(session.connection(), Games(game.pad))

        def together(one: str, other: str) -> int:
            return found[who[one], who[other]].hands

        assert together("Anna", "Ben") == together("Ben", "Anna") == 2
        assert together("Anna", "Dora") == together("Anna", "Eva") == 1
        # In one game, but one after the other.
        assert together("Dora", "Eva") == together("Finn", "Anna") == together("Gus", "Eva") == 0
        assert together("Finn", "Gus") == 1
        # Games are those that both finished.
        assert (found[who["Anna"], who["Ben"]].games, found[who["Gus"], who["Ben"]].games) == (0, 1)

    def test_moons_of_who_left_count(self, game: Table) -> None:
        with game.database.reading() as session:
            connection = session.connection()
            night = evening_of(connection, game.pad, 1)
            record = records_of(connection, Games(game.pad)).evening_moons
        assert night is not None
        assert night.moons == {"Dora": 1}
        assert "Dora" not in {each.name for each in night.players}
        assert record is not None
        assert record.value == 1


@pytest.mark.usefixtures("clock")
def test_a_queen_that_costs_nothing_is_no_magnet(database: Database) -> None:
    pad = empty_pad(database)
    free = {"target": 20, "card_points": {"QS": 0}}
    play(pad, "Anna Ben Cara Dora", LOST)
    play(pad, "Anna Ben Cara Dora", ((9, 2, 1, 1), 0), hours=1, options=free)
    anna = read(pad)["Anna"]
    assert anna.sums.games == 2
    assert (anna.hand_sums.queen_hands, anna.hand_sums.queen_taken) == (1, 1)


@pytest.mark.usefixtures("clock")
def test_an_evening_is_of_one_season_with_all_its_games(database: Database) -> None:
    pad = empty_pad(database)
    # From 31 December, 22:00, to 1 January, 1:00.
    eve = (datetime(2026, 12, 31, 22, tzinfo=UTC) - FRIDAY) / HOUR
    moon = ((13, 0, 0, 0), 0)
    for hour in (0, 3):
        play(pad, "Anna Ben Cara Dora", moon, hours=eve + hour)
    years = [
        Season(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))
        for year in (2026, 2027)
    ]
    with database.reading() as session:
        old, new = (
            records_of(session.connection(), Games(pad.pad, None, year)).evening_moons
            for year in years
        )
        listed = [evenings_page(session.connection(), pad.pad, None, year) for year in years]
    assert old is not None
    assert (old.value, old.started, old.number) == (2, FRIDAY + eve * HOUR, 1)
    assert new is None
    assert [[each.games for each in page.rows] for page in listed if page] == [[2], []]
