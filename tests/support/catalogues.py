"""The catalogues: what the program says, against what is translated.

``python -m tests.support.catalogues`` brings every catalogue up to date with the program, and
compiles it: new texts are there without a translation, unused ones are gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorepad.web.words.translation import ENGLISH, use

ROOT: Final = Path(__file__).parents[2]
TRANSLATIONS: Final = ROOT / "scorepad" / "translations"
_METHODS: Final = [("scorepad/**.py", "python"), ("templates/**.*", "jinja2")]
_OPTIONS: Final = {"templates/**.*": {"trim_blocks": "yes", "lstrip_blocks": "yes"}}
# Ours (scorepad/web/words/translation.py), and the sentences of the rules.
_KEYWORDS: Final = {
    **DEFAULT_KEYWORDS,
    "markup": None,
    "nmarkup": (1, 2),
    "RulesError": (2,),
    "BadFileError": (3,),
    "Fault": (1,),
    "Preset": (2,),
}


def said() -> Catalog:
    """Every text of the program."""
    found = Catalog(project="Scorepad", fuzzy=False)
    for file, _, text, comments, context in extract_from_dir(
        ROOT, _METHODS, _OPTIONS, _KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True
    ):
        if file.startswith(("scorepad/", "templates/")):
            found.add(text, None, [(file, 0)], auto_comments=comments, context=context)
    return found


def sources() -> list[Path]:
    """The catalogues, one for each language but English."""
    return sorted(TRANSLATIONS.glob("*/LC_MESSAGES/*.po"))


def read(source: Path) -> Catalog:
    """A catalogue."""
    with source.open("rb") as file:
        return read_po(file, locale=source.parent.parent.name)


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Texts are in this language meanwhile."""
    use(code)
    yield
    use(ENGLISH)


def _update(source: Path, texts: Catalog) -> None:
    known = read(source)
    known.update(texts, no_fuzzy_matching=True)
    known.obsolete.clear()
    with source.open("wb") as file:
        write_po(file, known, width=100, include_lineno=False, sort_by_file=True)
    with source.with_suffix(".mo").open("wb") as file:
        write_mo(file, known)


if __name__ == "__main__":
    texts = said()
    for each in sources():
        _update(each, texts)
