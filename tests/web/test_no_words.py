"""Templates and scripts have no words of their own: all are in the catalogues' language."""

from __future__ import annotations

import re
from typing import Final

from tests.support.catalogues import ROOT

# What Jinja puts in or leaves out, and what people do not read.
_JINJA: Final = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_READ_ATTRIBUTES: Final = re.compile(
    r"""\b(?:aria-label|title|placeholder|alt)=("[^"]*"|'[^']*')"""
)
_TAG: Final = re.compile(r"""<(?:[^<>"']|"[^"]*"|'[^']*')*>""")
# In a macro that is a part of a tag.
_ATTRIBUTE: Final = re.compile(r"""[\w:-]+="[^"]*"|\bdata-[\w-]+""")
_ENTITY: Final = re.compile(r"&\w+;")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_NAMES: Final = {"Scorepad"}

_COMMENT: Final = re.compile(r"(?:^|\s)//.*|/\*.*?\*/", re.MULTILINE)
_SENTENCE: Final = re.compile(r"""["'`][A-Z][\w’]*[,.:;?!]? [^"'`]*["'`]""")

TEMPLATES: Final = sorted((ROOT / "templates").glob("**/*.html"))
SCRIPTS: Final = sorted((ROOT / "static" / "js").glob("*.js"))


def words_of(template: str) -> set[str]:
    """The words that a template itself shows."""
    bare = _JINJA.sub("", template)
    shown = [_ATTRIBUTE.sub(" ", _TAG.sub(" ", bare)), *_READ_ATTRIBUTES.findall(bare)]
    return {word for part in shown for word in _WORD.findall(_ENTITY.sub("", part))} - _NAMES


def test_a_template_has_no_words() -> None:
    for template in TEMPLATES:
        assert words_of(template.read_text("utf-8")) == set(), template


def test_a_script_has_no_sentences() -> None:
    for script in SCRIPTS:
        assert _SENTENCE.findall(_COMMENT.sub("", script.read_text("utf-8"))) == [], script


def test_words_are_found() -> None:
    assert words_of('<p title="Two {{ words }}">{{ _("none") }} &amp; one</p>') == {"Two", "one"}
    assert _SENTENCE.findall('tell("No answer."); name("x");') == ['"No answer."']
