"""The style sheet: many files of one idea each, and one request."""

from __future__ import annotations

from scorepad.assets import STYLES, assets, style_sheet, styles
from tests.web.cast import Phone


def test_it_is_all_files_in_their_order(phone: Phone) -> None:
    folder = assets("static") / "css"
    assert sorted(STYLES) == sorted(file.stem for file in folder.iterdir())
    written = styles()
    at = [written.index((folder / f"{name}.css").read_text("utf-8")) for name in STYLES]
    assert at == sorted(at)
    answer = phone.client.get("/static/scorepad.css")
    assert (answer.status_code, answer.mimetype) == (200, "text/css")
    assert answer.text == style_sheet()


def test_it_is_sent_without_comments() -> None:
    assert "/* " in styles()
    assert "/*" not in style_sheet()
    assert len(style_sheet()) < 0.9 * len(styles())


def test_a_page_asks_for_it_once(phone: Phone) -> None:
    sheets = phone.open("/new").all("link", rel="stylesheet")
    assert [sheet.attributes["href"].rpartition("/")[2] for sheet in sheets] == ["scorepad.css"]


def test_what_is_asked_for_last_wins_over_what_it_changes() -> None:
    """What somebody asked their phone for, and paper, have the last word."""
    assert STYLES[0] == "themes"
    assert STYLES[-3:] == ("large", "wishes", "print")
