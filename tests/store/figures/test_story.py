"""The story of an evening as it is read: its games, who played them, the runs that ended in it."""

from __future__ import annotations

import pytest

from scorepad import caps
from scorepad.rules import Hand
from scorepad.rules.story import Fact, Kind
from scorepad.store.figures.games import Games
from scorepad.store.figures.records import records_of
from scorepad.store.figures.story import Story, story_of
from scorepad.store.models import Pad
from scorepad.store.pad.players import merge_players, player_called
from tests.store.figures.evenings import empty_pad, ids, played
from tests.store.table import Database, Table

FOUR = "Anna Ben Cara Dora"
TO_ANNA = ((9, 2, 1, 1), 0)
TO_DORA = ((1, 1, 2, 9), 3)
TO_BEN = ((0, 5, 5, 3), 1)


@pytest.fixture
def pad(database: Database) -> Table:
    return empty_pad(database)


def story(pad: Table, evening: int) -> Story:
    with pad.database.reading() as session:
        found = story_of(session.connection(), pad.pad, evening)
    assert found is not None
    return found


def told(kind: Kind, of: Story) -> list[Fact]:
    return [fact for fact in of.facts if fact.kind == kind]


def test_it_begins_with_who_played_and_ends_with_who_won(pad: Table) -> None:
    played(pad, FOUR, TO_ANNA)
    played(pad, FOUR, TO_BEN, hours=1)
    played(pad, "Ben Cara Dora", ((8, 2, 2), 0), hours=2)
    night, who = story(pad, 1), ids(pad)
    assert [*night.names.items()] == [(who[name], name) for name in FOUR.split()]
    assert (night.games, night.hands, night.total) == (3, 3, None)
    assert {(each.name, each.wins) for each in night.winners} == {("Cara", 2), ("Dora", 2)}


def test_of_one_game_the_end_has_the_total(pad: Table) -> None:
    played(pad, FOUR, TO_BEN)
    night = story(pad, 1)
    assert ([each.name for each in night.winners], night.total) == (["Anna"], 0)


def test_a_streak_of_earlier_evenings_ends(pad: Table) -> None:
    for day in range(3):
        played(pad, FOUR, TO_BEN, hours=24 * day)
    played(pad, FOUR, TO_ANNA, hours=100)
    assert told("streak ended", story(pad, 4)) == [
        Fact("streak ended", 1, None, (ids(pad)["Anna"],), 3)
    ]
    for evening in (1, 2, 3):
        assert not told("streak ended", story(pad, evening))


def test_a_streak_goes_on_from_earlier_evenings(pad: Table) -> None:
    for day in range(3):
        played(pad, FOUR, TO_BEN, hours=24 * day)
    # Anna has no part in this one.
    played(pad, "Eva Ben Cara Dora", TO_BEN, hours=48.5)
    played(pad, FOUR, TO_BEN, hours=49)
    (won,) = told("won in a row", story(pad, 3))
    assert won == Fact("won in a row", 3, None, (ids(pad)["Anna"],), 4)
    with pad.database.reading() as session:
        record = records_of(session.connection(), Games(pad.pad)).wins_in_a_row
    assert record is not None
    assert record.value == won.count


def test_the_queen_comes_after_many_hands_of_earlier_evenings(pad: Table) -> None:
    rules = {"target": 1000}
    played(pad, FOUR, *[TO_BEN] * 20, options=rules)
    played(pad, FOUR, TO_BEN, TO_DORA, hours=24, options=rules)
    assert told("queen at last", story(pad, 2)) == [
        Fact("queen at last", 1, 2, (ids(pad)["Dora"],), 21)
    ]


def test_a_run_that_goes_on_has_not_ended(pad: Table) -> None:
    # The longest run of this game comes after the queen, and lasts.
    played(pad, FOUR, TO_DORA, *[TO_BEN] * 20, options={"target": 1000})
    assert not told("queen at last", story(pad, 1))


def test_who_left_is_told_of_the_hands_they_played(pad: Table) -> None:
    table = played(pad, FOUR, options={"target": 100, "moon": "add"})
    table.reopen()
    table.record(Hand((0, 0, 0, 13), {"QS": 3}))
    table.replace(3, "Eva")
    table.record(Hand((2, 3, 4, 4), {"QS": 1}))
    table.stop()
    night, who = story(pad, 1), ids(pad)
    assert told("moon", night) == [Fact("moon", 1, 1, (who["Dora"],))]
    assert {*night.names} == {*who.values()}


def test_two_names_of_one_player_are_one(pad: Table) -> None:
    for day, names in enumerate((FOUR, FOUR, "Anni Ben Cara Dora")):
        played(pad, names, TO_BEN, hours=24 * day)
    played(pad, FOUR, TO_ANNA, hours=100)
    assert not told("streak ended", story(pad, 4))
    with pad.database.writing() as session:
        of_pad = session.get_one(Pad, pad.pad)
        anni, anna = (player_called(session, of_pad, name) for name in ("Anni", "Anna"))
        assert anni is not None
        assert anna is not None
        merge_players(session, of_pad, pad.device, anni, anna)
    (ended,) = told("streak ended", story(pad, 4))
    assert story(pad, 4).names[ended.players[0]] == "Anna"
    assert ended.count == 3
    assert "Anni" not in story(pad, 3).names.values()


def test_there_is_none_of_what_is_no_evening_or_has_no_result(
    pad: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(pad, FOUR)
    with pad.database.reading() as session:
        # Ended before the first hand.
        assert story_of(session.connection(), pad.pad, 1) is None
        assert story_of(session.connection(), pad.pad, 2) is None
    played(pad, FOUR, TO_ANNA, hours=1)
    played(pad, FOUR, TO_ANNA, hours=2)
    assert story(pad, 1).games == 2
    # Told of some of its games, it would not be true.
    monkeypatch.setattr(caps, "STORY_GAMES", 1)
    with pad.database.reading() as session:
        assert story_of(session.connection(), pad.pad, 1) is None
