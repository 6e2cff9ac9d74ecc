"""docs/files.md says what there is: addresses, keys of game files, columns of CSV."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scorepad import caps
from scorepad.gamefile import read_game
from scorepad.rules.ruleset import OPTIONS
from scorepad.web.pad.csv_rows import FOR_PEOPLE, NOTES, ON_PAPER, TIDY
from tests.web.apps import app_in

PAPER = (Path(__file__).parents[2] / "docs" / "files.md").read_text()


def test_its_addresses_are_there(tmp_path: Path) -> None:
    named = re.findall(r"^\| `…(/\S+)` \|", PAPER, re.MULTILINE)
    assert len(named) == 7
    with app_in(tmp_path / "data") as app:
        adapter = app.url_map.bind("localhost")
        for path in named:
            endpoint, _ = adapter.match(f"/pad/{'A' * 22}{path.replace('N', '1')}")
            assert endpoint, path


def test_its_example_can_be_read_and_it_names_every_rule() -> None:
    (example,) = re.findall(r"```json\n(.+?)```", PAPER, re.DOTALL)
    assert len(read_game(json.loads(example)).game.hands) == 2
    assert all(f"`{option}`" in PAPER for option in OPTIONS)


def test_its_columns_are_those_of_the_csv() -> None:
    _, _, paper = PAPER.partition("\n## CSV\n")
    tidy, _, sheet = paper.partition("**As on paper**")
    assert re.findall(r"`([a-z_]+)`", tidy) == [*TIDY, *NOTES, *FOR_PEOPLE]
    assert re.findall(r"`([a-z]+)`", sheet) == list(ON_PAPER)
    assert f"at most {caps.FILE_HANDS:,} hands" in PAPER
