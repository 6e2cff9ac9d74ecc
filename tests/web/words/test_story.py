"""The sentences of a story: every fact in both languages, and others on other evenings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import product

import pytest

from scorepad.rules import evening_facts as facts
from scorepad.rules.story import Tale
from scorepad.store.figures.evenings import EveningGame
from scorepad.store.figures.story import Story
from scorepad.web.words.story import telling as words
from scorepad.web.words.story.wordings import WORDINGS
from tests.support.catalogues import in_language
from tests.web.words.test_words import plain_text

LANGUAGES = ("en", "de")
NAMES = {1: "Anna", 2: "Ben", 3: "Cara", 4: "Dora"}
EACH: Sequence[tuple[facts.Fact, str, str]] = [
    (facts.LedFrom(2, 9, 1), "Anna", "hand 9 of the second game"),
    (facts.Moon(1, 4, 2, sun=False), "Ben", "and 4 of the first game"),
    (facts.Moon(1, 4, 2, sun=True), "Ben", "and 4 of the first game"),
    (facts.MoonTurned(1, 4, 2, False, 3, won=True), "Ben", "3rd to first"),
    (facts.MoonTurned(1, 4, 2, False, 3, won=False), "Ben", "3rd to first"),
    (facts.MoonTurned(1, 4, 2, True, 3, won=False), "Ben", "3rd to first"),
    (facts.CameBack(1, 4, 2, 34), "Ben", "34"),
    (facts.StreakEnded(1, 0, 2, 4), "Ben", "our"),
    (facts.WonInRow(2, 0, 2, 3), "Ben", "three"),
    (facts.QueenRunEnded(1, 4, 2, 23), "♠Q", "23 hands"),
    (facts.Won(1, 0, 2, -7), "Ben", "−7"),
    (facts.Close(1, 0, 2, 1), "Ben", "point"),
    (facts.Close(1, 0, 2, 2), "Ben", "wo points"),
    (facts.Tied(1, 0, (1, 2), 30), "Anna and Ben", "on 30"),
]
GAMES = [EveningGame(number, ()) for number in (7, 8, 9)]
BEGINNING = facts.Beginning(0, 0, (1, 2, 3), 3, 31)
NIGHT = facts.Night(0, 0, (1,), 2, 3, None)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with in_language(request.param):
        yield request.param


def told(*of: facts.Fact, evening: int = 7, games: int = 3) -> list[str]:
    tale = Tale(of, of)
    began = datetime(2026, 11, 20, 19, tzinfo=UTC)
    story = Story(evening, began, tale, NAMES, GAMES[:games], ())
    return [plain_text(each) for each in words.sentences(story)]


def test_every_wording_of_a_fact_says_what_it_is() -> None:
    for fact, first, second in EACH:
        wordings = {told(fact, evening=evening)[0] for evening in range(1, 7)}
        for sentence in wordings:
            assert first in sentence
            assert second in sentence


def test_every_fact_is_a_sentence(language: str) -> None:
    every = [*(fact for fact, *_ in EACH), BEGINNING, NIGHT]
    for fact, games, before, evening in product(every, (1, 3), (0, 1, 2), range(1, 7)):
        some = [facts.Won(fact.game or 1, 0, 1, 30)] * before
        *_, sentence = told(*some, fact, evening=evening, games=games)
        assert sentence[-1] in ".!"
        assert sentence[0] in "♠%" or not sentence[0].islower()
        assert "%(" not in sentence
        assert "  " not in sentence
        if language == "de":
            assert not {"the", "hand", "hands", "game", "of", "and"} & {*sentence.split()}


def test_all_kinds_of_facts_are_tried() -> None:
    kinds = {type(fact) for fact, *_ in EACH} | {facts.Beginning, facts.Night}
    assert kinds == {*WORDINGS}
    known = {each for each in vars(facts).values() if isinstance(each, type)}
    assert kinds == {each for each in known if issubclass(each, facts.Fact)} - {facts.Fact}


def test_different_evenings_are_told_differently() -> None:
    some = (BEGINNING, facts.LedFrom(1, 3, 1), facts.CameBack(2, 4, 2, 34), NIGHT)
    assert len({tuple(told(*some, evening=evening)) for evening in range(1, 7)}) > 3
    assert told(*some) == told(*some)


def test_two_facts_of_a_kind_are_told_differently() -> None:
    first, second = told(facts.Close(1, 0, 1, 2), facts.Close(2, 0, 1, 2))
    assert first.replace("first", "second") != second


def test_the_game_of_the_sentence_before_is_that_game(language: str) -> None:
    again = told(facts.CameBack(2, 4, 2, 34), facts.Moon(2, 5, 1, sun=False))[1]
    assert ("that game" if language == "en" else "dieser Partie") in again
    *_, third = told(*(facts.Moon(2, hand, 1, sun=False) for hand in (1, 2, 3)))
    assert ("of that" if language == "en" else "dieser") not in third
    close = [facts.Close(2, 0, player, 2) for player in (1, 2, 3, 4)]
    _, _, third, fourth = told(*close)
    there = "there" if language == "en" else "dort"
    assert there in third
    assert there not in fourth
    last = told(facts.CameBack(3, 4, 2, 34))[0]
    assert ("the last game" if language == "en" else "der letzten Partie") in last


def test_the_only_game_is_not_named() -> None:
    said = {told(facts.Close(1, 0, 1, 2), evening=evening, games=1)[0] for evening in (1, 2)}
    assert said == {
        "It was close: Anna won by just two points.", "Two points decided it for Anna."
    }  # fmt: skip


@pytest.mark.parametrize("won", [True, False])
def test_then_comes_after_something(language: str, won: bool) -> None:
    turned = facts.MoonTurned(1, 4, 2, False, 3, won=won)
    then = "Then came" if language == "en" else "Dann kam"
    for first in (BEGINNING, facts.Won(1, 0, 1, 30)):
        said = [told(first, turned, evening=evening)[1] for evening in (1, 2)]
        assert any(then in each for each in said) == (first is not BEGINNING)


def test_a_sentence_names_its_game_where_the_one_before_spoke_of_another(language: str) -> None:
    second = "the second game" if language == "en" else "zweiten Partie"
    for fact, *_ in EACH:
        other = type(fact)(**{**vars(fact), "game": 2})
        for evening in (1, 2, 3):
            assert second in told(facts.Won(1, 0, 1, 30), other, evening=evening)[1]


def test_one_game_has_its_hands() -> None:
    for hands, said in ((1, "one hand"), (12, "twelve hands"), (13, "13 hands")):
        for evening in range(1, 4):
            fact = facts.Beginning(0, 0, (1, 2, 3), 1, hands)
            assert f"ne game of {said}" in told(fact, evening=evening, games=1)[0]


def test_the_end_of_one_game_and_of_several(language: str) -> None:
    ends = {
        told(each, games=each.games, evening=evening)[0]
        for each in (
            facts.Night(0, 0, (1,), 1, 1, 26), facts.Night(0, 0, (1, 2), 1, 1, 26),
            facts.Night(0, 0, (1,), 1, 2, None), facts.Night(0, 0, (1,), 2, 2, None),
            facts.Night(0, 0, (1,), 3, 3, None), facts.Night(0, 0, (1, 2, 3), 1, 3, None),
            facts.Night(0, 0, (1, 2), 2, 3, None),
        )
        for evening in (1, 2)
    }  # fmt: skip
    assert len(ends) == 14
    if language == "de":
        assert "Anna hat beide Partien gewonnen." in ends
        assert "Anna, Ben und Cara teilen sich den Abend, mit je einem Sieg." in ends


def test_a_crowd_is_counted_and_not_named() -> None:
    crowd = facts.Beginning(0, 0, (*range(1, 9),), 3, 31)
    story = told(crowd)[0]
    assert "8 players" in story
    assert told(facts.Beginning(0, 0, (1, 2, 3), 1, 0), games=1) == [
        "Anna, Ben and Cara sat down for one game."
    ]


def test_the_message_has_the_day_and_all_sentences(language: str) -> None:
    text = words.message("{day}", ["One.", "Two."])
    assert text.endswith("{day}\n\nOne. Two.")


def test_a_name_that_ends_with_a_full_stop_has_no_other_one() -> None:
    story = Story(1, datetime.now(UTC), Tale((), (facts.WonInRow(1, 0, 1, 3),)), {}, GAMES, ())
    said = {
        words.highlights(Story(number, *list(vars(story).values())[1:]), {1: "Barth."})[0]
        for number in (1, 2)
    }
    assert any(each.endswith("\u2068Barth.\u2069") for each in said)
