"""The stored figures are those that the hands come to, whatever was done in whatever order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Final

import pytest
from sqlalchemy import update

from scorepad.rules import Hand, RulesError
from scorepad.store.errors import StoreError
from scorepad.store.figures.recount import recount
from scorepad.store.games import NewGame, start_game
from scorepad.store.models import Device, Game, Pad
from tests.store.figures.by_hand import counted_by_hand, stored
from tests.store.files import put, taken
from tests.store.table import Database, Table, seat_four
from tests.support.clock import START
from tests.support.more import more

NAMES: Final = ("Anna", "Ben", "Cara", "Dora", "Eva", "Finn")
RULES: Final = ({"target": 20}, {"target": 20, "exact": "zero"}, {"target": 20, "preset": "hearts"})


def start(table: Table, dice: Random, entry: str) -> Table:
    """A game of three to five of the six, begun at some time of the last two weeks."""
    players = dice.sample(NAMES, dice.randint(3, 5))
    began = START.astimezone() - timedelta(hours=dice.randrange(14 * 24))
    with table.database.writing() as session:
        pad, device = session.get_one(Pad, table.pad), session.get_one(Device, table.device)
        options = dice.choice(RULES)
        game = start_game(session, pad, device, NewGame(players, options, 0), entry_id=entry)
        session.execute(update(Game).where(Game.id == game.id).values(started=began))
        return Table(table.database, table.pad, table.device, game.id)


def play(table: Table, dice: Random) -> None:
    """Record a hand that often ends the game: somebody has most of the hearts, and the queen."""
    rules = table.state().game.rules
    loser = dice.randrange(rules.players)
    takers = [loser] * 8 + [dice.randrange(rules.players) for _ in range(rules.hearts - 8)]
    hearts = tuple(takers.count(seat) for seat in range(rules.players))
    cards = {
        card: dice.choice((loser, dice.randrange(rules.players))) for card in rules.card_points
    }
    table.record(Hand(hearts, cards), f"hand {dice.random()}")


def expect_figures(table: Table) -> None:
    with table.database.reading() as session:
        assert stored(session, table.pad) == counted_by_hand(session, table.pad)


@pytest.mark.slow
@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("seed", range(more(2)))
def test_figures_follow_every_change_of_games_in_any_order(database: Database, seed: int) -> None:
    dice = Random(seed)  # noqa: S311 (it draws no secrets)
    first = seat_four(database, {"target": 20})
    games = [first, *(start(first, dice, f"game {number}") for number in range(9))]
    verbs: tuple[Callable[[Table], object], ...] = (
        *[lambda table: play(table, dice)] * 5,
        lambda table: table.undo(),
        lambda table: table.redo(),
        Table.stop,
        Table.reopen,
        Table.bin,
        Table.unbin,
        lambda table: table.replace(0, dice.choice(NAMES)),
    )
    counted = 0
    for _ in range(70):
        table = dice.choice(games)
        try:
            dice.choice(verbs)(table)
        except (StoreError, RulesError):
            continue
        expect_figures(first)
        with first.database.reading() as session:
            counted = max(counted, len(stored(session, first.pad).outcomes))
    assert counted > 4


@pytest.mark.usefixtures("clock")
def test_a_recount_comes_to_the_same(database: Database) -> None:
    dice = Random(7)  # noqa: S311 (it draws no secrets)
    first = seat_four(database, {"target": 20})
    for number in range(8):
        table = start(first, dice, f"game {number}")
        for _ in range(3):
            try:
                play(table, dice)
            except StoreError:
                break
    with database.reading() as session:
        before = stored(session, first.pad)
    assert len(before.outcomes) > 4
    with database.writing() as session:
        recount(session, first.pad)
    with database.reading() as session:
        assert stored(session, first.pad) == before


@pytest.mark.usefixtures("clock")
def test_imported_games_are_counted_among_the_others(database: Database) -> None:
    dice = Random(5)  # noqa: S311 (it draws no secrets)
    first = seat_four(database, {"target": 20})
    theirs = [start(first, dice, f"game {number}") for number in range(12)]
    for table in theirs:
        while not table.state().finished:
            play(table, dice)
    other = seat_four(database, {"target": 20})
    ours = [start(other, dice, f"other {number}") for number in range(6)]
    for table in ours:
        while not table.state().finished:
            play(table, dice)
    with database.reading() as session:
        before = len(stored(session, other.pad).outcomes)
    put(database, other.pad, taken(database, first.pad))
    expect_figures(other)
    with database.reading() as session:
        assert len(stored(session, other.pad).outcomes) == before + len(theirs)
