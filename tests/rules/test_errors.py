"""An error says where and what; it can be seen from further out and put in other words."""

from __future__ import annotations

from scorepad.rules import RulesError


def test_an_error_reads_as_place_and_sentence() -> None:
    error = RulesError("hearts", "{placed} of {hearts} hearts placed", placed=12, hearts=13)
    assert error.message == "12 of 13 hearts placed"
    assert str(error) == "hearts: 12 of 13 hearts placed"
    assert str(error.within("hands[3]")) == "hands[3].hearts: 12 of 13 hearts placed"


def test_seen_from_further_out_it_keeps_its_sentence_and_values() -> None:
    error = RulesError("hearts", "{placed} placed", placed=12).within("hands[3]")
    assert error.text == "{placed} placed"
    assert error.values == {"placed": 12}


def test_braces_in_a_place_or_a_value_are_left_alone() -> None:
    error = RulesError("rules.{x}", "{why}", why="{why} {0} }{")
    assert str(error) == "rules.{x}: {why} {0} }{"
