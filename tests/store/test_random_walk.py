"""A random walk over all changes of games, then back to the start and on to the end.

Wherever undo and redo lead, everything is as it was before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC
from random import Random
from typing import Final

import pytest

from scorepad.gamefile import sheet_document
from scorepad.rules import Hand, RulesError, Ruleset
from scorepad.rules.hand import MOON_CHOICES
from scorepad.store.errors import StoreError
from scorepad.store.game.snapshot import game_with_id
from scorepad.web.pad.csv_rows import tidy
from tests.store.figures.by_hand import counted_by_hand, worked_out
from tests.store.table import Database, Table, next_game, seat_four
from tests.support.torture import seeds

pytestmark = pytest.mark.slow

# Tables at which a few hands change much: moons of every kind, exact hits, ends that come and go.
TABLES: Final[tuple[Mapping[str, object], ...]] = (
    {"target": 50, "exact": 50, "tie": "play-on"},
    {"target": 60, "moon": "choice", "sun": True, "preset": "omnibus"},
    {"target": 40, "moon": "safe", "preset": "black-maria"},
    {"target": 20, "end": "exceed", "exact": "zero", "moon": "subtract", "pass_cycle": []},
)
NAMES: Final = ("Anna", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül")
# One is none, and one is too long.
NOTES: Final = (None, "Wine on the pad", "=Friends\nand cards", "x" * 301)
# After how many steps another game of the same four is started.
REMATCHES: Final = (15, 30)
# On a server a step takes longer, and does the same.
STEPS: Final = {"sqlite": 70, "postgresql": 35}


@dataclass
class Past:
    """All states that a game had and can have again, in order, and the current one."""

    table: Table
    snapshots: list[object] = field(default_factory=list)
    at: int = 0

    def __post_init__(self) -> None:
        self.snapshots.append(snapshot(self.table))

    def went_on(self) -> None:
        """Note a new change: changes undone before it cannot be redone."""
        self.at += 1
        self.snapshots[self.at :] = [snapshot(self.table)]

    def step(self, by: int) -> None:
        """One step back or forth, if there is one."""
        there = 0 <= self.at + by < len(self.snapshots)
        change = self.table.undo() if by < 0 else self.table.redo()
        assert (change is not None) == there
        self.at += by if there else 0
        self.look()

    def look(self) -> None:
        """Check that the game is as it was in this state."""
        assert snapshot(self.table) == self.snapshots[self.at]
        undoable, redoable = self.table.can()
        assert (undoable is not None) == (self.at > 0)
        assert (redoable is not None) == (self.at + 1 < len(self.snapshots))


def snapshot(table: Table) -> object:
    """Everything that pages and files show of a game, but for its revision and log."""
    state = table.state()
    assert state.finished == state.sheet.over
    with table.database.reading() as session:
        snapshot = game_with_id(session.connection(), table.game)
        return (
            state.content,
            sheet_document(state.sheet),
            list(tidy(None, [snapshot], UTC, noted=False)),
            (snapshot.finished, snapshot.stopped, snapshot.binned),
            [hand.corrected for hand in snapshot.hands],
        )


def any_hand(dice: Random, rules: Ruleset) -> Hand:
    """A hand, often a moon; now and then an impossible one."""
    seats = range(rules.players)
    shooter = dice.choice(seats) if dice.random() < 0.4 else None
    hearts = [0] * rules.players
    for _ in range(rules.hearts):
        hearts[dice.choice(seats) if shooter is None else shooter] += 1
    takers = seats if shooter is None or dice.random() < 0.1 else (shooter,)
    return Hand(
        tuple(hearts),
        {card: dice.choice(takers) for card in rules.card_points},
        moon_choice=dice.choice((None, *MOON_CHOICES)) if shooter is not None else None,
        sun=shooter is not None and dice.random() < 0.2,
        passed=dice.choice((None, None, *seats)),
        dealer=dice.choice((None, None, *seats, rules.players)),
    )


def verbs(table: Table, dice: Random) -> Mapping[str, Callable[[], object]]:
    """All verbs of a game, whether they are possible now or not."""
    state = table.state()
    new_hand = any_hand(dice, state.game.rules)
    lines = len(state.rows)
    line = dice.choice(state.lines) if state.lines else 1
    seat, to = dice.randrange(4), dice.choice((None, *range(5)))
    return {
        "record": lambda: table.record(new_hand, f"hand {dice.random()}"),
        "correct": lambda: table.correct(line, new_hand),
        "correct any": lambda: table.correct(dice.randint(0, lines + 1), new_hand),
        "remove": lambda: table.remove(line),
        "remove any": lambda: table.remove(dice.randint(0, lines + 1)),
        "dealer": lambda: table.set_next(state.game.next_passed, to),
        "pass": lambda: table.set_next(to, state.game.next_dealer),
        "stop": table.stop,
        "reopen": table.reopen,
        "bin": table.bin,
        "restore": table.unbin,
        "replace": lambda: table.replace(seat, dice.choice(NAMES)),
        "note": lambda: table.note(dice.choice(NOTES)),
        "note on the evening": lambda: table.note_evening(dice.choice(NOTES)),
    }


WEIGHTS: Final = {
    "record": 10,
    "correct": 5,
    "remove": 2,
    "stop": 2,
    "reopen": 6,
    "restore": 6,
    "replace": 2,
}


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("seed", seeds(0, 3))
def test_a_walk_can_be_gone_back_to_the_start_and_again_to_the_end(
    database: Database, seed: int
) -> None:
    dice = Random(seed)  # noqa: S311 (it draws no secrets)
    games = [Past(seat_four(database, dice.choice(TABLES)))]
    for number in range(STEPS[database.engine.dialect.name]):
        past = dice.choice(games)
        step = dice.random()
        if number in REMATCHES:
            games.append(Past(next_game(past.table, dice.choice(TABLES), f"rematch {number}")))
        elif step < 0.16:
            past.step(-1)
        elif step < 0.28:
            past.step(1)
        else:
            do_something(past, dice)
        for each in games:
            each.look()
        look_at_figures(past.table)
    for past in games:
        for by in (1, -1, 1):
            while 0 <= past.at + by < len(past.snapshots):
                past.step(by)
            past.step(by)
            for each in games:
                each.look()
            look_at_figures(past.table)


def look_at_figures(table: Table) -> None:
    """Check that the figures of the pad are what its hands come to."""
    with table.database.reading() as session:
        assert worked_out(session, table.pad) == counted_by_hand(session, table.pad)


def do_something(past: Past, dice: Random) -> None:
    """Carry out one verb, whether it is possible or not."""
    table = past.table
    possible = verbs(table, dice)
    (what,) = dice.choices([*possible], [WEIGHTS.get(each, 1) for each in possible])
    before, revision = table.database.rows(), table.revision()
    try:
        possible[what]()
    except (StoreError, RulesError):
        assert table.database.rows() == before
        return
    if table.database.rows() != before:
        assert table.revision() == revision + 1
        past.went_on()
