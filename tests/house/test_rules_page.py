"""The rules that a player reads are those of the program."""

from __future__ import annotations

from pathlib import Path

from tests.support.rules_page import PAGE, rules_page
from tests.web.apps import app_in


def test_it_says_what_the_program_says(tmp_path: Path) -> None:
    with app_in(tmp_path / "data") as app, app.test_request_context("/new"):
        assert PAGE.read_text("utf-8") == rules_page(), "make rules"
