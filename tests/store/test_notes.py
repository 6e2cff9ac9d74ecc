"""Notes on games and evenings: written, undone, kept with their games, deleted with them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from scorepad.rules import Hand, RulesError
from scorepad.store.errors import BinnedError, StaleError
from scorepad.store.figures.evenings import evening_of, evening_with
from scorepad.store.game.snapshot import game_with_id
from tests.store.table import SHORT, Table, next_game

LAST_HAND = Hand((9, 2, 1, 1), {"QS": 0})


@pytest.fixture(params=[Table.note, Table.note_evening], ids=["game", "evening"])
def write(request: pytest.FixtureRequest, table: Table) -> Callable[..., None]:
    return partial(request.param, table)


def test_a_note_is_written_changed_and_deleted(table: Table, write: Callable[..., None]) -> None:
    for note in ("Wine", "Wine\nand cards", None):
        write(note)
        assert note in table.state().notes
        assert set(table.state().notes) == {note, None}
    sides = [(line.before, line.after) for line in table.state().log[1:]]
    assert sides == [
        (None, {"note": "Wine"}),
        ({"former": "Wine"}, {"note": "Wine\nand cards"}),
        ({"former": "Wine\nand cards"}, None),
    ]


def test_a_repeated_request_writes_once(table: Table, write: Callable[..., None]) -> None:
    write("Wine", revision=1)
    before = table.database.rows()
    write("Wine", revision=1)
    assert table.database.rows() == before


def test_who_was_overtaken_writes_nothing(table: Table, write: Callable[..., None]) -> None:
    write("Wine", revision=1)
    before = table.database.rows()
    with pytest.raises(StaleError):
        write("Cards", revision=1)
    table.bin()
    binned = table.database.rows()
    with pytest.raises(BinnedError):
        write("Cards")
    assert table.database.rows() == binned
    table.undo()
    assert [game["note"] for game in table.database.rows()["games"]] == [
        game["note"] for game in before["games"]
    ]


def test_what_is_no_note_is_refused(table: Table, write: Callable[..., None]) -> None:
    before = table.database.rows()
    for text in ("x" * 301, "a\0b"):
        with pytest.raises(RulesError) as refused:
            write(text)
        assert refused.value.place == "note"
    assert table.database.rows() == before


def test_a_note_on_an_evening_stays_with_its_first_game(table: Table) -> None:
    first, second = (next_game(table, SHORT, f"game {number}") for number in (1, 2))
    first.record(LAST_HAND)
    first.note_evening("At Dora’s")
    second.record(LAST_HAND)
    assert notes(first) == {2: "At Dora’s"}
    # While its game is in the bin, the note is too.
    first.bin()
    assert notes(second) == {}
    first.unbin()
    assert notes(second) == {2: "At Dora’s"}
    # As if two evenings had become one.
    second.note_evening("Until late")
    assert notes(first) == {2: "At Dora’s", 3: "Until late"}


def test_a_game_that_runs_belongs_to_no_evening(table: Table) -> None:
    with table.database.reading() as session:
        assert (
            evening_with(session.connection(), game_with_id(session.connection(), table.game))
            is None
        )


def test_it_is_deleted_with_its_game(table: Table, write: Callable[..., None]) -> None:
    write("Zebrafish")
    write("Zebrafish again")
    table.undo()
    table.bin()
    table.delete()
    assert "Zebrafish" not in repr(table.database.rows())


def notes(table: Table) -> dict[int, str]:
    """The notes on the evening of a game."""
    with table.database.reading() as session:
        found = evening_with(session.connection(), game_with_id(session.connection(), table.game))
        assert found is not None
        evening = evening_of(session.connection(), table.pad, found.number)
        assert evening is not None
        return dict(evening.notes)
