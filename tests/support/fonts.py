"""Which fonts the browsers of the tests set pages in: one family, whatever else is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import escape

from playwright.sync_api import Browser

from .browser import launched
from .need import unavailable

# Every Debian with a browser has it, and few families are broader.
USUAL = os.environ.get("SCOREPAD_TEST_FONT", "DejaVu Sans")
# The broadest in common use with and without serifs, the usual, those of PostScript printers, and
# one with tall lines.
FAMILIES = (
    "DejaVu Sans",
    "DejaVu Serif",
    "Liberation Sans",
    "Nimbus Sans",
    "Noto Sans",
    "Noto Sans CJK SC",
)
EMOJI = "Noto Color Emoji"

_SYSTEM = os.environ.get("FONTCONFIG_FILE", "/etc/fonts/fonts.conf")
# fontconfig answers every request with the family; characters that it lacks come from the others.
_CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include>{system}</include>{alone}
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>{family}</string></edit>
  </match>
</fontconfig>
"""
_ALONE = """
  <selectfont>
    <rejectfont><pattern/></rejectfont>
    <acceptfont>
      <pattern><patelt name="family"><string>{family}</string></patelt></pattern>
    </acceptfont>
  </selectfont>"""
LETTERS = "Aa0"
_PICTURE = "🎲"


def use_only(family: str, folder: Path) -> None:
    """Hide all other fonts from the programs started from now on, as far as they ask fontconfig.

    Where the family is not installed pages are drawn in what there is; in CI, tests fail.
    """
    find = shutil.which("fc-list")
    if find and subprocess.run([find, f":family={family}"], check=True, capture_output=True).stdout:
        os.environ["FONTCONFIG_FILE"] = str(_configuration(family, folder, _ALONE))
    elif find and os.environ.get("CI"):
        unavailable(f"the font {family}")


def _configuration(family: str, folder: Path, alone: str = "") -> Path:
    name = escape(family)
    file = folder / "fonts.conf"
    file.write_text(
        _CONFIGURATION.format(system=escape(_SYSTEM), alone=alone.format(family=name), family=name)
    )
    return file


@contextmanager
def chromium_in(family: str, browser: Browser, folder: Path) -> Iterator[Browser]:
    """Run another Chromium beside ``browser`` that sets every page in this family.

    Skips the test (in CI: fails it) where the family or ``EMOJI`` is not installed.
    """
    environment = {"FONTCONFIG_FILE": str(_configuration(family, folder))}
    with launched(browser.browser_type, environment) as running:
        for text, font in ((LETTERS, family), (_PICTURE, EMOJI)):
            if fonts_of(running, text) != {font}:
                unavailable(f"the font {font}")
        yield running


def fonts_of(browser: Browser, text: str) -> set[str]:
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
