"""Games and rules are found by what people call them, and what is not scored is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from flask import Flask

from scorepad.rules import ruleset
from scorepad.web.pad.find_rule import Found, find_rules
from scorepad.web.pad.questions import HOUSE_RULES, PRESET
from scorepad.web.words.rule_names import NOT_SCORED, known_as
from tests.web.cast import Phone


@pytest.fixture(autouse=True)
def in_english(app: Flask) -> Iterator[None]:
    with app.test_request_context("/new"):
        yield


def found(typed: str, players: int | None = None) -> Sequence[Found]:
    return find_rules(typed, ruleset(players or 4, {}), players)


def answers(typed: str) -> list[tuple[str, str]]:
    return [(each.question, each.value) for each in found(typed) if each.question]


def test_a_name_is_found_in_other_spellings_and_in_both_languages() -> None:
    cases = [
        ("gruene minna", "preset", "black-maria"), ("grune minna", "preset", "black-maria"),
        ("GRU\u0308NE", "preset", "black-maria"), ("minna grüne", "preset", "black-maria"),
        ("Pik Dame", "preset", "black-lady"), ("pikdame", "preset", "black-lady"),
        ("queen of the spades", "preset", "black-lady"),
        ("Schwarze Witwe", "preset", "black-widow"),
        ("herzen", "preset", "hearts"), ("schwarze dame", "preset", "black-lady"),
        ("mond", "moon", "add"), ("Moon", "moon", "subtract"), ("kein Mond", "moon", "off"),
        ("durchmarsch", "moon", "safe"), ("shoot moon", "moon", "choice"), ("sonne", "sun", "y"),
        ("karobube", "bonus", "jack"), ("Karo 10", "bonus", "ten"),
        ("Kreuz As", "king_and_ace", "clubs"),
        ("unentschieden", "tie", "play-on"), ("schieben", "passing", "never"),
        ("uebrige karten", "undealt", "first-trick"), ("ueberschreiten", "end", "exceed"),
        ("zurueck auf null", "exact", "zero"), ("bluten", "first_trick_points", "y"),
        ("♦10", "bonus", "ten"),
    ]  # fmt: skip
    for typed, question, value in cases:
        assert (question, value) in answers(typed), typed


def test_a_word_is_found_from_its_beginning_only() -> None:
    # Not dia-mond, not p-lay-ing, not ed-gy.
    assert {question for question, _ in answers("mond")} == {"moon"}
    for typed in ("aying", "iamonds", "ondo", "ueen", "of the", "--"):
        assert answers(typed) == [], typed


def test_every_answer_is_found_by_the_first_of_its_names() -> None:
    known = {
        (question.name, value): names
        for question in (PRESET, *HOUSE_RULES)
        for value in question.values
        if (names := known_as(question.name, value))
    }
    assert len(known) >= 12
    for answer, names in known.items():
        assert answer in answers(names[0]), names[0]
    # And each is as long as what is looked for.
    every = [*known.values(), *NOT_SCORED]
    assert all(2 <= len(name) <= 40 for names in every for name in names)


def test_what_is_not_scored_says_so() -> None:
    assert found("pink lady") == [
        Found("Every heart counts 1 here, so a queen of hearts that counts more is not scored.")
    ]
    for names, why in NOT_SCORED.items():
        assert Found(why) in found(names[0]), names[0]


def test_cards_left_over_are_found_where_some_can_be() -> None:
    none_left = Found("With so many players no card is left over.")
    assert none_left in found("übrige karten", 4)
    assert none_left not in found("übrige karten", 3)


def test_unknown_names_are_said_but_not_for_a_letter_or_a_novel() -> None:
    assert found("whist") == [Found("No game or rule is called like this here.")]
    for typed in ("", " ", "x", "x" * 41, "hearts " * 10_000):
        assert found(typed) == (), typed[:20]


def test_the_form_has_what_was_found_as_buttons(phone: Phone) -> None:
    page = phone.open("/new?find=grüne+minna&players=3")
    listed = page.only("ul", id="found")
    buttons = [
        (each.attributes["data-set"], each.attributes["data-value"])
        for each in listed.all("button")
    ]
    assert ("preset", "black-maria") in buttons
    assert "not scored" in phone.open("/new?find=pink").only("ul", id="found").text
    assert phone.open("/new").only("ul", id="found").text == ""
