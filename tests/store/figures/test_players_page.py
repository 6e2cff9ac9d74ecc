"""What the pages of players read, against numbers worked out by hand."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from scorepad.rules.results import HandStats
from scorepad.store.figures.games import Games, agreement, most_used, player_with_rules
from scorepad.store.figures.league import Sums
from scorepad.store.figures.player import FormGame, PlayerFigures, figures_of
from scorepad.store.figures.records import Extreme, Run, Streaks
from scorepad.store.pad.players import player_named
from tests.store.figures.evenings import FRIDAY, empty_pad, ids, played
from tests.store.table import Database, Table, asked, seat_four

# A hand that ends a game to 20: whoever sits first has 22, the next one 2, the others 1.
LOST: Final = ((9, 2, 1, 1), 0)


def read(pad: Table, name: str, agreement: str | None) -> PlayerFigures:
    with pad.database.reading() as session:
        return figures_of(session.connection(), Games(pad.pad, agreement), ids(pad)[name])


def agreements(pad: Table, name: str | None = None) -> list[tuple[str, int, int]]:
    """Id, number of players, games."""
    with pad.database.connection() as connection:
        if name is None:
            found = most_used(connection, pad.pad)
        else:
            theirs = player_with_rules(connection, pad.pad, ids(pad)[name])
            assert theirs is not None
            assert theirs[:2] == (ids(pad)[name], name)
            found = theirs.agreements
        return [(each.id, each.ruleset.players, each.games) for each in found]


@pytest.fixture
def pad(database: Database) -> Table:
    """Three games of four and one of three; in each of them the win is shared.

    Points of the fours: 22, 2, 1, 1. Of the three: 20, 2, 2, because a heart is out.
    """
    table = empty_pad(database)
    played(table, "Anna Ben Cara Dora", LOST)
    played(table, "Ben Anna Cara Dora", LOST, hours=1)
    played(table, "Anna Ben Cara Dora", ((2, 9, 1, 1), 1), hours=2)
    played(table, "Anna Ben Cara", ((8, 2, 2), 0), hours=30)
    return table


@pytest.mark.usefixtures("clock")
class TestFigures:
    def test_sums_under_one_agreement(self, pad: Table) -> None:
        (four, _, games), (three, _, _) = agreements(pad)
        assert games == 3
        anna = read(pad, "Anna", four)
        # Places 4, 3, 3; points 22, 2, 2; one queen.
        assert anna.all == Sums(games=3, places=10, hands=3, points=26, queens=1)
        assert anna.by_pass == {1: HandStats(hands=3, points=26, queens=1)}
        assert anna.by_seat == {
            0: Sums(games=2, places=7, hands=2, points=24, queens=1),
            1: Sums(games=1, places=3, hands=1, points=2),
        }
        assert anna.lowest == Extreme(2, FRIDAY + timedelta(hours=1), 2)
        assert anna.highest == Extreme(22, FRIDAY, 1)
        cara = read(pad, "Cara", three)
        assert cara.all == Sums(games=1, wins=1, shared=1, places=1, hands=1, points=2)

    def test_others_are_those_who_finished_the_same_games(self, pad: Table) -> None:
        (four, _, _), _ = agreements(pad)
        others = read(pad, "Anna", four).others
        assert [(each.name, each.met.games, each.met.ahead, each.met.level) for each in others] \
            == [("Ben", 3, 2, 0), ("Cara", 3, 0, 0), ("Dora", 3, 0, 0)]  # fmt: skip
        over_all = read(pad, "Cara", None).others
        assert [(each.name, each.met.games, each.met.ahead, each.met.level, each.met.wins)
                for each in over_all] == [
            ("Anna", 4, 4, 0, 4), ("Ben", 4, 3, 1, 4), ("Dora", 3, 0, 3, 3),
        ]  # fmt: skip

    def test_over_all_rules_only_what_adds_up(self, pad: Table) -> None:
        cara = read(pad, "Cara", None)
        assert cara.all._replace(points=0, places=0) == Sums(games=4, wins=4, shared=4, hands=4)
        assert (cara.by_pass, cara.by_seat, cara.lowest, cara.highest) == ({}, {}, None, None)
        assert [game.number for game in cara.form] == [1, 2, 3, 4]

    def test_form_goes_from_the_oldest_game_to_the_latest(self, pad: Table) -> None:
        (four, _, _), _ = agreements(pad)
        assert read(pad, "Anna", four).form == [
            FormGame(1, 4, 0, 1, 22),
            FormGame(2, 3, 0, 1, 2),
            FormGame(3, 3, 0, 1, 2),
        ]

    def test_streaks_go_through_all_rules(self, pad: Table) -> None:
        cara, anna = read(pad, "Cara", None), read(pad, "Anna", None)
        best = Extreme(4, FRIDAY + timedelta(hours=30), 4)
        assert cara.streaks == Streaks(Run(4, 0, best), Run(4, 0, best))
        # She took it in the first and the last game.
        assert anna.streaks.wins.best is None
        assert anna.streaks.without_queen.best == Extreme(2, FRIDAY + timedelta(hours=2), 3)
        assert (anna.streaks.without_queen.now, anna.streaks.wins.now) == (0, 0)

    @pytest.mark.parametrize("over_all", [False, True])
    def test_they_cost_few_statements(self, pad: Table, *, over_all: bool) -> None:
        (four, _, _), _ = agreements(pad)
        player = ids(pad)["Anna"]
        with pad.database.engine.connect() as connection, asked(pad.database) as statements:
            figures_of(connection, Games(pad.pad, None if over_all else four), player)
        # The sums; two for the others and one for their names; the form; the streaks. By the pass,
        # the best and the worst game under an agreement only.
        assert statements == ["SELECT"] * (6 if over_all else 9)

    def test_a_player_without_a_finished_game_has_nothing(self, pad: Table) -> None:
        table = seat_four(pad.database)
        nobody = read(table, "Anna", None)
        assert nobody.all == Sums()
        assert (nobody.others, nobody.form, nobody.streaks) == ([], [], Streaks())


@pytest.mark.usefixtures("clock")
class TestAgreements:
    def test_those_with_most_games_come_first(self, pad: Table) -> None:
        assert [each[1:] for each in agreements(pad)] == [(4, 3), (3, 1)]
        assert [each[1:] for each in agreements(pad, "Dora")] == [(4, 3)]

    def test_one_of_another_pad_is_none_of_this(self, pad: Table) -> None:
        rules = {"target": 100}
        other = played(empty_pad(pad.database), "Anna Ben Cara Dora", LOST, options=rules)
        ((theirs, _, _),) = agreements(other)
        with pad.database.reading() as session:
            assert agreement(session.connection(), pad.pad, theirs) is None
            found = agreement(session.connection(), other.pad, theirs)
            assert found is not None
            assert found.games == 1
            assert player_named(session.connection(), pad.pad, ids(other)["Anna"]) is None
