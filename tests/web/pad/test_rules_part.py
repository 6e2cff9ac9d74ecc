"""The start form's part about rules: what holds, what would hold, and what can be chosen."""

from __future__ import annotations

from scorepad.web.pad.rules_part import Field, RulesPart, rules_part


def part(players: int | None = 4, /, **values: str) -> RulesPart:
    return rules_part(values, players, {}, values)


def field(rules: RulesPart, name: str) -> Field:
    (found,) = [each for each in rules.fields if each.name == name]
    return found


def default(rules: RulesPart, name: str) -> str:
    found = field(rules, name)
    return found.options[0][1] if found.kind == "choice" else found.hint


def test_defaults_without_any_answer() -> None:
    cases: list[tuple[int | None, str]] = [
        (3, "3 players: twos out, ♠Q 12, moon +24 or −24, to 100"),
        (4, "4 players: ♠Q 13, moon +26, to 100"),
        (None, "4 players: ♠Q 13, moon +26, to 100"),
    ]
    for players, line in cases:
        rules = part(players)
        assert rules.line == line, (players, line)
        assert not rules.is_open, (players, line)
        assert all(default(rules, each.name) for each in rules.fields), (players, line)


def test_a_default_is_what_would_hold_without_the_answer_and_with_all_others() -> None:
    rules = part(3, moon="add", queen="5", deck="2D", target="50")
    assert rules.line == "3 players: ♦2 out, ♠Q 5, moon +18, to 50"
    assert default(rules, "moon") == "Default: shooter chooses +18 or −18"
    assert default(rules, "queen") == "Default: 13"
    assert default(rules, "deck") == "Default: twos – 16 each, ♠Q 5"
    assert default(rules, "target") == "Default: 100"


def test_what_the_rules_refuse_is_marked_and_does_not_count() -> None:
    cases: list[tuple[dict[str, str], str]] = [
        ({"target": "5"}, "target"),
        ({"deck": "2D"}, "deck"),
        ({"other_deck": "QS 2D 3D 4D"}, "other_deck"),
        ({"other_deck": "nonsense"}, "other_deck"),
        ({"pass_count": "99"}, "pass_count"),
    ]
    for values, at in cases:
        rules = part(4, **values)
        assert [each.name for each in rules.fields if each.fault] == [at], (values, at)
        assert rules.is_open, (values, at)
        assert rules.line == part().line, (values, at)
        assert field(rules, at).value == values[at], (values, at)


def test_three_choose_between_two_decks_in_one_tap() -> None:
    assert part(3).other_deck == ("2D", "♦2 out instead: 17 each, ♠Q 13")
    assert part(3, deck="2D").other_deck == ("", "Twos out instead: 16 each, ♠Q 12")
    assert part(3, other_deck="3D").other_deck is None
    assert part(3).why_deck == (
        "52 cards don’t divide by 3: without twos everybody has 16. "
        "That leaves 12 hearts, and ♠Q counts as many."
    )
    assert part(3, deck="2D").why_deck == (
        "52 cards don’t divide by 3: without ♦2 everybody has 17."
    )
    # Not so where somebody has given the queen another value.
    assert "♠Q" not in part(3, queen="5").why_deck
    assert {part(players).other_deck for players in (4, 5, 6, 7, None)} == {None}


def test_the_decks_that_can_be_chosen_fit_the_number_of_players() -> None:
    decks = {
        players: [value for value, _ in field(part(players), "deck").options]
        for players in (3, 4, 5, 6, 7, None)
    }
    assert decks[3][:3] == ["", "2D", "2C"]
    assert decks[4] == ["", "2C 2D 2S 2H"]
    assert decks[6] == [""]
    assert len(decks[5]) == 6
    assert decks[7][:2] == ["", "2C 2D 2H"]
    assert set(decks[None]) == {value for players in range(3, 8) for value in decks[players]}
    assert len(decks[None]) == len(set(decks[None]))


def test_whether_a_moon_needs_the_jack_is_asked_where_it_matters() -> None:
    cases: list[tuple[dict[str, str], bool]] = [
        ({}, True),
        ({"preset": "omnibus"}, False),
        ({"bonus": "jack"}, False),
        ({"preset": "omnibus", "bonus": "none"}, True),
        ({"preset": "omnibus", "moon": "off"}, True),
    ]
    for values, moot in cases:
        asked = field(part(4, **values), "moon_needs_bonus")
        assert (asked.kind, asked.moot) == ("prominent", moot), (values, moot)
        assert [value for value, _ in asked.options if value] == ["y", "n"], (values, moot)


def test_a_target_warns_where_a_game_can_have_too_few_hands() -> None:
    assert not field(part(5, target="700"), "target").warning
    assert field(part(5, target="1000"), "target").warning == (
        "A game has at most 150 hands, and may need more to 1000."
    )
