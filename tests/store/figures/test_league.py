"""The league and its seasons, against numbers worked out by hand and against all games."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Final

import pytest

from scorepad.store.figures.agreements import most_used
from scorepad.store.figures.evenings_page import evenings_page
from scorepad.store.figures.league import LeagueLine, league, pairs
from scorepad.store.figures.players_page import figures_of
from scorepad.store.figures.records_page import Records, records_of
from scorepad.store.figures.seasons import Season, played
from scorepad.store.figures.tallies import Met, Sums, plus
from tests.store.figures.evenings import FRIDAY, empty_pad, ids
from tests.store.figures.evenings import played as play
from tests.store.table import Database, Table, asked

# A hand that ends a game to 20: whoever sits first has 22, the next one 2, the others 1.
LOST: Final = ((9, 2, 1, 1), 0)
DRAW: Final = ((8, 2, 2), 0)
HOUR: Final = timedelta(hours=1)
EVER: Final = Season(FRIDAY - timedelta(days=9999), FRIDAY + timedelta(days=9999))


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


def read(
    pad: Table, agreement: int | None = None, season: Season | None = None
) -> dict[str, LeagueLine]:
    with pad.database.reading() as session:
        return {
            line.name: line for line in league(session.connection(), pad.pad, agreement, season)
        }


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
            assert played(session.connection(), pad.pad, None, first_night)[:3] == (
                2,
                FRIDAY,
                FRIDAY + HOUR,
            )
            assert played(session.connection(), pad.pad, None, None)[:3] == (
                4,
                FRIDAY,
                FRIDAY + 49 * HOUR,
            )

    def test_pairs_are_of_those_who_finished_the_same_games(self, pad: Table) -> None:
        who = ids(pad)
        with pad.database.reading() as session:
            found = pairs(session.connection(), [who["Anna"], who["Cara"]])
            own = {pair.player: pair.met for pair in found}
            # Games 1, 2 and 4 were lost to Cara; a moon won game 3.
            assert own[who["Anna"]] == Met(games=4, wins=1, hands=4, ahead=1)
            assert own[who["Cara"]] == Met(games=4, wins=3, hands=4, ahead=3)
            in_season = pairs(
                session.connection(), [*who.values()], None, Season(FRIDAY, FRIDAY + HOUR)
            )
            assert len(in_season) == 12
            assert {pair.met.games for pair in in_season} == {1}

    def test_streaks_begin_with_the_season(self, pad: Table) -> None:
        cara = ids(pad)["Cara"]
        season = Season(FRIDAY + HOUR, FRIDAY + 99 * HOUR)
        with pad.database.reading() as session:
            ever, since = (
                figures_of(session.connection(), cara, None, each).streaks
                for each in (None, season)
            )
            records = records_of(session.connection(), pad.pad, None, season)
        assert (ever.best_wins and ever.best_wins.value, ever.without_queen) == (2, 4)
        assert (since.best_wins and since.best_wins.value, since.without_queen) == (1, 3)
        assert records.wins_in_a_row is not None
        assert (records.wins_in_a_row.value, records.wins_in_a_row.number) == (1, 2)
        assert records.hands is not None
        assert records.hands.number == 2
        assert records.evening_moons is not None
        assert records.evening_moons.evening == 3

    def test_evenings_are_of_the_season_that_they_began_in(self, pad: Table) -> None:
        with pad.database.reading() as session:
            page = evenings_page(session.connection(), pad.pad, None, Season(FRIDAY, FRIDAY + HOUR))
            assert page is not None
            assert [each.evening for each in page.rows] == [1]

    def test_it_costs_few_statements(self, pad: Table) -> None:
        for season in (None, EVER):
            with pad.database.engine.connect() as connection, asked(pad.database) as statements:
                league(connection, pad.pad, None, season)
            assert statements == ["SELECT"] * 2


@pytest.mark.usefixtures("clock")
def test_a_season_of_all_games_is_as_if_there_were_none(database: Database) -> None:
    dice = Random(6)  # noqa: S311 (it draws no secrets)
    pad = empty_pad(database)
    names = ["Anna", "Ben", "Cara", "Dora", "Emil"]
    for number in range(14):
        count = dice.choice((3, 4, 4))
        hands = []
        for _ in range(dice.randint(1, 4)):
            hearts = [0] * count
            for _ in range(12 if count == 3 else 13):
                hearts[dice.randrange(count)] += 1
            hands.append((hearts, dice.randrange(count)))
        hours = number * 5 + dice.randrange(5)
        play(pad, " ".join(dice.sample(names, count)), *hands, hours=hours, options={"target": 60})
    halves = (
        Season(EVER.first, FRIDAY + 30 * HOUR),
        Season(FRIDAY + 30 * HOUR, EVER.end),
    )
    with database.reading() as session:
        agreements = [None, *(each.id for each in most_used(session.connection(), pad.pad))]
        assert len(agreements) == 3
        for agreement in agreements:
            whole = read(pad, agreement)
            assert whole == read(pad, agreement, EVER)
            # And the sums of two seasons that follow each other are those of both.
            early, late = (read(pad, agreement, half) for half in halves)
            assert {name: line[2:] for name, line in whole.items()} == {
                name: (
                    plus(early[name].sums, late[name].sums),
                    plus(early[name].hand_sums, late[name].hand_sums),
                )
                for name in whole
            }
            everybody = [*ids(pad).values()]
            assert sorted(pairs(session.connection(), everybody, agreement)) == sorted(
                pairs(session.connection(), everybody, agreement, EVER)
            )
            assert in_brief(records_of(session.connection(), pad.pad, agreement)) == in_brief(
                records_of(session.connection(), pad.pad, agreement, EVER)
            )
            assert played(session.connection(), pad.pad, agreement, None) == played(
                session.connection(), pad.pad, agreement, EVER
            )
            for player in everybody:
                ever, season = (
                    figures_of(session.connection(), player, agreement, each)
                    for each in (None, EVER)
                )
                assert season.all == ever.all
                assert (season.form, season.streaks) == (ever.form, ever.streaks)
                assert (season.lowest, season.highest) == (ever.lowest, ever.highest)
                assert season.by_pass == ever.by_pass
                assert season.by_seat == ever.by_seat
                assert season.others == ever.others


def in_brief(records: Records) -> dict[str, object]:
    """Each record without its rules: these are made anew each time."""
    return {
        kind: None if record is None else {**vars(record), "ruleset": None}
        for kind, record in vars(records).items()
    }
