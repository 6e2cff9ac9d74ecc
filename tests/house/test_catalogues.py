"""Every text of the program is translated, none is left over, none is broken."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo

from tests.support import catalogues

# The gaps that values fill: %(name)s for the pages, {name} for the rules and scripts.
_GAP: Final = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")
_STRAY: Final = re.compile(r"%(?!\(\w+\)s)")
# Texts that are the same in the other language, each for a reason: names, and signs.
SAME: Final = {
    "Hearts:",
    "Black Widow",
    "Black Maria",
    "Omnibus Hearts",
    "Discard Hearts (Foster 1909)",
    "Black Jack (Foster 1909)",
    "Code",
    "K",
    "A",
    "%(day)s, %(time)s UTC",
    "in %(game)s",
}

each_catalogue = pytest.mark.parametrize(
    "source", catalogues.sources(), ids=lambda source: source.parent.parent.name
)


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return catalogues.said()


def key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def gaps(text: str) -> set[str]:
    return {"".join(found) for found in _GAP.findall(text)}


def forms(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


@each_catalogue
def test_it_has_the_texts_of_the_program_and_no_others(source: Path, texts: Catalog) -> None:
    catalogue = catalogues.read(source)
    assert {key(each) for each in catalogue} == {key(each) for each in texts}, "make translations"
    assert not catalogue.obsolete


@each_catalogue
def test_every_text_is_translated_with_its_gaps(source: Path) -> None:
    same = set()
    for message in catalogues.read(source):
        if not message.id:
            continue
        originals = [message.id] if isinstance(message.id, str) else [*message.id]
        assert not message.fuzzy, message.id
        for original, translation in zip(originals, forms(message), strict=True):
            assert translation, original
            assert gaps(translation) == gaps(original), original
            assert not _STRAY.search(translation), original
            # What stands around the text is the page's.
            assert translation.strip() == translation, original
            if translation == original:
                same.add(original)
    assert same == SAME


@each_catalogue
def test_it_is_compiled_as_it_stands(source: Path) -> None:
    compiled = source.with_suffix(".mo")
    assert compiled.is_file(), "make test compiles it"
    fresh = BytesIO()
    write_mo(fresh, catalogues.read(source))
    fresh.seek(0)
    with compiled.open("rb") as file:
        assert texts_of(read_mo(file)) == texts_of(read_mo(fresh)), "it is out of date: make test"


def texts_of(catalogue: Catalog) -> dict[tuple[str | None, str], object]:
    return {key(each): each.string for each in catalogue if each.id}
