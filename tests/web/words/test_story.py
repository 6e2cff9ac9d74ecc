"""The sentences of a story: every fact in both languages, and others on other evenings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product

import pytest

from scorepad.rules.story import KINDS, Fact
from scorepad.store.figures.evenings import Attendance
from scorepad.store.figures.story import Story
from scorepad.web.words import evening as words
from tests.support.catalogues import in_language
from tests.web.pages import plain

LANGUAGES = ("en", "de")
NAMES = {1: "Anna", 2: "Ben", 3: "Cara", 4: "Dora"}
# With words that each of its wordings has.
EACH = [
    (Fact("went ahead", 2, 9, (1,)), "Anna", "hand 9 of the second game"),
    (Fact("moon", 1, 4, (2,)), "Ben", "and 4 of the first game"),
    (Fact("sun", 1, 4, (2,)), "Ben", "and 4 of the first game"),
    (Fact("moon to the win", 1, 4, (2,), place=3), "Ben", "third to first"),
    (Fact("came back", 1, 4, (2,), 34), "Ben", "34"),
    (Fact("queen at last", 1, 4, (2,), 23), "♠Q", "23 hands"),
    (Fact("close", 1, None, (2,), 1), "Ben", "point"),
    (Fact("close", 1, None, (2,), 2), "Ben", "wo points"),
    (Fact("won", 1, None, (2,), -7), "Ben", "−7"),
    (Fact("streak ended", 1, None, (2,), 4), "Ben", "our"),
    (Fact("won in a row", 2, None, (2,), 3), "Ben", "three"),
]
TIED = (Fact("won", 1, None, (1, 2), 30), "Anna and Ben", "on 30")
ANNA = Attendance(1, "Anna", (1, 1, 2), 2, 0)
STORY = Story(7, datetime(2026, 11, 20, 19, tzinfo=UTC), NAMES, 3, 31, (), [ANNA], None)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with in_language(request.param):
        yield request.param


def told(*facts: Fact, evening: int = 7, games: int = 3) -> list[str]:
    """The sentences about these facts."""
    story = replace(STORY, evening=evening, games=games, facts=facts)
    return [plain(each) for each in words.story_sentences(story)[1:-1]]


def test_every_wording_of_a_fact_says_what_it_is() -> None:
    assert [fact.kind for fact, *_ in EACH if fact.count != 1] == [*KINDS]
    for (fact, first, second), evening in product([*EACH, TIED], range(1, 7)):
        (sentence,) = told(fact, evening=evening)
        assert first in sentence
        assert second in sentence


def test_every_fact_is_a_sentence(language: str) -> None:
    for (fact, *_), games, before, evening in product(
        [*EACH, TIED], (1, 3, 12), (0, 1), range(1, 7)
    ):
        some = [Fact("won", fact.game, None, (1,), 30)] * before
        *_, sentence = told(*some, fact, evening=evening, games=games)
        assert sentence[-1] in ".!"
        assert sentence[0] in "♠%" or not sentence[0].islower()
        assert "%(" not in sentence
        assert "  " not in sentence
        if language == "de":
            assert not {"the", "hand", "hands", "game", "of", "and"} & {*sentence.split()}


def test_different_evenings_are_told_differently() -> None:
    some = (Fact("went ahead", 1, 3, (1,)), Fact("came back", 2, 4, (2,), 34))
    assert len({tuple(told(*some, evening=evening)) for evening in range(1, 7)}) > 1
    assert told(*some) == told(*some)
    first, second = told(Fact("close", 1, None, (1,), 2), Fact("close", 2, None, (1,), 2))
    assert first.replace("first", "second") != second


def test_a_sentence_names_its_game_unless_the_one_before_was_about_it(language: str) -> None:
    first, second = ("first", "second") if language == "en" else ("ersten", "zweiten")
    for (fact, *_), evening in product(EACH, (1, 2, 3)):
        other = replace(fact, game=2)
        said = told(Fact("won", 1, None, (1,), 30), other, other, evening=evening)
        assert first in said[0]
        assert second in said[1]
        assert second not in said[2]
        # The only game is not named.
        assert second not in told(other, evening=evening, games=1)[0]
    assert "12" in told(Fact("won", 12, None, (1,), 30), games=12)[0]


@pytest.mark.parametrize(
    ("games", "hands", "said"),
    [
        (1, 0, ["Anna, Ben, Cara and Dora sat down for one game."]),
        (1, 1, ["one game of one hand"]),
        (1, 12, ["one game of twelve hands"]),
        (3, 31, ["Anna, Ben, Cara and Dora", "three games"]),
    ],
)
def test_it_begins_with_who_played(games: int, hands: int, said: list[str]) -> None:
    for evening in range(1, 4):
        first, *_ = words.story_sentences(replace(STORY, evening=evening, games=games, hands=hands))
        for each in said:
            assert each.lower() in plain(first).lower()


def test_a_crowd_is_counted_and_not_named() -> None:
    crowd = {player: f"Player {player}" for player in range(1, 9)}
    assert "8 players" in words.story_sentences(replace(STORY, names=crowd))[0]


def test_it_ends_with_who_won_the_night(language: str) -> None:
    def end(evening: int, games: int, total: int | None, *wins: int) -> str:
        won = [Attendance(at, NAMES[at], (1,), each, 0) for at, each in enumerate(wins, start=1)]
        story = replace(STORY, evening=evening, games=games, winners=won, total=total)
        return plain(words.story_sentences(story)[-1])

    nights = (
        *((1, 26, 1), (1, 26, 1, 1), (2, None, 1), (2, None, 2), (3, None, 3)),
        *((3, None, 1, 1, 1), (3, None, 2, 2)),
    )
    ends = {end(evening, *night) for night in nights for evening in (1, 2)}
    assert len(ends) == 14
    assert all("%(" not in each and "Anna" in each for each in ends)
    if language == "de":
        assert "Anna hat beide Partien gewonnen." in ends
        assert "Anna, Ben und Cara teilen sich den Abend, mit je einem Sieg." in ends


def test_the_message_has_the_day_and_all_sentences(language: str) -> None:
    text = words.story_message("{day}", ["One.", "Two."])
    assert text.endswith("{day}\n\nOne. Two.")


def test_a_name_that_ends_with_a_full_stop_has_no_other_one() -> None:
    story = replace(STORY, names={1: "Barth."}, facts=[Fact("won in a row", 1, None, (1,), 3)])
    said = {words.story_sentences(replace(story, evening=evening))[1] for evening in (1, 2)}
    assert any(each.endswith("\u2068Barth.\u2069") for each in said)
