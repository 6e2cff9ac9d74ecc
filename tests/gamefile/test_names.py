"""Names of players: what a name may be, and when two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from scorepad.gamefile import MOST_LEFT, read_game, reading
from scorepad.names import (
    MOST_LETTERS,
    MOST_TYPED,
    Fault,
    fault_of,
    letters_of,
    name_faults,
    name_key,
    same_name,
    short_names,
    trimmed,
)
from scorepad.rules import RulesError
from tests.gamefile.documents import game
from tests.rules.strategies import SETTINGS

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
# Composing it takes a time that grows with the square of its length.
PILE = "\u0301" * 15_900 + "\u0327" * 15_900


def test_names_that_people_have() -> None:
    cases = [
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
    ]
    for name in cases:
        assert fault_of(name) is None, name
        composed = trimmed(name)
        assert read_game(game(players=["1", "2", "3", composed])).players[3] == composed, name


def test_a_decomposed_name_is_not_said_to_have_blank_space_around_it() -> None:
    assert not any("blank space" in fault.text for _, fault in name_faults(["Zoe\u0308"]))


def message_of(name: str) -> str:
    """What is wrong with a name, in English."""
    fault = fault_of(name)
    return fault.text.format(**fault.values) if fault else ""


def test_marks_can_be_piled_up_so_high() -> None:
    assert fault_of("e" + "\u0308" * 30) is None
    assert message_of("e" + "\u0308" * 300) == "a name must not have so many marks on its letters"


@pytest.fixture
def looked_into(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of all texts that are composed or divided into letters meanwhile."""
    lengths: list[int] = []
    compose = unicodedata.normalize

    def composing(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
        lengths.append(len(text))
        return compose(form, text)

    def dividing(text: str) -> object:
        lengths.append(len(text))
        return iter_graphemes(text)

    monkeypatch.setattr(unicodedata, "normalize", composing)
    monkeypatch.setattr("wcwidth.iter_graphemes", dividing)
    return lengths


@pytest.mark.parametrize(
    "look",
    [trimmed, name_key, fault_of, lambda name: list(name_faults([name, f"{name}x"])),
     lambda name: short_names([name, f"{name}x"])],
    ids=["trimmed", "name_key", "fault_of", "name_faults", "short_names"],
)  # fmt: skip
@pytest.mark.parametrize(
    "name",
    [PILE, f"e{PILE}", "x" * 60_000, f"  {PILE}  "],
    ids=["marks", "one letter", "letters", "blank space"],
)
def test_nobody_looks_into_a_text_that_is_too_long(
    looked_into: list[int], look: Callable[[str], object], name: str
) -> None:
    look(name)
    assert max(looked_into, default=0) <= MOST_TYPED
    assert fault_of(trimmed(name))
    # The recorder itself works.
    look("Zoë")
    assert looked_into


def test_letters_of_ascii_are_counted_like_all_others() -> None:
    """The shortcut without wcwidth's tables gives the same result as they do."""
    for one, other in product(map(chr, range(128)), repeat=2):
        text = f"{one}{other}" * MOST_LETTERS
        # One letter that is not of ASCII has all of them looked up.
        assert letters_of(text) == letters_of(f"{text}ë")[:-1]


def test_a_name_may_be_typed_in_as_many_parts_as_it_has() -> None:
    composed, typed = "\u1f82" * MOST_LETTERS, "\u03b1\u0313\u0300\u0345" * MOST_LETTERS
    assert trimmed(typed) == composed
    assert fault_of(composed) is None


@pytest.mark.parametrize("name", [PILE, "x" * 60_000], ids=["marks", "letters"])
def test_a_game_file_with_a_text_that_is_too_long_is_refused(
    looked_into: list[int], name: str
) -> None:
    for place, document in (
        ("players[1]", game(players=["A", name, "C", "D"])),
        ("name", game(name=name)),
    ):
        with pytest.raises(RulesError) as raised:
            read_game(document)
        assert raised.value.place == place
    assert max(looked_into) <= MOST_TYPED


def test_the_name_of_a_game_has_an_end() -> None:
    assert read_game(game(name="x" * MOST_TYPED)).name == "x" * MOST_TYPED
    with pytest.raises(RulesError, match=f"name: must have at most {MOST_TYPED} characters"):
        read_game(game(name="x" * (MOST_TYPED + 1)))


def test_a_name_has_characters_only() -> None:
    cases = [
        0xFDD0,
        0xFDEF,
        0xFFFE,
        0xFFFF,
        0x1FFFE,
        0x1FFFF,
        0xFFFFE,
        0x10FFFE,
        0x10FFFF,
    ]
    for code in cases:
        fault = "a name must not have a code that stands for no character"
        assert message_of(f"An{chr(code)}na") == fault, code
        with pytest.raises(RulesError, match=rf"players\[1\]: {fault}"):
            read_game(game(players=["A", f"B{chr(code)}", "C", "D"]))


def test_a_name_has_nothing_that_an_image_cannot_hold() -> None:
    for code in (0, 1, 0xB, 0x1B, 0x1F, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF):
        assert fault_of(f"B{chr(code)}n") is not None, hex(code)


def test_the_codes_beside_them_are_characters() -> None:
    for code in (0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0x1FFFD):
        assert fault_of(f"An{chr(code)}na") is None, code


def test_each_name_of_a_table_that_is_wrong_is_named() -> None:
    faults = dict(name_faults(["Anna", "", "ANNA", "Dora", " Ed"]))
    assert list(faults) == [1, 2, 4]
    assert faults[2] == same_name(0)


def test_a_name_that_nobody_sees_is_empty() -> None:
    cases = ["", " ", "\u00a0", "\u3000", "\u200b", "\u200d", "\ufeff \u2060"]
    for name in cases:
        assert message_of(name) == "a name must not be empty", name


def test_a_name_does_not_break_a_line() -> None:
    cases = [
        "An\nna",
        "An\tna",
        "An\rna",
        "An\x00na",
        "An\x7fna",
        "An\x85na",
        "An\u2029na",
    ]
    for name in cases:
        assert message_of(name) == "a name must not have line breaks or control characters", name


def test_letters_are_counted_as_a_reader_does() -> None:
    for letter in ("A", "李", "e\u0308", FAMILY, "🇩🇪"):
        assert fault_of(letter * MOST_LETTERS) is None, letter
        assert (
            message_of(letter * (MOST_LETTERS + 1)) == "a name must have at most 30 characters"
        ), letter


def test_case_and_composition_do_not_tell_names_apart() -> None:
    cases = [
        ("Anna", "ANNA"),
        ("Anna", " anna "),
        ("Zo\u00eb", "Zoe\u0308"),
        ("ZO\u00cb", "zoe\u0308"),
        ("Strauß", "STRAUSS"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ]
    for one, other in cases:
        assert name_key(one) == name_key(other), (one, other)


def test_different_names_are_different() -> None:
    cases = [("Anna", "Anne"), ("Zoë", "Zoe"), ("Anna", "An na"), ("1", "¹")]
    for one, other in cases:
        assert name_key(one) != name_key(other), (one, other)


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


def test_long_names_are_cut_after_their_beginning() -> None:
    names = ("Bartholomäus Maximilian", "Karl-Heinz", "Anna Maria", "Christina", "Johannes")
    assert short_names(names) == ["Barthol.", "Karl-H.", "Anna M.", "Christi.", "Johannes"]
    assert short_names(["王小明陈大文林"]) == ["王小明."]
    # With less room; a joint is no end.
    assert short_names(names, 5) == ["Barth.", "Karl.", "Anna.", "Chris.", "Johan."]
    assert short_names(["Johanna", "Johannes", "Bo"], 4) == ["Jo.a", "Jo.es", "Bo"]


def test_names_that_begin_alike_are_cut_where_they_differ() -> None:
    cases: list[tuple[tuple[str, ...], list[str]]] = [
        (("Anna", "Ben"), ["Anna", "Ben"]),
        (("Maximilian", "Maxine", "Max"), ["Maxi.mi", "Maxine", "Max"]),
        (("Anna K.", "anna M.", "Anna"), ["Anna K.", "anna M.", "Anna"]),
        # Where one is the beginning of the other, only that one is cut.
        (("Johann", "Johanna"), ["Johann", "Johan.a"]),
        (("Johanna", "Johannes"), ["Johan.a", "Johan.es"]),
        (("Karl-Heinz", "Karl-Josef"), ["Karl-He", "Karl-Jo"]),
        (("Annaly", "Annamy", "Abbaly", "Abbamy"), ["Annaly", "Annamy", "Abbaly", "Abbamy"]),
        # What is seen of a name in any case.
        (("Anne", "Annex"), ["Anne", "Annex"]),
        (
            (f"{FAMILY}{FAMILY}{FAMILY}{FAMILY}ab", f"{FAMILY}{FAMILY}{FAMILY}{FAMILY}cd"),
            [f"{FAMILY}{FAMILY}.ab", f"{FAMILY}{FAMILY}.cd"],
        ),
    ]
    for names, short in cases:
        assert short_names(names) == short, (names, short)


@SETTINGS
@given(
    st.lists(st.text(min_size=1, max_size=12).map(trimmed), unique_by=name_key, max_size=7),
    st.integers(4, 7),
)
def test_short_names_stay_different(names: list[str], room: int) -> None:
    assert len({name_key(name) for name in short_names(names, room)}) == len(names)


def test_each_of_many_who_left_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of many marks takes long to look at, and a file can tell of very many people."""
    looked_at: list[str] = []

    def counting(names: Sequence[str]) -> Iterator[tuple[int, Fault]]:
        looked_at.extend(names)
        return name_faults(names)

    monkeypatch.setattr(reading, "name_faults", counting)
    left = [{"seat": 0, "player": f"P{index}", "after": 0} for index in range(MOST_LEFT)]
    assert len(read_game(game(left=left)).left) == MOST_LEFT
    assert len(looked_at) <= MOST_LEFT + 4
