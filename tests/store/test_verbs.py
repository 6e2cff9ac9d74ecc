"""All verbs of a game: one change each, once, that can be undone; none if it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from scorepad.rules import Hand, RulesError
from scorepad.store.errors import BinnedError, GameOverError, StaleError
from tests.store.table import PLAIN_HANDS, SHORT, Database, Table, hand, seat_four

ONE = PLAIN_HANDS[0]
ENDING = hand(9, 2, 1, 1, queen=0)

VERBS: Final[dict[str, Callable[[Table, int | None], object]]] = {
    "hand": lambda table, seen: table.record(ENDING, "entry", seen),
    "correction": lambda table, seen: table.correct(1, ENDING, seen),
    "removal": lambda table, seen: table.remove(1, seen),
    "next": lambda table, seen: table.set_next(2, 3, seen),
    "stop": lambda table, seen: table.stop(seen),
    "reopening": lambda table, seen: table.reopen(seen),
    "bin": lambda table, seen: table.bin(seen),
    "unbin": lambda table, seen: table.unbin(seen),
    "player": lambda table, seen: table.replace(1, "Eva", seen),
    "note": lambda table, seen: table.note("Wine", seen),
    "evening_note": lambda table, seen: table.note_evening("Late", seen),
}
# What they need besides a hand.
BEFORE: Final[dict[str, Callable[[Table], object]]] = {
    "reopening": Table.stop,
    "unbin": Table.bin,
}
STEPS: Final[dict[str, Callable[[Table, int | None], object]]] = {
    "undo": lambda table, seen: table.undo(seen),
    "redo": lambda table, seen: table.redo(seen),
}


def made_ready(table: Table, verb: str) -> Table:
    table.record(ONE)
    BEFORE.get(verb, Table.revision)(table)
    return table


@pytest.mark.parametrize("verb", VERBS)
def test_each_is_one_change_and_asked_for_again_none(table: Table, verb: str) -> None:
    seen = made_ready(table, verb).revision()
    VERBS[verb](table, None)
    assert table.revision() == seen + 1
    assert [line.what for line in table.state().log][seen:] == [verb]
    before = table.database.rows()
    VERBS[verb](table, None)
    VERBS[verb](table, seen)
    assert table.database.rows() == before


@pytest.mark.parametrize("verb", [*VERBS, *STEPS])
@pytest.mark.parametrize("late", [-1, 1])
def test_another_revision_is_stale(table: Table, verb: str, late: int) -> None:
    seen = made_ready(table, verb).revision() + late
    before = table.database.rows()
    with pytest.raises(StaleError):
        (VERBS | STEPS)[verb](table, seen)
    assert table.database.rows() == before


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in ("bin", "unbin")])
def test_nothing_is_written_in_the_bin(table: Table, verb: str) -> None:
    made_ready(table, verb).bin()
    before = table.database.rows()
    with pytest.raises(BinnedError):
        VERBS[verb](table, None)
    assert table.database.rows() == before


@pytest.mark.parametrize(
    ("verb", "stopped"),
    [
        *((verb, False) for verb in ("hand", "next", "stop", "player", "reopening")),
        *((verb, True) for verb in ("hand", "next", "player")),
    ],
)
def test_a_game_that_is_over_has_no_hand_to_come(
    database: Database, verb: str, stopped: bool
) -> None:
    table = seat_four(database, SHORT, [ONE if stopped else ENDING])
    if stopped:
        table.stop()
    before = database.rows()
    with pytest.raises(GameOverError):
        VERBS[verb](table, None)
    assert database.rows() == before


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("verb", VERBS)
def test_each_can_be_undone_and_redone(database: Database, verb: str) -> None:
    table = made_ready(seat_four(database, SHORT), verb)

    def state() -> tuple[object, object]:
        (game,) = database.rows()["games"]
        return table.state().content, game["finished"]

    before = state()
    VERBS[verb](table, None)
    after = state()
    assert after != before
    assert (table.undo(), state()) == (verb, before)
    assert (table.redo(), state()) == (verb, after)


@pytest.mark.parametrize(
    ("verb", "place"),
    [
        (lambda table: table.record(Hand((4, 3, 3, 2), {"QS": 0})), "hands[1].hearts"),
        (lambda table: table.record(Hand((10**20, 0, 0, 0), {"QS": 0})), "hands[1].hearts[0]"),
        (lambda table: table.record(Hand((4, 3, 3, 3), {})), "hands[1].cards.QS"),
        (lambda table: table.record(hand(4, 3, 3, 3, queen=0, passed=2**31)), "hands[1].pass"),
        (lambda table: table.record(Hand((13, 0, 0, 0), {"QS": 0}, "subtract")), "hands[1].moon"),
        (lambda table: table.correct(1, Hand((4, 3, 3, 2), {"QS": 0})), "hands[0].hearts"),
        (lambda table: table.correct(1, hand(4, 3, 3, 3, queen=0, passed=10**20)), "hands[0].pass"),
        (lambda table: table.set_next(4, None), "next_passed"),
        (lambda table: table.set_next(-1, 0), "next_passed"),
        (lambda table: table.set_next(None, 10**20), "next_dealer"),
        *(
            (lambda table, name=name: table.replace(1, name), "players[1]")
            for name in ("", " ", " Eva", "E\nva", "E" * 31, "anna", "DORA")
        ),
        (lambda table: table.replace(-1, "Eva"), "seat"),
        (lambda table: table.replace(4, "Eva"), "seat"),
        (lambda table: table.note("x" * 301), "note"),
        (lambda table: table.note_evening("a\0b"), "note"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(
    table: Table, verb: Callable[[Table], object], place: str
) -> None:
    table.record(ONE)
    table.set_next(passed=0)
    before = table.database.rows()
    with pytest.raises(RulesError) as refused:
        verb(table)
    assert refused.value.place == place
    assert table.database.rows() == before
