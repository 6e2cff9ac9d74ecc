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
# Broad letters, narrow ones of PostScript printers, and tall lines.
FAMILIES = ("DejaVu Sans", "Nimbus Sans", "Noto Sans CJK SC")

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


def use_only(family: str, folder: Path) -> None:
    """Hide all other fonts from the programs started from now on, as far as they ask fontconfig.

    Where the family is not installed pages are drawn in what there is; in CI, tests fail.
    """
    if _is_installed(family):
        os.environ["FONTCONFIG_FILE"] = str(_configuration(family, folder, _ALONE))
    elif shutil.which("fc-list") and os.environ.get("CI"):
        unavailable(f"the font {family}")


@contextmanager
def chromium_in(family: str, browser: Browser, folder: Path) -> Iterator[Browser]:
    """Run another Chromium beside ``browser`` that sets every page in this family.

    Skips the test (in CI: fails it) where the family is not installed.
    """
    if not _is_installed(family):
        unavailable(f"the font {family}")
    environment = {"FONTCONFIG_FILE": str(_configuration(family, folder))}
    with launched(browser.browser_type, environment) as running:
        yield running


def _is_installed(family: str) -> bool:
    find = shutil.which("fc-list")
    # What hides other fonts from the tests' browsers would hide them from this as well.
    environment = {**os.environ, "FONTCONFIG_FILE": _SYSTEM}
    return find is not None and bool(
        subprocess.run(
            [find, f":family={family}"], check=True, capture_output=True, env=environment
        ).stdout
    )


def _configuration(family: str, folder: Path, alone: str = "") -> Path:
    name = escape(family)
    file = folder / "fonts.conf"
    file.write_text(
        _CONFIGURATION.format(system=escape(_SYSTEM), alone=alone.format(family=name), family=name)
    )
    return file
