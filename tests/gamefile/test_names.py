"""Names of players: what a name may be, and when two are the same."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.gamefile import read_game
from scorepad.names import MOST_LETTERS, fault_of, name_faults, name_key, told_apart, trimmed
from tests.gamefile.documents import game
from tests.rules.strategies import SETTINGS

FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "Anna",
        "Zoë",
        "Zoe\u0308",
        "李",
        "O’Hara",
        "Anna Maria",
        "अनिता",
        "محمد",
        FAMILY,
        "🇩🇪",
        "A" * MOST_LETTERS,
        FAMILY * MOST_LETTERS,
        "e\u0308" * MOST_LETTERS,
        "<script>",
        "=1+1",
    ],
)
def test_names_that_people_have(name: str) -> None:
    assert fault_of(name) is None
    composed = trimmed(name)
    assert read_game(game(players=["1", "2", "3", composed])).players[3] == composed


def test_a_decomposed_name_is_not_said_to_have_blank_space_around_it() -> None:
    assert "blank space" not in dict(name_faults(["Zoe\u0308"])).get(0, "")


def test_marks_can_be_piled_up_so_high() -> None:
    assert fault_of("e" + "\u0308" * 30) is None
    assert fault_of("e" + "\u0308" * 300) == "has too many marks on its letters"


def test_each_name_of_a_table_that_is_wrong_is_named() -> None:
    faults = dict(name_faults(["Anna", "", "ANNA", "Dora", " Ed"]))
    assert list(faults) == [1, 2, 4]
    assert faults[2].startswith("is the name of ")


@pytest.mark.parametrize("name", ["", " ", "\u00a0", "\u3000", "\u200b", "\u200d", "\ufeff \u2060"])
def test_a_name_that_nobody_sees_is_empty(name: str) -> None:
    assert fault_of(name) == "must not be empty"


@pytest.mark.parametrize(
    "name", ["An\nna", "An\tna", "An\rna", "An\x00na", "An\x7fna", "An\x85na", "An\u2029na"]
)
def test_a_name_does_not_break_a_line(name: str) -> None:
    assert fault_of(name) == "must not have line breaks or control characters"


@pytest.mark.parametrize("letter", ["A", "李", "e\u0308", FAMILY, "🇩🇪"])
def test_letters_are_counted_as_a_reader_does(letter: str) -> None:
    assert fault_of(letter * MOST_LETTERS) is None
    assert fault_of(letter * (MOST_LETTERS + 1)) == "must have at most 30 letters"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "ANNA"),
        ("Anna", " anna "),
        ("Zo\u00eb", "Zoe\u0308"),
        ("ZO\u00cb", "zoe\u0308"),
        ("Strauß", "STRAUSS"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ],
)
def test_case_and_composition_do_not_tell_names_apart(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Anna", "Anne"), ("Zoë", "Zoe"), ("Anna", "An na"), ("1", "¹")]
)
def test_different_names_are_different(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@SETTINGS
@given(st.text())
def test_a_name_is_known_by_each_of_its_compositions(name: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))
    assert name_key(composed) == name_key(decomposed) == name_key(name)
    assert trimmed(trimmed(name)) == trimmed(name)


@SETTINGS
@given(st.text(st.characters(), max_size=40))
def test_a_name_without_fault_survives_reading_and_can_be_printed(name: str) -> None:
    name = trimmed(name)
    if fault_of(name) is None:
        (*_, read) = read_game(game(players=["one", "two", "three and a half", name])).players
        assert read == name
        assert len(read.splitlines()) == 1
        assert read.encode()


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Anna", "Ben"), ["Anna", "Ben"]),
        (("Maximilian", "Maxine", "Max"), ["M…mil", "M…ne", "Max"]),
        (("Anna K.", "anna M.", "Anna"), ["A…K.", "a…M.", "Anna"]),
        # Where one is the beginning of the other, only that one is cut.
        (("Johann", "Johanna"), ["Johann", "J…a"]),
        (("Annaly", "Annamy", "Abbaly", "Abbamy"), ["Annaly", "Annamy", "Abbaly", "Abbamy"]),
        # What is seen of a name in any case.
        (("Anne", "Annex"), ["Anne", "Annex"]),
        ((f"{FAMILY}{FAMILY}{FAMILY}{FAMILY}ab", f"{FAMILY}{FAMILY}{FAMILY}{FAMILY}cd"),
         [f"{FAMILY}…ab", f"{FAMILY}…cd"]),
    ],
)  # fmt: skip
def test_names_that_begin_alike_can_be_told_apart(names: tuple[str, ...], told: list[str]) -> None:
    assert told_apart(names) == told


@SETTINGS
@given(st.lists(st.text(min_size=1, max_size=12).map(trimmed), unique_by=name_key, max_size=6))
def test_names_told_apart_stay_different(names: list[str]) -> None:
    assert len({name_key(name) for name in told_apart(names)}) == len(names)
