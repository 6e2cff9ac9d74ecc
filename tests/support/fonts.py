"""Browsers whose pages are set in one family of fonts, as on the many kinds of phones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import escape

from playwright.sync_api import Browser

from .browser import launched
from .need import unavailable

# The broadest in common use with and without serifs, the usual, and one with tall lines.
FAMILIES = ("DejaVu Sans", "DejaVu Serif", "Liberation Sans", "Noto Sans", "Noto Sans CJK SC")
EMOJI = "Noto Color Emoji"

# fontconfig answers every request with the family; characters that it lacks come from the others.
_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>{family}</string></edit>
  </match>
</fontconfig>
"""
_LETTERS = "Aa0"
_PICTURE = "🎲"


@contextmanager
def chromium_in(family: str, browser: Browser, folder: Path) -> Iterator[Browser]:
    """Run another Chromium beside ``browser`` that sets every page in this family.

    Skips the test (in CI: fails it) where the family or ``EMOJI`` is not installed.
    """
    configuration = folder / "fonts.conf"
    configuration.write_text(_CONFIGURATION.format(family=escape(family)))
    kind = browser.browser_type
    with launched(kind, {"FONTCONFIG_FILE": str(configuration)}) as running:
        for text, font in ((_LETTERS, family), (_PICTURE, EMOJI)):
            if _fonts_of(running, text) != {font}:
                unavailable(f"the font {font}")
        yield running


def _fonts_of(browser: Browser, text: str) -> set[str]:
    """The families that the browser draws a text with."""
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content(f"<p>{text}</p>")
        session = context.new_cdp_session(page)
        session.send("DOM.enable")
        session.send("CSS.enable")
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        node = session.send("DOM.querySelector", {"nodeId": root, "selector": "p"})
        used = session.send("CSS.getPlatformFontsForNode", {"nodeId": node["nodeId"]})
        return {font["familyName"] for font in used["fonts"]}
