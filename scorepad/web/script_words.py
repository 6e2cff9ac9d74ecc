"""The translated texts of the scripts, embedded in every page."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from scorepad.web.fragments import render_fragment
from scorepad.web.words.translation import cached_by_language

# One for each language.
_CACHE_SIZE: Final = 16


@cached_by_language(_CACHE_SIZE)
def script_words() -> Markup:
    """The sentences of the scripts, and the templates of the elements that they insert."""
    return render_fragment("_script_words.html")
