"""What a reader sees of a name or note: Unicode has much that is drawn as nothing."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Final

# Blanks of all widths, and what fonts draw as one: Hangul fillers, empty Braille, an empty note.
_BLANKS: Final = (
    "\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0\u2800\U0001d159"
)
# They choose between drawings of the letter before them, or turn the direction of what follows.
_VARIANTS: Final = (
    "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
)
_NON_JOINER: Final = "\u200c"
_JOINER: Final = "\u200d"
# The rest of Unicode's Default_Ignorable_Code_Point, marks of annotations, and a Khitan filler.
_HIDDEN: Final = (
    "\u00ad\u034f\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff"
    "\ufff0-\ufffb\U00016fe4\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
_BLANK: Final = re.compile(f"[{_BLANKS}]+")
_VARIANT: Final = re.compile(f"[{_VARIANTS}]")
_NOTHING: Final = re.compile(f"[{_BLANKS}{_VARIANTS}{_HIDDEN}{_NON_JOINER}{_JOINER}]")
# The tags after a black flag are seen: they make it that of Scotland, say.
_TAGGED_FLAG: Final = "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f"
_HIDDEN_LETTER: Final = re.compile(f"({_TAGGED_FLAG})|[{_HIDDEN}]")
# Scripts in which letters join, by the names of their letters.
_CURSIVE: Final = (
    *("ADLAM", "ARABIC", "CHORASMIAN", "HANIFI", "MANDAIC", "MANICHAEAN", "MONGOLIAN"),
    *("NKO", "PHAGS-PA", "PSALTER", "SOGDIAN", "SYRIAC"),
)
_VIRAMA: Final = 9


def is_blank(text: str) -> bool:
    """Whether there is nothing to see in a text."""
    # Separators, controls, format marks, and codes that stand for no letter.
    return all(unicodedata.category(each)[0] in "ZC" for each in _NOTHING.sub("", text))


def without_variants(text: str) -> str:
    """The text without what only changes how letters or emoji are drawn, or in which direction."""
    return text if text.isascii() else _VARIANT.sub("", text)


def seen(text: str) -> str:
    """What a reader sees of one line: composed (NFC), no letter that is hidden, blanks as one each.

    Of joiners those stay that change how the letters beside them look. Not for long texts: the time
    that composing takes grows with the square of the marks on a letter.
    """
    if not text.isascii():
        text = _HIDDEN_LETTER.sub(lambda found: found[1] or "", text)
        text = unicodedata.normalize("NFC", text)
        if _JOINER in text or _NON_JOINER in text:
            text = unicodedata.normalize("NFC", _without_idle_joiners(text))
    return _BLANK.sub(" ", text).strip()


def _without_idle_joiners(text: str) -> str:
    kept = ""
    for at, letter in enumerate(text):
        is_joiner = letter in (_JOINER, _NON_JOINER)
        if not is_joiner or _joiner_is_seen(kept, letter, text[at + 1 : at + 2]):
            kept += letter
    return kept


def _joiner_is_seen(before: str, joiner: str, after: str) -> bool:
    """Whether a joiner changes how its neighbours look; ``after``: one character, if any.

    Much as in RFC 5892 (appendix A.1 and A.2), and Unicode's emoji sequences.
    """
    if before and unicodedata.combining(before[-1]) == _VIRAMA:
        return joiner == _JOINER or after.isalpha()
    if after and unicodedata.combining(after) == _VIRAMA:
        return before[-1:].isalpha()
    if joiner == _JOINER and after and unicodedata.category(after).startswith("S"):
        # Only now, as in scorepad/names.py. Before the joiner may be a colour of skin, and more.
        from wcwidth import iter_graphemes

        return [*iter_graphemes(f"{before[-4:]}{joiner}{after}")][-1] != after
    base = next((each for each in reversed(before) if not unicodedata.combining(each)), "")
    sides = (_joins(base, "initial"), _joins(after, "final"))
    # What joins anyway is not joined once more, and what does not is not parted.
    return all(sides) if joiner == _NON_JOINER else sides[0] != sides[1]


def _joins(letter: str, form: str) -> bool:
    """Whether a letter joins the next one (``initial``) or the one before it (``final``)."""
    script = unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""
    return script in _CURSIVE and form in _arabic_forms().get(letter, form)


@cache
def _arabic_forms() -> Mapping[str, set[str]]:
    """The forms of Arabic letters, of those for which Unicode has characters of their own."""
    forms = defaultdict(set, {"\u06d5": {"final"}})
    for code in range(0xFB50, 0xFEFD):
        form, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        if len(letters) == 1:
            forms[chr(int(letters[0], 16))].add(form.strip("<>"))
    return forms
