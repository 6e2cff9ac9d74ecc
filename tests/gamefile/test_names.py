"""Names of players: what a name may be, and when two are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from scorepad.gamefile import read_game
from scorepad.names import (
    MOST_LETTERS,
    MOST_TYPED,
    fault_of,
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
# What is drawn as nothing, or as a blank, even all by itself.
UNSEEN = (
    *("", " ", "\u00a0", "\u3000", "\u200b", "\u200d", "\ufeff \u2060", "\u2800", "\u3164"),
    *("\uffa0", "\u115f\u1160", "\u034f", "\u17b4", "\ufe0f", "\u2800 \u2800", "\u200c"),
    *("\U000e0041", "\U000e0100", "\U0001d159", "\u180b", "\u00ad", "\u2066\u2069"),
)
NO_CHARACTERS = (0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x1FFFF, 0xFFFFE, 0x10FFFE, 0x10FFFF)


def test_names_that_people_have() -> None:
    names = "A", "Anna", "Zoë", "Zoe\u0308", "李", "O’Hara", "Anna Maria", "अनिता", "محمد", FAMILY
    most = (letter * MOST_LETTERS for letter in ("A", "李", "e\u0308", "🂡"))
    for name in (*names, "🇩🇪", FAMILY * 4, "e" + "\u0308" * 30, "<script>", "=1+1", *most):
        assert fault_of(name) is None, name
        composed = trimmed(name)
        assert read_game(game(players=["1", "2", "3", composed])).players[3] == composed, name


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (UNSEEN, "a name must not be empty"),
        (
            [f"An{code}na" for code in "\n\t\r\x00\x7f\x85\u2029"],
            "a name must not have line breaks or control characters",
        ),
        (
            [f"An{chr(code)}na" for code in NO_CHARACTERS],
            "a name must not have a code that stands for no character",
        ),
        (
            [letter * (MOST_LETTERS + 1) for letter in ("A", "李", "e\u0308", "🂡")],
            "a name must have at most 30 characters",
        ),
        (
            ["e" + "\u0308" * 60, FAMILY * 5, "🂡" * 30 + "\u0308"],
            "a name must take at most 120 bytes; an emoji takes 4 or more",
        ),
    ],
)
def test_what_is_no_name(names: Iterable[str], message: str) -> None:
    for name in names:
        fault = fault_of(name)
        assert fault is not None, ascii(name)
        assert fault.text.format(**fault.values) == message, ascii(name)


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


@pytest.mark.parametrize("name", [f"  {PILE}  ", f"e{PILE}", "x" * 60_000], ids=len)
def test_a_text_that_is_too_long_is_not_examined(looked_into: list[int], name: str) -> None:
    table = [name, f"{name}x"]
    for look in (trimmed, name_key, fault_of):
        look(name)
    short_names(table)
    assert len([*name_faults(table)]) == 2
    for document in (game(players=["A", name, "C", "D"]), game(name=name)):
        with pytest.raises(RulesError, match=r"^(players\[1\]|name): "):
            read_game(document)
    assert max(looked_into) <= MOST_TYPED


def test_each_name_of_a_table_that_is_wrong_is_named() -> None:
    faults = dict(name_faults(["Anna", "", "ANNA", "Dora", " Ed"]))
    assert list(faults) == [1, 2, 4]
    assert faults[2] == same_name(0)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anna", "ANNA", True),
        ("Anna", " anna ", True),
        ("Zo\u00eb", "Zoe\u0308", True),
        ("ZO\u00cb", "zoe\u0308", True),
        ("Strauß", "STRAUSS", True),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ", True),
        ("❤\ufe0f", "❤", True),
        ("Anna", "Anne", False),
        ("Zoë", "Zoe", False),
        ("Anna", "An na", False),
        ("1", "¹", False),
        ("Anna-B", "Anna B", False),
    ],
)
def test_two_spellings_of_one_name(one: str, other: str, same: bool) -> None:
    assert (name_key(one) == name_key(other)) is same


# What is drawn as a blank, and as nothing at all.
BLANKS = [
    *"  \u00a0\u1680\u2003\u200a\u202f\u205f\u3000\u2800\u3164\uffa0\u1160",
    "  ",
    " \u2800\u00a0",
]
NOTHING = [
    *"\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2063\u2066",
    *"\ufe0e\ufe0f\ufeff\ufff9\U0001d173\U000e0041\U000e0100",
    "\u200c\u200d",
]


@pytest.mark.parametrize("blank", BLANKS, ids=ascii)
def test_blanks_of_another_kind_do_not_tell_names_apart(blank: str) -> None:
    for name in (f"Anna{blank}B", f"{blank}Anna B", f"Anna B{blank}", f"Anna {blank}B"):
        assert trimmed(name) == "Anna B"
        assert name_key(name) == name_key("Anna B")
        assert dict(name_faults(["Anna B", name]))


@pytest.mark.parametrize("nothing", NOTHING, ids=ascii)
def test_what_is_drawn_as_nothing_does_not_tell_names_apart(nothing: str) -> None:
    for name in (f"An{nothing}na B", f"{nothing}Anna B", f"Anna{nothing} B", f"Anna B {nothing}"):
        assert name_key(name) == name_key("Anna B"), name
        assert 1 in dict(name_faults(["Anna B", name]))
    # Between what composes, and in another script.
    assert name_key(f"Zoe{nothing}\u0308") == name_key("Zoë")
    assert name_key(f"李{nothing}明") == name_key("李明")


SCOTLAND, ENGLAND = (
    "🏴" + "".join(chr(0xE0000 + ord(letter)) for letter in tag) + "\U000e007f"
    for tag in ("gbsct", "gbeng")
)


def test_joiners_that_are_seen_stay() -> None:
    cases = [
        (FAMILY, FAMILY.replace("\u200d", "")),
        ("👩🏽\u200d🚀", "👩🏽🚀"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f🔥"),
        ("🙂\u200d↔", "🙂↔"),
        (SCOTLAND, ENGLAND),
        (SCOTLAND, "🏴"),
        # Persian: letters that would join do not, and one stands as if another one followed.
        ("علی\u200cرضا", "علیرضا"),
        ("ه\u200d", "ه"),
        # Hindi, Sinhala, Bengali: half letters, and letters that do not melt.
        ("क्\u200dष", "क्ष"),
        ("क्\u200cष", "क्ष"),
        ("ශ්\u200dරී", "ශ්රී"),
        ("র\u200d্য", "র্য"),
        ("ᠠ\u200cᠠ", "ᠠᠠ"),
    ]
    for name, other in cases:
        assert trimmed(name) == name, name
        assert name_key(name) != name_key(other), (name, other)


def test_joiners_that_change_nothing_go() -> None:
    cases = [
        ("👍\u200d", "👍"),
        ("A\u200d👍", "A👍"),
        (f"{FAMILY}\u200d", FAMILY),
        ("👨\u200d\u200d👩", "👨\u200d👩"),
        # These letters join the one that follows in any case, or in none.
        ("مح\u200dمد", "محمد"),
        ("دا\u200cرا", "دارا"),
        ("علی\u200c رضا", "علی رضا"),
        ("علی\u200c\u200cرضا", "علی\u200cرضا"),
        ("אב\u200cג", "אבג"),
    ]
    for name, other in cases:
        assert trimmed(name) == other, name
        assert name_key(name) == name_key(other), (name, other)


def test_an_emoji_keeps_its_drawing() -> None:
    assert trimmed("❤\ufe0f") == "❤\ufe0f"


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
