"""What scripts say: they know no words, so each page brings them."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from scorepad.web.fragments import rendered
from scorepad.web.words.translation import remembered

# One for each language.
_REMEMBERED: Final = 16


@remembered(_REMEMBERED)
def script_words() -> Markup:
    """The sentences of the scripts, and the parts of a page that they put in."""
    return rendered("_script_words.html")
