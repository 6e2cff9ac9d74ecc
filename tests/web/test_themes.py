"""The colours of the style sheet: whole palettes, and what stands on what can be read.

``tests/browser/test_layout.py`` looks at every text of every page; here is what no page shows.
"""

from __future__ import annotations

from scorepad.web.preferences import BARS, THEMES
from tests.support.contrast import DRAWN, TEXT, contrast
from tests.support.themes import palettes

# What is written or drawn, on what, and how well it must be seen.
PAIRS = [
    *[(ink, ground, TEXT) for ink in ("ink", "ink-soft") for ground in ("paper", "key", "lead")],
    *[(ink, ground, TEXT) for ink in ("on-felt", "on-felt-soft")
      for ground in ("felt", "felt-deep", "cloth")],
    *[("red", ground, TEXT) for ground in ("paper", "lead", "wrong")],
    *[("on-wrong", "wrong", TEXT), ("on-chosen", "chosen", TEXT), ("chosen", "paper", TEXT)],
    *[("arrow", "cloth", DRAWN), ("mark", "felt", DRAWN), ("chosen", "key", DRAWN)],
]  # fmt: skip


def test_a_theme_has_all_colours() -> None:
    light = set(palettes()["light"]) - {"round", "serif"}
    assert len(light) > 15
    assert [set(palettes()[theme]) for theme in THEMES] == [set(palettes()["light"]), light, light]


def test_the_browsers_bars_go_on_with_the_page() -> None:
    assert {theme: palettes()[theme]["felt"] for theme in THEMES} == {**BARS, "black": "#000"}


def test_what_is_written_can_be_read() -> None:
    for theme in THEMES:
        for ink, ground, least in PAIRS:
            colours = palettes()[theme]
            assert contrast(colours[ink], colours[ground]) >= least, (theme, ink, ground, least)
