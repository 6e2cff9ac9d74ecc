"""The stored figures are those that the hands come to, whatever was done in whatever order."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Final

import pytest
from sqlalchemy import select, update

from scorepad.rules import Hand, RulesError
from scorepad.store.errors import StoreError
from scorepad.store.figures.games import EVER, Season
from scorepad.store.game.start import NewGame, start_game
from scorepad.store.log.rows import players_steps
from scorepad.store.models import Game, Pad, Player
from scorepad.store.pad.players import merge_players, step
from tests.store.figures.by_hand import counted_by_hand, worked_out
from tests.store.files import put, taken
from tests.store.table import Database, Table, seat_four
from tests.support.clock import START
from tests.support.torture import seeds

NAMES: Final = ("Anna", "Ben", "Cara", "Dora", "Eva", "Finn")
LOST: Final = Hand((9, 2, 1, 1), {"QS": 1})
RULES: Final = ({"target": 20}, {"target": 20, "exact": "zero"}, {"target": 20, "preset": "hearts"})


def start(table: Table, dice: Random, entry: str) -> Table:
    """A game of three to five of the six, begun at some time of the last two weeks."""
    players = dice.sample(NAMES, dice.randint(3, 5))
    began = START.astimezone() - timedelta(hours=dice.randrange(14 * 24))
    with table.database.writing() as session:
        pad = session.get_one(Pad, table.pad)
        options = dice.choice(RULES)
        game = start_game(session, pad, table.device, NewGame(players, options, 0), entry_id=entry)
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


# Somewhere among these games, so that some evenings begin before it and end in it.
SEASON: Final = Season(
    START.astimezone() - timedelta(days=9), START.astimezone() - timedelta(hours=5)
)


def expect_figures(table: Table, *seasons: Season) -> None:
    with table.database.reading() as session:
        for season in seasons or (EVER, SEASON):
            by_hand = counted_by_hand(session, table.pad, season)
            assert worked_out(session, table.pad, season) == by_hand


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_figures_follow_every_change_in_any_order(database: Database, seed: int) -> None:
    """Many games that begin in one second or one night, and a few players who come and go."""
    dice = Random(seed)  # noqa: S311 (it draws no secrets)
    first = seat_four(database, {"target": 20})
    other = seat_four(database, {"target": 20})
    for number in range(6):
        table = start(other, dice, f"other {number}")
        while not table.state().finished:
            play(table, dice)
    file = taken(database, other.pad).splitlines(keepends=True)
    games = [first]

    def one_more() -> None:
        table = start(first, dice, f"game {dice.random()}")
        began = START.astimezone() - timedelta(hours=dice.choice((0, 0, 3, 6, 7, 13)))
        with database.writing() as session:
            session.execute(update(Game).where(Game.id == table.game).values(started=began))
        games.append(table)
        while not table.state().finished:
            play(table, dice)

    def change_players() -> None:
        with database.writing() as session:
            pad = session.get_one(Pad, first.pad)
            back = dice.choice((True, False, None))
            if back is None:
                rows = session.scalars(select(Player).where(Player.pad_id == first.pad)).all()
                merge_players(session, pad, first.device, *dice.sample(rows, 2))
            else:
                steps = players_steps(session.connection(), pad.id)
                if row := steps.undo if back else steps.redo:
                    step(session, pad, first.device, row.id, back=back)

    verbs: tuple[Callable[[], object], ...] = (
        one_more,
        lambda: dice.choice(games).bin(),
        lambda: dice.choice(games).unbin(),
        lambda: dice.choice(games).undo(),
        lambda: dice.choice(games).redo(),
        lambda: dice.choice(games).correct(1, LOST),
        lambda: play(dice.choice(games), dice),
        lambda: dice.choice(games).stop(),
        lambda: dice.choice(games).reopen(),
        lambda: dice.choice(games).replace(0, dice.choice(NAMES)),
        lambda: put(database, first.pad, b"".join(dice.sample(file, dice.randint(1, 3)))),
        change_players,
        change_players,
    )
    done = 0
    for _ in range(30):
        try:
            dice.choice(verbs)()
        except (StoreError, RulesError):
            continue
        done += 1
        expect_figures(first, dice.choice((EVER, SEASON)))
    assert done > 12
